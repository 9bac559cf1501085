import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { JsonObject, Session, SessionOptions } from '../../src/index.js';
import { APIS, broken, faultsOf, silentDatabase, step, STEP_MS, type Api } from '../fixtures/broken-apis.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

/** Who says what is missing, where somebody does. Digests and ids have something in their place. */
const TOLD: Readonly<Record<Api, RegExp | undefined>> = {
  locks: /take turns/,
  channels: /hear of each other/,
  database: /remembered/,
  'tab storage': undefined,
  'local storage': undefined,
  digests: undefined,
  ids: undefined,
};

describe('a page in which what coordinates tabs is out of order', function () {
  this.timeout(60_000);
  const { create } = sessions();
  const databaseName = tempDatabases();
  let namespace: string;
  let mend: (() => void)[] = [];
  beforeEach(() => {
    namespace = databaseName();
  });
  afterEach(() => mend.splice(0).forEach((one) => one()));
  const breakAll = (...all: readonly (() => void)[]): void => {
    mend = [...mend, ...all];
  };

  /** Connects, lists, calls, has the server's question answered, and the person's own decision taken. */
  async function visit(url: string, options: SessionOptions = {}): Promise<Session> {
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const session = create(url, {
      storage: 'local',
      namespace,
      approvals,
      policy: () => 'allow',
      sampler: async () => ({ role: 'assistant', content: [{ type: 'text', text: 'Lisbon' }], model: 'test' }),
      ...options,
    });
    await step('Connecting', session.open());
    expect((await step('Listing', session.tools.all())).map(({ name }) => name)).to.include('echo');
    const call = (message: string, startedBy: 'person' | 'model'): Promise<string> =>
      session.tools.call('echo', { message }, { startedBy }).then(textOf);
    // Where decisions cannot be read, the person is asked first: they may have refused that tool.
    const allow = approvals.pending.subscribe(([first]) => {
      if (first) approvals.approveCall(first.id, { message: 'pressed' });
    });
    expect(await step('A call of the person', call('pressed', 'person'))).to.contain('pressed');
    allow();
    const wanted = call('wanted', 'model');
    const question = await step(
      'The question whether a model may call',
      eventually(() => approvals.pending.get()[0], Boolean, STEP_MS),
    );
    approvals.approveCall(question!.id, { message: 'wanted' } as JsonObject, { scope: 'tool', term: 'always' });
    expect(await step('A call that was allowed', wanted)).to.contain('wanted');
    expect(await step('A call that was allowed for good', call('again', 'model'))).to.contain('again');
    const asking = url === modernUrl ? 'ask-model' : 'trigger-sampling-request';
    const asked = session.tools.call(asking, { prompt: 'What is the capital of Portugal?', maxTokens: 10 });
    expect(textOf(await step('A call with a question', asked))).to.contain('Lisbon');
    return session;
  }
  const told = (session: Session): readonly string[] =>
    session.problems
      .get()
      .filter(({ code }) => code === 'storage')
      .map(({ message }) => message);

  for (const api of APIS)
    for (const fault of faultsOf(api))
      it(`${api}, ${fault}: connects, lists, calls and answers, and says once what is missing`, async () => {
        breakAll(broken(api, fault));
        const session = await visit(everythingUrl);
        const needed = fault !== 'slow' || api !== 'channels' ? TOLD[api] : undefined;
        // What takes long to be found missing is told when it is.
        if (needed) await eventually(() => told(session).some((one) => needed.test(one)));
        expect(told(session)).to.have.length(needed ? 1 : 0);
      });

  it('the database, silent once it is open: nothing waits for it for ever, and it says so once', async () => {
    breakAll(silentDatabase());
    const session = await visit(everythingUrl);
    expect(told(session)).to.have.length(1);
  });

  for (const [era, url] of [
    ['2025-11-25', everythingUrl],
    ['2026-07-28', modernUrl],
  ] as const)
    for (const fault of ['absent', 'refused', 'refused on use', 'slow', 'rejects later'] as const)
      it(`all of it at once, ${fault}, with a server of ${era}`, async () => {
        breakAll(...APIS.filter((api) => faultsOf(api).includes(fault)).map((api) => broken(api, fault)));
        const session = await visit(url);
        expect(new Set(told(session)).size).to.equal(told(session).length);
      });
});
