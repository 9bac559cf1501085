import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { connect, type Session, type SessionOptions } from '../../src/index.js';
import { replaced } from '../fixtures/broken-apis.js';
import { StorageCounts } from '../fixtures/storage-counts.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { ClientHarness } from './client-harness.js';

type SessionAuth = NonNullable<SessionOptions['auth']>;

/** Somebody who is signed in, and how often it is asked who. */
class CountedIdentity implements SessionAuth {
  asked = 0;
  get identity(): string {
    this.asked++;
    return 'ann';
  }
  async known(): Promise<void> {}
  sign(endpoint: Parameters<SessionAuth['sign']>[0]): ReturnType<SessionAuth['sign']> {
    return endpoint;
  }
}

/** What one call may ask of the storage, and why. Anything else, or anything of this twice, is too much. */
const OF_A_CALL = {
  'read grant': 'what the person decided earlier: another tab may have taken it back',
  'write audit': 'the entry of the audit log: when the call is made, and when it has ended',
  'write message': 'the transcript: request and result as one entry',
} as const;
const OF_A_FORM = {
  ...OF_A_CALL,
  'read arguments': 'the history of this tool: the same arguments are in it once, the oldest give way',
  'write arguments': 'what was sent, for the history',
} as const;
/** Entries of one id that are written more than once, with other contents each time. */
const VERSIONS: Readonly<Record<string, number>> = { 'write audit': 2 };
/** On a busy machine the transcript comes to write the request before there is a result to write with it. */
const MAY_BE_TWO = 'write message';

/** What a form shows of its call and of the history: each of its renderings is for a change of it. */
function shownBy({ shadowRoot }: HTMLElement): string {
  const has = (selector: string): boolean => shadowRoot!.querySelector(selector) !== null;
  const call = has('.cancel') ? 'the call runs' : has('.state') ? 'the call has ended' : 'no call';
  return has('[data-name="earlier-button"] .small') ? `${call}, and is in the history` : call;
}

/** Sees nothing come into sight: how often that happens hangs on the frames that the machine draws. */
class BlindObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

for (const [era, url] of [
  ['legacy', everythingUrl],
  ['modern', modernUrl],
] as const)
  describe(`what one call costs, ${era}`, () => {
    const databaseName = tempDatabases();
    let counts: StorageCounts;
    let auth: CountedIdentity;
    let sessionOptions: SessionOptions;
    let session: Session | undefined;
    let client: ClientHarness | undefined;
    let seeing: (() => void) | undefined;

    beforeEach(() => {
      const namespace = databaseName();
      counts = new StorageCounts(namespace);
      auth = new CountedIdentity();
      sessionOptions = { namespace, auth, storage: 'local' };
    });
    afterEach(async () => {
      counts.restore();
      client?.remove();
      await session?.close();
      seeing?.();
      client = session = seeing = undefined;
    });
    const begin = async (of: Session | undefined): Promise<void> => {
      // The recorder loads some time after the first message. What it heard until then is no part of the call.
      await (await of!.transcript.load())!.flush();
      await counts.quiet();
      counts.begin();
      auth.asked = 0;
    };
    /** @returns how often the transcript was written */
    const expectOnly = (reasons: Readonly<Record<string, string>>): number => {
      const asked = counts.uses.map(({ act, kind }) => `${act} ${kind}`);
      const writings = asked.filter((use) => use === MAY_BE_TWO).length;
      if (writings === 2) asked.splice(asked.indexOf(MAY_BE_TWO), 1);
      const most = Object.keys(reasons).flatMap((use) => Array.from({ length: VERSIONS[use] ?? 1 }, () => use));
      expect(asked.toSorted()).to.deep.equal(most.toSorted());
      const all = counts.uses.map(({ what }) => what);
      expect(all.length, all.join('\n')).to.equal(new Set(all).size);
      // Each read and each write is a transaction, and there is none without.
      expect(counts.transactions).to.equal(all.length);
      return writings;
    };

    it('of a session: one read, one entry of the audit log in two versions, one of the transcript; who is signed in, twice', async function () {
      this.timeout(20_000);
      session = await connect(url, { ...sessionOptions, approvals: new ApprovalQueue(), policy: { review: [] } });
      await session.tools.list();
      await begin(session);
      await session.tools.call('echo', { message: 'hello' }, { initiator: 'person' });
      await counts.quiet();
      const writings = expectOnly(OF_A_CALL);
      // By the call, and by the transcript when it is written: a person may have signed out in between.
      expect(auth.asked).to.equal(1 + writings);
    });

    it('of <mcp-client>: the history beside it; and the form is rendered when it begins, ends, and is in the history', async function () {
      this.timeout(30_000);
      seeing = replaced(globalThis, 'IntersectionObserver', { writable: true, value: BlindObserver });
      client = await ClientHarness.connect(url, { storage: 'local', sessionOptions });
      await client.choose('Tools', 'echo');
      await client.fill('message', 'hello');
      const form = client.all('mcp-tool-form')[0] as HTMLElement & { updated(changed: unknown): void };
      await begin(client.element.session);
      const renderings: string[] = [];
      const { updated } = form;
      form.updated = (changed) => {
        updated.call(form, changed);
        renderings.push(shownBy(form));
      };
      await client.press(/^Run/);
      await client.reads(/hello/);
      await counts.quiet();
      const writings = expectOnly({
        ...OF_A_FORM,
        'read view': 'whether Markdown is shown as plain text, once for all results of a session',
      });
      expect(renderings).to.deep.equal([
        'the call runs',
        'the call has ended',
        'the call has ended, and is in the history',
      ]);
      // By the call, the transcript, the history, and once for how texts are shown; and each rendering says how long what is stored lasts.
      expect(auth.asked).to.equal(3 + writings + renderings.length);
    });
  });
