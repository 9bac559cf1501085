import { expect } from '@esm-bundle/chai';
import { Authorization, type Authorizer } from '../../src/auth/index.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';
import { ScriptedSite } from './scripted-site.js';
import { REDIRECT_URI, visits } from './signed-in.js';

/** As RFC 7636 has it. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

describe('signing in at a server that refuses', () => {
  const visit = visits();
  const { create } = sessions();

  it('goes by itself from the refusal to the answer', async () => {
    verifies('refusal-starts-sign-in');
    const { connect, session, site, auth } = visit();
    await connect();
    expect(session.tools.state.get().phase).to.equal('ready');
    expect(site.visits).to.have.length(1);
    expect(auth.state.get()).to.include({ phase: 'signed-in', issuer: 'https://as.test' });
  });

  it('asks for a code, protected by S256, for that server', async () => {
    verifies('codes-are-protected', 'resource-in-both-requests', 'comes-back-to-registered-address');
    const { connect, sentWith, tokenRequest } = visit();
    await connect();
    const sent = Object.fromEntries(sentWith());
    const given = Object.fromEntries(tokenRequest());
    expect(sent['redirect_uri']).to.match(/^https:\/\/page\.test\/oauth-callback\.html\?issuer=[0-9a-f]{32}$/);
    expect(sent).to.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: 'https://mcp.test/mcp',
    });
    expect(sent['state']).to.have.length(43);
    expect(given).to.include({
      grant_type: 'authorization_code',
      redirect_uri: sent['redirect_uri'],
      resource: 'https://mcp.test/mcp',
    });
    expect(given['code_verifier']).not.to.equal(sent['code_challenge']);
    expect(await challengeOf(given['code_verifier']!)).to.equal(sent['code_challenge']);
  });

  it('sends the token with each request of the session, in the header and nowhere else', async () => {
    verifies('token-in-header-only');
    const { connect, session, site } = visit();
    await connect();
    await session.tools.call('echo');
    const asked = site.at('/mcp');
    const signed = asked.slice(1);
    expect(signed).to.have.length(3);
    for (const { headers, url, body } of signed) {
      expect(headers.get('authorization')).to.match(/^Bearer token-\d+-secret$/);
      expect(url.href + body).not.to.match(/token-\d/);
    }
  });

  it('has no state, verifier or challenge twice', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { connect, sentWith } = visit();
      await connect();
      for (const name of ['state', 'code_challenge']) seen.add(sentWith().get(name)!);
    }
    expect(seen.size).to.equal(6);
  });

  it('once for all requests that are refused together', async () => {
    const { connect, session, site } = visit();
    await connect();
    site.issuer.forgetTokens();
    await Promise.all([1, 2, 3].map(() => session.tools.call('echo')));
    expect(site.visits).to.have.length(2);
  });

  it('asks for the scopes of the refusal, else for those the server knows, else for none', async () => {
    verifies('scope-of-the-refusal-first');
    const resource = { scopes_supported: ['read', 'write'] };
    const cases = [
      [{ scope: 'read', resource }, 'read'],
      [{ scope: 'other', resource }, 'other'],
      [{ resource }, 'read write'],
      [{}, null],
    ] as const;
    for (const [script, scope] of cases) {
      const { connect, sentWith } = visit(script);
      await connect();
      expect(sentWith().get('scope')).to.equal(scope);
    }
  });

  it('asks to stay signed in only where the authorization server has that', async () => {
    verifies('offline-access-only-where-known');
    const knows = { metadata: { scopes_supported: ['read', 'offline_access'] } };
    const offline = visit({ scope: 'read', issuer: knows });
    await offline.connect();
    expect(offline.sentWith().get('scope')).to.equal('read offline_access');
    const unknown = visit({ scope: 'read' });
    await unknown.connect();
    expect(unknown.sentWith().get('scope')).to.equal('read');
    const unwanted = visit({ scope: 'read', issuer: knows }, { offline: false });
    await unwanted.connect();
    expect(unwanted.sentWith().get('scope')).to.equal('read');
  });

  describe('while a person signs in', () => {
    const clock = new ManualClock();

    it('does not count the time that they take', async () => {
      const site = new ScriptedSite();
      const { authorizer } = site;
      const slow: Authorizer = {
        open: async (request) => {
          await clock.advance(700);
          return authorizer.open(request);
        },
      };
      const auth = new Authorization({ authorizer: slow, redirectUri: REDIRECT_URI });
      const session = create(site.url, { auth, fetch: site.fetch, connectTimeoutMs: 300 });
      await session.connect();
      expect(session.state.get().phase).to.equal('ready');
    });
  });

  it('ends when nobody waits for it any more', async () => {
    const site = new ScriptedSite();
    let signal: AbortSignal | undefined;
    const never: Authorizer = {
      open: (request) => {
        ({ signal } = request);
        return new Promise(() => {});
      },
    };
    const auth = new Authorization({ authorizer: never, redirectUri: REDIRECT_URI });
    const session = create(site.url, { auth, fetch: site.fetch });
    const opening = failureOf(session.connect());
    await eventually(() => signal);
    await session.close();
    expect((await opening).code).to.equal('closed');
    await eventually(() => signal!.aborted);
  });

  it('asks no other authorization server once nobody waits for it', async () => {
    let isAsked = false;
    const site = new ScriptedSite({
      resource: { authorization_servers: ['https://silent.test', 'https://as.test'] },
      instead: ({ hostname }, { signal }) => {
        if (hostname !== 'silent.test') return undefined;
        isAsked = true;
        return new Promise((_resolve, reject) =>
          signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true }),
        );
      },
    });
    const auth = new Authorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI });
    const session = create(site.url, { auth, fetch: site.fetch });
    const opening = failureOf(session.connect());
    await eventually(() => isAsked);
    await session.close();
    expect((await opening).code).to.equal('closed');
    await pause(50);
    expect(site.log.filter(({ url }) => url.hostname === 'as.test')).to.deep.equal([]);
  });

  it('that loses the network in the middle says so, and works when it is back', async () => {
    for (const path of ['/register', '/token']) {
      let isThere = false;
      const { connect, site } = visit({
        instead: ({ pathname }) => {
          if (pathname === path && !isThere) throw new TypeError('Failed to fetch');
          return undefined;
        },
      });
      const error = await failureOf(connect());
      expect(error.message).to.equal('No answer from as.test.');
      expect(error.remedy).to.include(path);
      isThere = true;
      await connect();
      expect(site.issuer.clients.size).to.equal(1);
    }
  });

  it('of one that runs by itself opens nothing', async () => {
    const { connect, site, auth } = visit();
    await connect();
    const signed = auth.sign({ url: site.url, fetch: site.fetch, headers: async () => ({}), onProblem: () => {} });
    site.issuer.forgetTokens();
    const answer = await signed.fetch(site.url, { method: 'GET', redirect: 'manual' });
    expect(answer.status).to.equal(405);
    expect(site.visits).to.have.length(1);
  });
});
