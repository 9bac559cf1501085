import { expect } from '@open-wc/testing';
import { Authorization, IndexedDbTokenStore, MemoryTokenStore } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';
import { ScriptedSite, type SiteScript } from './scripted-site.js';
import { REDIRECT_URI, visits } from './signed-in.js';

const RENEWABLE = { issuer: { givesRefreshTokens: true } };

describe('a person who stays signed in', () => {
  const { create } = sessions();
  const unused = tempDatabases();
  let namespace: string;
  beforeEach(() => {
    namespace = unused();
  });

  interface Load {
    readonly session: Session;
    readonly auth: Authorization;
    readonly store: IndexedDbTokenStore;
  }

  /** A load of the page: of another tab, or of this one later. */
  function load(site: ScriptedSite): Load {
    const store = new IndexedDbTokenStore({ namespace });
    const auth = new Authorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI, store });
    return { store, auth, session: create(site.url, { auth, fetch: site.fetch }) };
  }
  const grants = (site: ScriptedSite): (string | null)[] =>
    site.at('/token').map(({ body }) => new URLSearchParams(body).get('grant_type'));

  const kinds: readonly [what: string, script: SiteScript][] = [
    ['', {}],
    [' with a token that is bound to a key', { bound: true }],
  ];
  for (const [what, script] of kinds)
    it(`is signed in after a reload${what}`, async () => {
      const site = new ScriptedSite(script);
      await load(site).session.connect();
      const { session, auth } = load(site);
      await session.connect();
      expect(textOf(await session.tools.call('echo'))).to.equal('done');
      expect(auth.state.get().phase).to.equal('signed-in');
      expect(site.visits).to.have.length(1);
      expect(site.at('/register')).to.have.length(1);
    });

  it('has tokens renewed after a reload, and by one of many tabs', async () => {
    const site = new ScriptedSite(RENEWABLE);
    const tabs = Array.from({ length: 5 }, () => load(site));
    for (const { session } of tabs) await session.connect();
    site.issuer.forgetTokens();
    await Promise.all(tabs.map(({ session }) => session.tools.call('echo')));
    expect(grants(site)).to.deep.equal(['authorization_code', 'refresh_token']);
    site.issuer.forgetTokens();
    await load(site).session.connect();
    expect(grants(site)).to.deep.equal(['authorization_code', 'refresh_token', 'refresh_token']);
    expect(site.visits).to.have.length(1);
  });

  it('and was forgotten in another tab is not signed in again by a renewal in this one', async () => {
    for (const expiresIn of [3600, 1]) {
      const site = new ScriptedSite({ issuer: { givesRefreshTokens: true, expiresIn } });
      const here = load(site);
      await here.session.connect();
      const sent = grants(site).length;
      await load(site).store.forget(site.url);
      site.issuer.forgetTokens();
      await here.session.tools.call('echo');
      expect(grants(site)[sent]).to.equal('authorization_code');
      expect(site.visits).to.have.length(2);
    }
  });

  it('signs out in all tabs: the next load has nothing', async () => {
    const site = new ScriptedSite(RENEWABLE);
    const { session, auth } = load(site);
    await session.connect();
    const other = load(site);
    await other.session.connect();
    expect(await auth.signOut()).to.equal(true);
    expect(await other.store.list()).to.deep.equal([]);
    await load(site).session.connect();
    expect(site.visits).to.have.length(2);
    // The tab that was open takes what the new one got, and asks nobody.
    await other.session.tools.call('echo');
    expect(site.visits).to.have.length(2);
  });

  it('tells the session that another person signed in, in another tab: what it stored for the first is erased', async () => {
    const site = new ScriptedSite(RENEWABLE);
    const [here, there] = [load(site), load(site)];
    await here.session.connect();
    const heard: string[] = [];
    here.auth.onLeave((how) => {
      heard.push(how);
      return async () => void heard.push('erased');
    });
    const signIn = (await there.store.signIn(site.url))!;
    await there.store.storeSignIn(site.url, {
      ...signIn,
      accessToken: 'of-another-person',
      identity: 'another person',
    });
    await eventually(() => heard.length === 2);
    expect(heard).to.deep.equal(['elsewhere', 'erased']);
    // The same person once more is nobody who leaves.
    await there.store.storeSignIn(site.url, { ...signIn, accessToken: 'renewed', identity: 'another person' });
    await eventually(async () => (await here.store.signIn(site.url))?.accessToken === 'renewed');
    expect(heard).to.have.length(2);
  });

  it('takes back the newest tokens when they sign out, also those that another tab got', async () => {
    const site = new ScriptedSite(RENEWABLE);
    const [here, there] = [load(site), load(site)];
    await here.session.connect();
    await there.session.connect();
    site.issuer.forgetTokens();
    await there.session.tools.call('echo');
    const { refreshToken } = (await there.store.signIn(site.url))!;
    await here.auth.signOut();
    expect(new URLSearchParams(site.at('/revoke')[0]!.body).get('token')).to.equal(refreshToken);
  });

  for (const [when, isAnsweredFirst] of [
    ['after', true],
    ['before', false],
  ] as const)
    it(`stays signed out where another tab was renewing, ${when} the authorization server heard of it`, async () => {
      const site = new ScriptedSite(RENEWABLE);
      const [here, there] = [load(site), load(site)];
      await here.session.connect();
      await there.session.connect();
      site.issuer.forgetTokens();
      let release: (() => void) | undefined;
      site.change({
        instead: async (url, { body }) => {
          if (url.pathname !== '/token' || release) return undefined;
          const asked = { url, method: 'POST', headers: new Headers(), body: (body as URLSearchParams).toString() };
          const early = isAnsweredFirst && site.issuer.answer(asked);
          await new Promise<void>((resolve) => (release = resolve));
          return early || site.issuer.answer(asked);
        },
        comesBack: () => {
          throw new Error('Nobody is there.');
        },
      });
      const calling = failureOf(there.session.tools.call('echo'));
      await eventually(() => release);
      await here.auth.signOut();
      release!();
      expect((await calling).message).to.equal('Nobody is there.');
      expect(await load(site).store.list()).to.deep.equal([]);
      expect(there.auth.state.get().phase).not.to.equal('signed-in');
      // The old two, and the new two where there are any.
      expect(site.at('/revoke')).to.have.length(isAnsweredFirst ? 4 : 2);
    });

  it('is asked anew when the server has moved, and nothing of the old place is kept', async () => {
    const site = new ScriptedSite(RENEWABLE);
    await load(site).session.connect();
    site.change({ issuer: { ...RENEWABLE.issuer, name: 'https://new.test' } });
    const before = site.log.length;
    const { session, store } = load(site);
    await session.connect();
    expect(site.visits.map(({ issuer }) => issuer)).to.deep.equal(['https://as.test', 'https://new.test']);
    expect((await store.list()).map(({ issuer }) => issuer)).to.deep.equal(['https://new.test']);
    const since = site.log.slice(before).filter(({ url }) => url.host === 'new.test');
    expect(since.some(({ body }) => body.includes('refresh-'))).to.equal(false);
  });
});

