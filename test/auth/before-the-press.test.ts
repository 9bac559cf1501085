import { expect } from '@open-wc/testing';
import {
  InteractiveAuthorization,
  MemoryTokenStore,
  type InteractiveAuthorizationOptions,
} from '../../src/auth/index.js';
import type { ClientQuestion, IssuerChangeQuestion, SignInQuestion } from '../../src/auth/index.js';
import { channelFor } from '../../src/auth/redirect-authorizer.js';
import type { Session } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { ScriptedSite, type SiteScript } from './scripted-site.js';
import { REDIRECT_URI } from './signed-in.js';

/** The question, once it is asked. */
async function coming<T>(look: () => T | undefined): Promise<T> {
  return (await eventually(look))!;
}

describe('before the person agrees to sign in', () => {
  const { create } = sessions();
  const { open } = globalThis;
  let windows: { closed: boolean }[];
  let ends: (() => void)[];
  beforeEach(() => {
    windows = [];
    ends = [];
  });
  afterEach(() => {
    globalThis.open = open;
    for (const end of ends) end();
  });

  interface Asked {
    readonly site: ScriptedSite;
    readonly auth: InteractiveAuthorization;
    readonly session: Session;
    question(): SignInQuestion | undefined;
    change(): IssuerChangeQuestion | undefined;
    client(): ClientQuestion | undefined;
  }

  /** A page with the questions, and windows in which people sign in at once. */
  function page(
    script: SiteScript = {},
    options: Partial<InteractiveAuthorizationOptions> = {},
    made?: ScriptedSite,
  ): Asked {
    const site = made ?? new ScriptedSite(script);
    globalThis.open = () => {
      const one = {
        closed: false,
        close: () => void (one.closed = true),
        focus() {},
        location: {
          async replace(url: string) {
            const callback = site.issuer.authorize(new URL(url)).href;
            const channel = new BroadcastChannel(channelFor(new URL(url).searchParams.get('state')!));
            // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
            channel.postMessage({ callback });
            channel.close();
          },
        },
      };
      windows.push(one);
      return one as unknown as Window;
    };
    const auth = new InteractiveAuthorization({ redirectUri: REDIRECT_URI, ...options });
    ends.push(auth.question.subscribe(() => {}));
    const of =
      <Kind extends string>(kind: Kind) =>
      <T>(): T | undefined => {
        const question = auth.question.get();
        return question?.kind === (kind as string) ? (question as T) : undefined;
      };
    return {
      site,
      auth,
      session: create(site.url, { auth, fetch: site.fetch }),
      question: () => of('sign-in')<SignInQuestion>(),
      change: () => of('issuer-change')<IssuerChangeQuestion>(),
      client: () => of('client')<ClientQuestion>(),
    };
  }

  it('nothing is registered; it is when they do, once the window is open', async () => {
    const { site, session, question } = page();
    const opening = session.connect();
    const asked = await coming(question);
    await pause(50);
    expect(site.at('/register')).to.deep.equal([]);
    expect(site.log.filter(({ method, url }) => method !== 'GET' && url.host !== 'mcp.test')).to.deep.equal([]);
    asked.proceed();
    expect(windows, 'in the press itself').to.have.length(1);
    await opening;
    expect(site.at('/register')).to.have.length(1);
  });

  it('nothing is registered where they do not', async () => {
    const { site, session, question } = page();
    const opening = failureOf(session.connect());
    (await coming(question)).decline();
    expect((await opening).code).to.equal('declined');
    expect(site.at('/register')).to.deep.equal([]);
  });

  it('who changes their mind while the page registers is not sent anywhere', async () => {
    let answer: (() => void) | undefined;
    const { site, session, question } = page({
      instead: async ({ pathname }) => {
        if (pathname === '/register') await new Promise<void>((resolve) => (answer = resolve));
        return undefined;
      },
    });
    const opening = failureOf(session.connect());
    (await coming(question)).proceed();
    await eventually(() => answer);
    question()!.decline();
    expect((await opening).code).to.equal('declined');
    answer!();
    await pause(50);
    expect(windows.map(({ closed }) => closed)).to.deep.equal([true]);
    expect(site.at('/token')).to.deep.equal([]);
  });

  it('a registration that is refused ends in its words, and the window closes', async () => {
    const registers = (): { status: number; body: unknown } => ({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
    const { session, question, client } = page({ issuer: { registers } });
    const opening = failureOf(session.connect());
    (await coming(question)).proceed();
    // Only the person can help now: what is asked here must not be behind a blank window.
    const asked = await coming(client);
    expect(windows.map(({ closed }) => closed)).to.deep.equal([true]);
    expect(asked.redirectUri).to.match(/\?issuer=/);
    asked.decline();
    expect((await opening).message).to.match(/did not register this page/);
  });

  it('who names a client where the registration was refused goes on with it', async () => {
    const registers = (): { status: number; body: unknown } => ({ status: 400, body: { error: 'access_denied' } });
    const { session, question, client, site } = page({ issuer: { registers } });
    const opening = session.connect();
    (await coming(question)).proceed();
    (await coming(client)).answer({ clientId: 'by-hand' });
    await opening;
    expect(windows).to.have.length(2);
    expect(new URLSearchParams(site.at('/token')[0]!.body).get('client_id')).to.equal('by-hand');
  });

  it('they are told of every host that takes part beside the one that signs them in, and what it is for', async () => {
    const metadata = {
      authorization_endpoint: 'https://login.test/authorize',
      registration_endpoint: 'https://api.test/register',
      token_endpoint: 'https://api.test/token',
      revocation_endpoint: 'https://as.test/revoke',
    };
    const { question, session } = page({ issuer: { metadata } });
    session.connect().catch(() => {});
    expect((await coming(question)).request.hosts).to.deep.equal([
      { host: 'login.test', uses: ['page'] },
      { host: 'api.test', uses: ['registration', 'tokens'] },
    ]);
    const plain = page();
    plain.session.connect().catch(() => {});
    expect((await coming(plain.question)).request.hosts).to.deep.equal([]);
    const known = page(
      { issuer: { metadata, namesItself: true } },
      { clients: [{ clientId: 'by-hand', issuer: 'https://as.test' }] },
    );
    known.session.connect().catch(() => {});
    const { request } = await coming(known.question);
    expect(request.hosts.at(-1), 'nothing is registered').to.deep.equal({ host: 'api.test', uses: ['tokens'] });
  });

  describe('where the server names another authorization server than before', () => {
    /** Signed in once at as.test; then the server moves. */
    async function moved(options: Partial<InteractiveAuthorizationOptions> = {}): Promise<Asked> {
      const made = page({}, options);
      const opening = made.session.connect();
      (await coming(made.question)).proceed();
      await opening;
      made.site.change({ issuer: { name: 'https://new.test' } });
      return made;
    }

    it('that is a question of its own, with the old and the new one, and the sign-in is the next', async () => {
      const { session, change, question, site, auth } = await moved();
      const call = session.tools.call('echo');
      const asked = await coming(change);
      expect(asked).to.include({ server: site.url, from: 'https://as.test', to: 'https://new.test' });
      expect(question()).to.equal(undefined);
      expect(site.log.filter(({ method, url }) => method !== 'GET' && url.host === 'new.test')).to.deep.equal([]);
      asked.accept();
      const next = await coming(question);
      expect(next.request).to.include({ issuer: 'https://new.test', previousIssuer: 'https://as.test' });
      next.proceed();
      expect(textOf(await call)).to.equal('done');
      expect(auth.state.get()).to.include({ phase: 'signed-in', issuer: 'https://new.test' });
    });

    it('and they do not want that, nobody is sent there, and nothing is registered', async () => {
      const { session, change, site } = await moved();
      const call = failureOf(session.tools.call('echo'));
      (await coming(change)).decline();
      expect(await call).to.include({ code: 'declined' });
      expect(site.log.filter(({ method, url }) => method !== 'GET' && url.host === 'new.test')).to.deep.equal([]);
    });

    it('it is asked also after they signed out', async () => {
      const { auth, session, change } = await moved();
      await auth.signOut();
      session.tools.call('echo').catch(() => {});
      expect(await coming(change)).to.include({ from: 'https://as.test', to: 'https://new.test' });
    });

    it('it is asked in a later visit of somebody who stays signed in', async () => {
      const lasting = new MemoryTokenStore();
      const made = page({}, { persistentStore: lasting });
      const opening = made.session.connect();
      const asked = await coming(made.question);
      made.auth.lasts = true;
      asked.proceed();
      await opening;
      made.site.change({ issuer: { name: 'https://new.test' } });
      const later = page({}, { persistentStore: lasting }, made.site);
      later.session.connect().catch(() => {});
      expect(await coming(later.change)).to.include({ from: 'https://as.test', to: 'https://new.test' });
    });

    it('it is not asked where it is the same', async () => {
      const { site, session, question, change } = page();
      const opening = session.connect();
      (await coming(question)).proceed();
      await opening;
      site.issuer.forgetTokens();
      session.tools.call('echo').catch(() => {});
      expect((await coming(question)).request.previousIssuer).to.equal(undefined);
      expect(change()).to.equal(undefined);
    });
  });
});
