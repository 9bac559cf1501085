import { expect } from '@open-wc/testing';
import { failureOf } from '../fixtures/failure.js';
import { everythingVisible, hearConsole, textOfThrown } from '../fixtures/visible.js';
import { verifies } from '../requirements/verifies.js';
import type { SiteScript } from './scripted-site.js';
import { visits, type Visit } from './signed-in.js';

describe('what is secret', () => {
  const visit = visits();
  const said = hearConsole();

  /** Tokens, codes and verifiers of that visit. */
  function secretsOf({ site }: Visit): string[] {
    const verifiers = site
      .at('/token')
      .map(({ body }) => new URLSearchParams(body).get('code_verifier'))
      .filter((verifier) => verifier !== null);
    return ['token-\\d+-secret', 'refresh-\\d+-secret', 'code-\\d+-secret', ...verifiers];
  }

  async function expectNone(visited: Visit, ...errors: unknown[]): Promise<void> {
    const seen = [
      ...Object.values(await everythingVisible()),
      ...said,
      ...errors.map(textOfThrown),
      JSON.stringify(visited.auth.state.get()),
      JSON.stringify([visited.session.log.get(), visited.session.notifications.get(), visited.session.server]),
      ...visited.session.problems.get().map(textOfThrown),
      // Addresses that people are sent to, and everything any server but its owner was asked.
      ...visited.site.visits.map(({ url }) => url),
      ...visited.site.log.map(({ url }) => url.href),
    ].join('\n');
    for (const secret of secretsOf(visited)) expect(seen).not.to.match(new RegExp(secret));
  }

  const ways: readonly [what: string, script: SiteScript][] = [
    ['a sign-in that works', {}],
    ['one that is renewed', { issuer: { givesRefreshTokens: true, expiresIn: 1 } }],
    ['one that adds a right', { scope: 'read', needs: { 'tools/call': 'write' } }],
  ];
  for (const [what, script] of ways)
    it(`is nowhere to be seen after ${what}`, async () => {
      verifies('tokens-are-kept-secret');
      const visited = visit(script);
      await visited.connect();
      await visited.session.tools.call('echo');
      await expectNone(visited);
    });

  it('is in no error of a sign-in that fails', async () => {
    verifies('tokens-are-kept-secret');
    const secret = { access_token: 'token-1-secret', refresh_token: 'refresh-1-secret', token_type: 'odd' };
    for (const script of [
      { takesNothing: true },
      { comesBack: (callback: URL) => (callback.searchParams.set('state', 'x'), callback) },
      { comesBack: (callback: URL) => (callback.searchParams.set('iss', 'x'), callback) },
      { issuer: { tokenAnswer: () => Response.json(secret) } },
      { issuer: { tokenAnswer: () => Response.json({ ...secret, error: 'invalid_grant' }, { status: 400 }) } },
      { issuer: { tokenAnswer: () => new Response(JSON.stringify(secret), { status: 500 }) } },
    ]) {
      const visited = visit(script);
      const error = await failureOf(visited.connect());
      const { auth, site } = visited;
      const seen = [
        textOfThrown(error),
        JSON.stringify(auth.state.get()),
        ...Object.values(await everythingVisible()),
        ...said,
      ].join('\n');
      for (const one of [...secretsOf(visited), site.visits[0]!.attempt.verifier])
        expect(seen).not.to.match(new RegExp(one));
    }
  });
});
