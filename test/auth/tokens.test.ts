import { expect } from '@esm-bundle/chai';
import { Authorization } from '../../src/auth/index.js';
import { MAX_AUTHORIZATIONS } from '../../src/auth/auth-limits.js';
import { signedFetch } from '../../src/auth/fetch.js';
import { ManualClock } from '../fixtures/clock.js';
import { failureOf } from '../fixtures/failure.js';
import { textOf } from '../fixtures/sessions.js';
import { textOfThrown } from '../fixtures/visible.js';
import { verifies } from '../requirements/verifies.js';
import type { Asked } from './scripted-site.js';
import { REDIRECT_URI, visits } from './signed-in.js';

const RENEWABLE = { givesRefreshTokens: true };
const grantOf = ({ body }: Asked): string | null => new URLSearchParams(body).get('grant_type');
const kinds = (asked: readonly Asked[]): (string | null)[] => asked.map(grantOf);

describe('tokens', () => {
  const clock = new ManualClock();
  const visit = visits();

  it('are renewed without the person when they have ended', async () => {
    const { connect, session, site } = visit({ issuer: { ...RENEWABLE, expiresIn: 1 } });
    await connect();
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    expect(site.visits).to.have.length(1);
    expect(kinds(site.at('/token')).slice(0, 2)).to.deep.equal(['authorization_code', 'refresh_token']);
  });

  it('are renewed with the newest refresh token, each of which works once, for the same server', async () => {
    verifies('refresh-tokens-rotate', 'resource-in-both-requests');
    const { connect, session, site } = visit({ issuer: RENEWABLE });
    await connect();
    for (let n = 0; n < 3; n++) {
      site.issuer.forgetTokens();
      await session.tools.call('echo');
    }
    const renewals = site.at('/token').slice(1);
    expect(kinds(renewals)).to.deep.equal(Array(3).fill('refresh_token'));
    const used = renewals.map(({ body }) => new URLSearchParams(body));
    expect(new Set(used.map((given) => given.get('refresh_token'))).size).to.equal(3);
    for (const given of used) expect(given.get('resource')).to.equal('https://mcp.test/mcp');
    expect(site.visits).to.have.length(1);
  });

  it('that cannot be renewed lead to the person', async () => {
    verifies('refresh-token-is-not-taken-for-granted');
    const { connect, session, site } = visit({ issuer: RENEWABLE });
    await connect();
    site.issuer.forgetTokens();
    site.issuer.forgetRefreshTokens();
    await session.tools.call('echo');
    expect(site.visits).to.have.length(2);
    const none = visit();
    await none.connect();
    none.site.issuer.forgetTokens();
    await none.session.tools.call('echo');
    expect(kinds(none.site.at('/token'))).to.deep.equal(['authorization_code', 'authorization_code']);
  });

  for (const [what, answer, status] of [
    ['with null for what it leaves out', { refresh_token: null, scope: null, id_token: null }, 200],
    ['with another status of success', {}, 201],
  ] as const)
    it(`are taken from an answer ${what}`, async () => {
      const token = { access_token: 'given', token_type: 'Bearer', expires_in: 60, ...answer };
      const { connect, site, auth } = visit({ issuer: { tokenAnswer: () => Response.json(token, { status }) } });
      // The server of this site knows only tokens of its issuer.
      await failureOf(connect());
      expect(site.visits).to.have.length(1);
      expect(auth.state.get().phase).to.equal('signed-in');
    });

  it('that many requests miss are renewed once', async () => {
    const { connect, session, site } = visit({ issuer: RENEWABLE });
    await connect();
    site.issuer.forgetTokens();
    await Promise.all([1, 2, 3, 4, 5].map(() => session.tools.call('echo')));
    expect(kinds(site.at('/token'))).to.deep.equal(['authorization_code', 'refresh_token']);
  });

  it('are asked for anew, with another client, when the server has moved to another authorization server', async () => {
    verifies('tokens-belong-to-their-issuer');
    for (const issuer of [{}, RENEWABLE]) {
      const { connect, session, site, sentWith } = visit({ issuer });
      await connect();
      const old = { client: sentWith().get('client_id')!, log: site.log.length };
      site.change({ issuer: { ...issuer, name: 'https://new.test' } });
      await session.tools.call('echo');
      expect(site.visits.map((request) => request.issuer)).to.deep.equal(['https://as.test', 'https://new.test']);
      const since = site.log.slice(old.log).filter(({ url }) => url.host === 'new.test');
      expect(since.map(({ url }) => url.pathname)).to.include.members(['/register', '/token']);
      for (const { url, body } of since) expect(url.href + body).not.to.match(new RegExp(`${old.client}\\b|refresh-`));
    }
  });

  it('go to no other origin and with nothing that a browser redirects by itself', async () => {
    verifies('token-in-header-only', 'tokens-belong-to-their-issuer');
    const { connect, site, auth } = visit();
    await connect();
    const { fetch } = auth.sign({ url: site.url, fetch: site.fetch, headers: async () => ({}), onProblem: () => {} });
    const before = site.log.length;
    await fetch('https://as.test/elsewhere', { redirect: 'manual' });
    await fetch(`${site.url}?followed`);
    await fetch(site.url, { redirect: 'manual' });
    expect(site.log.slice(before).map(({ headers }) => headers.has('authorization'))).to.deep.equal([
      false,
      false,
      true,
    ]);
  });

  it('are not sent where somebody on the way could read them', async () => {
    const { site } = visit();
    const auth = new Authorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI });
    const endpoint = { fetch: site.fetch, headers: async () => ({}), onProblem: () => {} };
    expect(() => auth.sign({ ...endpoint, url: 'http://mcp.test/mcp' })).to.throw(/anybody on the way/);
    auth.sign({ ...endpoint, url: 'http://localhost:3000/mcp' });
    expect(() => auth.sign({ ...endpoint, url: 'https://other.test/mcp' })).to.throw(/another server/);
  });

  it('are taken back when the person signs out', async () => {
    const { connect, session, auth, site } = visit({ issuer: RENEWABLE });
    await connect();
    expect(await auth.signOut()).to.equal(true);
    expect(auth.state.get()).to.deep.equal({ phase: 'signed-out' });
    expect(site.at('/revoke').map(({ body }) => new URLSearchParams(body).get('token')?.slice(0, 5))).to.deep.equal([
      'refre',
      'token',
    ]);
    await session.tools.call('echo');
    expect(site.visits).to.have.length(2);
  });

  it('are tried so many times for one request and no more, whatever is said of a refusal', async () => {
    let sent = 0;
    const refusing = async (): Promise<Response> => {
      if (++sent > 50) throw new Error('It is sent for ever.');
      return new Response('', { status: 401 });
    };
    const signer = { credentials: async () => ({ accessToken: 'x' }), refused: async () => true };
    const fetch = signedFetch('https://mcp.test/mcp', refusing, signer);
    const answer = await fetch('https://mcp.test/mcp', { method: 'POST', redirect: 'manual' });
    expect(answer.status).to.equal(401);
    expect(sent).to.equal(MAX_AUTHORIZATIONS + 3);
  });

  it('leave the names of their headers, and no more, on a request that got no answer', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    for (const [key, names] of [
      [undefined, ['authorization']],
      [pair, ['authorization', 'dpop']],
    ] as const) {
      const signer = { credentials: async () => ({ accessToken: 'a-secret', key }), refused: async () => false };
      const dead = async (): Promise<Response> => {
        throw new TypeError('Failed to fetch');
      };
      const headers = new Headers();
      const asked = signedFetch(
        'https://mcp.test/mcp',
        dead,
        signer,
      )('https://mcp.test/mcp', {
        ...{ method: 'POST', redirect: 'manual', headers },
      });
      await failureOf(asked);
      expect([...headers]).to.deep.equal(names.map((name) => [name, 'withheld']));
    }
  });

  it('that have ended are not sent when they cannot be renewed; those that still hold are', async () => {
    for (const [expiresIn, isSent] of [
      [1, false],
      [30, true],
    ] as const) {
      const { connect, session, site } = visit({ issuer: { ...RENEWABLE, expiresIn } });
      await connect();
      if (!isSent) await clock.advance(1100);
      site.change({
        instead: ({ pathname }) => {
          if (pathname === '/token') throw new TypeError('Failed to fetch');
          return undefined;
        },
      });
      const before = site.at('/mcp').length;
      if (isSent) expect(textOf(await session.tools.call('echo'))).to.equal('done');
      else expect((await failureOf(session.tools.call('echo'))).message).to.equal('No answer from as.test.');
      expect(site.at('/mcp').length - before).to.equal(isSent ? 1 : 0);
    }
  });

  it('are forgotten also where nobody takes them back', async () => {
    const { connect, auth } = visit({ issuer: { metadata: { revocation_endpoint: undefined } } });
    await connect();
    expect(await auth.signOut()).to.equal(false);
    expect(auth.state.get()).to.deep.equal({ phase: 'signed-out' });
  });

  it('that the server takes none of end it, instead of asking for ever', async () => {
    const { connect, site } = visit({ takesNothing: true });
    const error = await failureOf(connect());
    expect(error.message).to.match(/refuses the token from its own sign-in/);
    expect(site.visits).to.have.length(1);
  });

  it('may come with an odd id token, which is nothing for us', async () => {
    const odd = { access_token: 'x', token_type: 'bearer', id_token: 'no.jwt', expires_in: '3600' };
    const { connect, auth, site } = visit({
      issuer: { tokenAnswer: () => Response.json(odd) },
      takesNothing: true,
    });
    await failureOf(connect());
    expect(site.log.at(-1)!.headers.get('authorization')).to.equal('Bearer x');
    expect(auth.state.get().phase).to.equal('signed-in');
  });

  it('that no header can carry are an error that quotes nothing of them', async () => {
    for (const access_token of ['s3cret\nX-Other: 1', 's3cret\r', 's3cret 世界', '\u0000s3cret']) {
      const tokenAnswer = (): Response => Response.json({ access_token, token_type: 'Bearer' });
      const visited = visit({ issuer: { tokenAnswer } });
      const error = await failureOf(visited.connect());
      expect(error.message).to.match(/answered the request for a token with something that cannot be used/);
      expect(textOfThrown(error)).not.to.include('s3cret');
      expect(visited.auth.state.get().phase).to.equal('failed');
    }
  });

  it('that are to last longer than any calendar have no known end', async () => {
    for (const expires_in of [1e13, 1e300, 1.7e308]) {
      const tokenAnswer = (): Response => Response.json({ access_token: 'x', token_type: 'Bearer', expires_in });
      const { connect, auth } = visit({ issuer: { tokenAnswer }, takesNothing: true });
      await failureOf(connect());
      expect(auth.state.get()).to.include({ phase: 'signed-in', expiresAt: undefined });
    }
  });

  it('that are none are an error that quotes nothing of them', async () => {
    for (const body of ['', '[]', '{"access_token":7}', '{"access_token":"s3cret","token_type":"mac"}']) {
      const tokenAnswer = (): Response => new Response(body, { headers: { 'content-type': 'application/json' } });
      const error = await failureOf(visit({ issuer: { tokenAnswer } }).connect());
      expect(error.message).to.match(/answered the request for a token with something that cannot be used/);
      expect(`${error.message}${error.remedy}${error.stack}${String(error.cause)}`).not.to.include('s3cret');
    }
  });
});
