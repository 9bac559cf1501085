// WTR plugin: a real authorization server, an MCP server that trusts it, and a person who goes there. They start with the
// first test that imports '/__provider__.js'.
import { visit } from './provider/person.mjs';
import { startProtectedServer } from './provider/protected-server.mjs';

/** What is asked for. Not in the address: browsers note addresses, and tests look for tokens in what they note. */
const ASKED = 'x-asked';

export function providerPlugin() {
  let starting;
  const start = async () => {
    // It has words for every Node it does not know.
    const { startAuthorizationServer } = await import('./provider/authorization-server.mjs');
    const authorizationServer = await startAuthorizationServer();
    return { authorizationServer, mcp: await startProtectedServer(authorizationServer) };
  };
  return {
    name: 'authorization-server',
    async serverStop() {
      const { authorizationServer, mcp } = (await starting) ?? {};
      authorizationServer?.stop();
      mcp?.stop();
    },
    async serve(context) {
      const { path } = context;
      if (!path.startsWith('/__provider')) return undefined;
      const query = JSON.parse(decodeURIComponent(context.get(ASKED) || '{}'));
      const { authorizationServer, mcp } = await (starting ??= start());
      const { provider, behaviours, issuer } = authorizationServer;
      const json = (value) => ({ body: JSON.stringify(value), type: 'json' });
      switch (path) {
        case '/__provider__.js':
          return { body: moduleText(mcp.url, issuer), type: 'js' };
        case '/__provider__/visit':
          return json(await visit(query.url, query.answer, query.home).catch((error) => ({ failed: String(error) })));
        case '/__provider__/tokens-last':
          behaviours.seconds = Number(query.seconds);
          return json({});
        case '/__provider__/behave':
          behaviours.change(query.client, JSON.parse(query.behaviour));
          return json({});
        case '/__provider__/log':
          return json(behaviours.logOf(query.client));
        case '/__provider__/end-token':
          await (await provider.AccessToken.find(query.token)).destroy();
          return json({});
        case '/__provider__/end-grant':
          await endGrantOf(provider, query.token);
          return json({});
        default:
          return undefined;
      }
    },
  };
}

/** As a person does who takes access back at the authorization server. */
async function endGrantOf(provider, value) {
  const token = await provider.AccessToken.find(value);
  for (const kind of ['AccessToken', 'RefreshToken', 'AuthorizationCode'])
    await provider[kind].revokeByGrantId(token.grantId);
}

const moduleText = (url, issuer) => `
export const protectedUrl = ${JSON.stringify(url)};
export const providerIssuer = ${JSON.stringify(issuer)};
const ask = async (path, query) => {
  const headers = { '${ASKED}': encodeURIComponent(JSON.stringify(query)) };
  const answer = await (await fetch('/__provider__/' + path + '?' + crypto.randomUUID(), { headers })).json();
  if (answer.failed) throw new Error(answer.failed);
  return answer;
};
export const visit = (url, answer, home) => ask('visit', { url, answer, home });
export const tokensLast = (seconds) => ask('tokens-last', { seconds });
export const endGrantOf = (token) => ask('end-grant', { token });
export const endToken = (token) => ask('end-token', { token });
export const behave = (client, behaviour) => ask('behave', { client, behaviour: JSON.stringify(behaviour) });
export const tokenLog = (client) => ask('log', { client });
`;
