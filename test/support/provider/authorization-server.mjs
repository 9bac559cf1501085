// A real authorization server (npm oidc-provider) with pages to log in and to consent, refresh tokens that rotate, and
// tokens that last as long as a test says.
import { createServer } from '../http-server.mjs';
import Provider from 'oidc-provider';
import { Behaviours } from './behaviour.mjs';

const HOST = '127.0.0.1';

/** @returns {Promise<{ issuer: string, provider: Provider, behaviours: Behaviours, stop(): void }>} */
export async function startAuthorizationServer() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const issuer = `http://${HOST}:${server.address().port}`;
  const behaviours = new Behaviours();
  const provider = new Provider(issuer, {
    scopes: ['openid', 'offline_access', 'read', 'write'],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: (_ctx, _token, client) => behaviours.of(client).seconds,
      Interaction: 600,
      Session: 600,
      Grant: 600,
      RefreshToken: 600,
    },
    cookies: { keys: ['of a test'] },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, audience, client) => ({
          scope: 'read write',
          audience,
          accessTokenFormat: 'opaque',
          accessTokenTTL: behaviours.of(client).seconds,
        }),
      },
    },
  });
  behaviours.watch(provider);
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const [, , uid] = /^\/(interaction)\/([\w-]+)/.exec(request.url) ?? [];
    // It lets pages come to all its endpoints but this one.
    if (request.url === '/reg') {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'content-type');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
    }
    if (uid)
      void interact(provider, behaviours, request, response).catch((error) =>
        response.writeHead(500).end(String(error)),
      );
    else handle(request, response);
    return undefined;
  });
  return {
    issuer,
    provider,
    behaviours,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A person who sits before it presses the button after their time. */
function formOf(name, scope = '', { personTakesMs, answer = 'yes' }) {
  const field = name === 'login' ? '<input name="account" value="ada">' : `<p>${scope}</p>`;
  const value = name === 'login' ? 'yes' : answer;
  const form = `<form method="post" id="${name}">${field}<button name="answer" value="${value}">Yes</button></form>`;
  if (personTakesMs === undefined) return form;
  const does = answer === 'close' ? 'window.close()' : "document.querySelector('button').click()";
  return `<!doctype html>${form}<script>setTimeout(() => ${does}, ${personTakesMs})</script>`;
}

/** The page to log in, then the page to consent; a form each. */
async function interact(provider, behaviours, request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') {
    const { isGuarded, ...person } = behaviours.of(await provider.Client.find(params.client_id));
    const headers = { 'content-type': 'text/html', ...(isGuarded && { 'cross-origin-opener-policy': 'same-origin' }) };
    return response.writeHead(200, headers).end(formOf(prompt.name, params.scope, person));
  }
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const given = new URLSearchParams(body);
  if (given.get('answer') !== 'yes') {
    const refusal = { error: 'access_denied', error_description: 'The person said no' };
    return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
  }
  if (prompt.name === 'login') {
    const result = { login: { accountId: given.get('account') } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ??
    new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope, missingResourceScopes } = prompt.details;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
    grant.addResourceScope(resource, scopes.join(' '));
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}