describe('tokens of a page', () => {
  const visit = visits();
  const { create } = sessions();

  it('that two sessions of a page share are renewed by one of them', async () => {
    verifies('refresh-tokens-rotate');
    const store = new MemoryTokenStore();
    const first = visit(RENEWABLE, { store });
    await first.connect();
    const others = [1, 2, 3, 4].map(() => {
      const auth = new Authorization({ authorizer: first.site.authorizer, redirectUri: REDIRECT_URI, store });
      return create(first.site.url, { auth, fetch: first.site.fetch });
    });
    await Promise.all(others.map((session) => session.connect()));
    first.site.issuer.forgetTokens();
    await Promise.all([first.session, ...others].map((session) => session.tools.call('echo')));
    expect(first.site.at('/token').map(({ body }) => new URLSearchParams(body).get('grant_type'))).to.deep.equal([
      'authorization_code',
      'refresh_token',
    ]);
    expect(first.site.visits).to.have.length(1);
  });

  it('that the server does not let pages send are named as what it must allow', async () => {
    const { connect, site, session } = visit();
    await connect();
    site.change({
      instead: (_, { headers }) => {
        if (new Headers(headers).has('authorization')) throw new TypeError('Failed to fetch');
        return undefined;
      },
    });
    const error = await failureOf(session.tools.call('echo'));
    expect(error.code).to.equal('network');
    expect(error.remedy).to.match(/must add [^.]*Authorization[^.]* to Access-Control-Allow-Headers/);
    expect(error.remedy).not.to.include('secret');
  });
});
