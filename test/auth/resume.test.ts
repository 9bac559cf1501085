import { expect } from '@esm-bundle/chai';
import { Authorization, type Authorizer, type Returned } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { ScriptedSite, type SiteScript } from './scripted-site.js';
import { REDIRECT_URI } from './signed-in.js';

describe('a page that came back from signing in', () => {
  const { create } = sessions();

  /** The loads of one page, each of which forgets all but what it put away before it left. */
  function page(script?: SiteScript): { site: ScriptedSite; load(): { session: Session; auth: Authorization } } {
    const site = new ScriptedSite(script);
    let away: Returned | undefined;
    const authorizer: Authorizer = {
      open: async (request) => {
        const callback = await site.authorizer.open(request);
        // Through text, as it is kept.
        const { attempt } = await request.begin();
        away = JSON.parse(JSON.stringify({ attempt, callback })) as Returned;
        return new Promise(() => {});
      },
      returned: () => {
        const back = away;
        away = undefined;
        return back;
      },
    };
    return {
      site,
      load() {
        const auth = new Authorization({ authorizer, redirectUri: REDIRECT_URI });
        return { auth, session: create(site.url, { auth, fetch: site.fetch }) };
      },
    };
  }

  it('goes on where it was, without asking again', async () => {
    const { site, load } = page();
    const first = load();
    first.session.connect().catch(() => {});
    await eventually(() => site.visits.length);
    const { session, auth } = load();
    await session.connect();
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    expect(site.visits).to.have.length(1);
    expect(auth.state.get().phase).to.equal('signed-in');
  });

  it('says what went wrong, once, and can try again', async () => {
    const { site, load } = page({ issuer: { refuses: { error: 'access_denied' } } });
    load()
      .session.connect()
      .catch(() => {});
    await eventually(() => site.visits.length);
    const { session } = load();
    expect((await failureOf(session.connect())).code).to.equal('declined');
    expect(site.visits).to.have.length(1);
    session.connect().catch(() => {});
    await eventually(() => site.visits.length === 2);
  });

  it('lets the person sign out also where what it came back from went wrong', async () => {
    const { site, load } = page({ issuer: { refuses: { error: 'access_denied' } } });
    load()
      .session.connect()
      .catch(() => {});
    await eventually(() => site.visits.length);
    const { auth } = load();
    auth.sign({ url: site.url, fetch: site.fetch, headers: async () => ({}), onProblem: () => {} });
    expect(await auth.signOut()).to.equal(false);
    expect(auth.state.get().phase).to.equal('signed-out');
  });

  it('checks the state and the issuer of the attempt it left with', async () => {
    for (const [name, value] of [
      ['state', 'another'],
      ['iss', 'https://evil.test'],
    ] as const) {
      const { site, load } = page({ comesBack: (callback) => (callback.searchParams.set(name, value), callback) });
      load()
        .session.connect()
        .catch(() => {});
      await eventually(() => site.visits.length);
      await failureOf(load().session.connect());
      expect(site.at('/token')).to.deep.equal([]);
    }
  });

  it('does not go round and round for a right that it does not get', async () => {
    const { site, load } = page({ scope: 'read', needs: { 'tools/list': 'admin' }, issuer: { grants: 'read' } });
    let error: unknown;
    for (let loads = 0; loads < 8 && !error; loads++) {
      const { session } = load();
      const before = site.visits.length;
      session
        .connect()
        .then(() => session.tools.list())
        .catch((thrown: unknown) => (error = thrown));
      // oxlint-disable-next-line no-await-in-loop -- one load after the other
      await eventually(() => error ?? site.visits.length > before);
    }
    expect(String(error)).to.match(/still reports that a right is missing/);
    expect(site.visits).to.have.length(2);
  });
});
