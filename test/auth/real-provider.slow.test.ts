import { expect } from '@open-wc/testing';
import { behave, endGrantOf, endToken, protectedUrl, providerIssuer, tokenLog, visit } from '/__provider__.js';
import { Authorization, MemoryTokenStore, type AuthorizationRequest } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { pause } from '../fixtures/eventually.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const HOME = `${location.origin}/oauth-callback.html`;

describe('a real authorization server', () => {
  const { create } = sessions();
  /** Each test has a client of its own, and the authorization server a manner for each. */
  let clientName: string;
  beforeEach(() => {
    clientName = `page ${crypto.randomUUID()}`;
    return tokensLast(3600);
  });
  const tokensLast = (seconds: number): Promise<void> => behave(clientName, { seconds });

  interface Guest {
    readonly session: Session;
    readonly auth: Authorization;
    readonly store: MemoryTokenStore;
    readonly requests: AuthorizationRequest[];
    /** What the person was asked, each time. */
    readonly pages: (readonly string[])[];
    /** What they say when they are asked for consent. */
    answer: 'yes' | 'no';
    call(): Promise<string>;
  }

  function guest(store = new MemoryTokenStore()): Guest {
    const made = { answer: 'yes' as 'yes' | 'no', requests: [], pages: [] } as unknown as Guest;
    const auth = new Authorization({
      redirectUri: HOME,
      clientName,
      store,
      authorizer: {
        async open(request) {
          made.requests.push(request);
          const { url } = await request.begin();
          const { callback, pages } = await visit(url, made.answer, HOME);
          made.pages.push(pages);
          return callback;
        },
      },
    });
    const session = create(protectedUrl, { auth });
    const call = async (): Promise<string> => textOf(await session.tools.call('echo'));
    return Object.assign(made, { session, auth, store, call });
  }

  const tokenOf = async ({ store }: Guest): Promise<string> => (await store.signIn(protectedUrl))!.accessToken;

  it('signs in after its login and its consent, and adds a right when one is missing', async () => {
    const one = guest();
    await one.session.connect();
    expect(one.pages).to.deep.equal([['login', 'consent']]);
    expect(one.auth.state.get()).to.include({ phase: 'signed-in', issuer: providerIssuer });
    expect(await one.call()).to.equal('done');
    expect(
      one.requests.map(({ reason, added }) => [reason, added.filter((scope) => scope !== 'offline_access')]),
    ).to.deep.equal([
      ['sign-in', ['read']],
      ['step-up', ['write']],
    ]);
  });

  it('renews tokens that have ended, each refresh token once', async () => {
    await tokensLast(1);
    const one = guest();
    await one.session.connect();
    const seen = new Set<string | undefined>();
    for (let n = 0; n < 3; n++) {
      await pause(1100);
      await one.session.tools.refresh();
      seen.add((await one.store.signIn(protectedUrl))!.refreshToken);
    }
    expect(seen.size).to.equal(3);
    expect(one.requests).to.have.length(1);
  });

  it('sees one renewal of five tabs whose token ended', async () => {
    const store = new MemoryTokenStore();
    const tabs = Array.from({ length: 5 }, () => guest(store));
    await tabs[0]!.session.connect();
    await Promise.all(tabs.map(({ session }) => session.connect()));
    await tokensLast(1);
    await tabs[0]!.auth.signOut();
    await tabs[0]!.session.tools.refresh();
    await tokensLast(3600);
    await pause(1100);
    await Promise.all(tabs.map(({ session }) => session.tools.refresh()));
    expect(tabs.flatMap(({ requests }) => requests)).to.have.length(2);
  });

  it('that took access back is asked again', async () => {
    const one = guest();
    await one.session.connect();
    await endGrantOf(await tokenOf(one));
    await one.session.tools.refresh();
    expect(one.requests).to.have.length(2);
    expect(one.session.tools.state.get().phase).to.equal('ready');
  });

  it('that ended a token early gives another one without anybody’s help', async () => {
    const one = guest();
    await one.session.connect();
    await endToken(await tokenOf(one));
    expect(await one.session.tools.refresh().then(() => one.session.tools.state.get().phase)).to.equal('ready');
    expect(one.requests).to.have.length(1);
    expect((await tokenLog(clientName)).map(({ what }) => what)).to.deep.equal(['authorization_code', 'refresh_token']);
  });

  it('whose answer to a renewal gets lost: that call fails, and the next asks the person', async () => {
    const one = guest();
    await one.session.connect();
    await behave(clientName, { cuts: 1 });
    await endToken(await tokenOf(one));
    const error = await failureOf(one.session.tools.call('echo'));
    expect(error.message).to.match(/^No answer from 127\.0\.0\.1:\d+\.$/);
    expect(one.auth.state.get().phase).to.equal('signed-in');
    expect(one.requests).to.have.length(1);
    // It was used, only nobody here knows: it looks stolen now, and ends with all that was given with it.
    expect(await one.call()).to.equal('done');
    expect((await tokenLog(clientName)).map(({ what, status }) => `${what} ${status ?? ''}`.trim())).to.include.members(
      ['refresh_token 200', 'refresh_token 400', 'revoked'],
    );
    expect(one.requests.length).to.be.least(2);
  });

  it('whose person says no leaves the page without', async () => {
    const one = guest();
    one.answer = 'no';
    const error = await failureOf(one.session.connect());
    expect(error.code).to.equal('declined');
    expect(error.message).to.match(/Access was not given at 127\.0\.0\.1:\d+: The person said no\./);
    one.answer = 'yes';
    await one.session.connect();
    expect(one.session.state.get().phase).to.equal('ready');
  });

  it('takes tokens back when the person signs out', async () => {
    const one = guest();
    await one.session.connect();
    const token = await tokenOf(one);
    expect(await one.auth.signOut()).to.equal(true);
    const answer = await fetch(protectedUrl, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(answer.status).to.equal(401);
  });
});
