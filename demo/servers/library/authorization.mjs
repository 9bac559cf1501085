// The authorization server of the library: a real one (npm oidc-provider), with a page to sign in and a page to consent.
import Provider from 'oidc-provider';
import { pageFor } from './pages.mjs';

/** Seconds an access token lasts: short, so that it is seen to be renewed. */
const TOKEN_SECONDS = 120;
/** Seconds of everything else; all of it goes with the process anyway. */
const LONG_SECONDS = 24 * 60 * 60;

/**
 * @param {string} issuer its address
 * @returns {{ handle(request, response): void, scopesOf(token: string | undefined, audience: string): Promise<Set<string> | undefined> }}
 */
export function createAuthorization(issuer) {
  const provider = new Provider(issuer, {
    scopes: ['openid', 'offline_access', 'loans:read', 'loans:write'],
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    ttl: {
      AccessToken: TOKEN_SECONDS,
      Interaction: 600,
      Session: LONG_SECONDS,
      Grant: LONG_SECONDS,
      RefreshToken: LONG_SECONDS,
    },
    cookies: { keys: ['nothing here is secret'] },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, audience) => ({
          scope: 'loans:read loans:write',
          audience,
          accessTokenFormat: 'opaque',
          accessTokenTTL: TOKEN_SECONDS,
        }),
      },
    },
  });
  const handle = provider.callback();
  return {
    handle(request, response) {
      // It lets pages come to all its endpoints but this one.
      if (request.url === '/reg') {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('access-control-allow-headers', 'content-type');
        if (request.method === 'OPTIONS') return response.writeHead(204).end();
      }
      if (!request.url.startsWith('/sign-in/')) return handle(request, response);
      return void interact(provider, request, response).catch((error) => {
        response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(`${error.message}\n`);
      });
    },
    async scopesOf(value, audience) {
      const token = value && (await provider.AccessToken.find(value));
      return token?.isValid && token.aud === audience ? token.scopes : undefined;
    },
  };
}

/** The page to sign in, then the page to consent; a form each. */
async function interact(provider, request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') {
    const page = pageFor(prompt.name, { scope: params.scope ?? '', home: params.redirect_uri ?? '' });
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cross-origin-opener-policy': 'same-origin' })
      .end(page);
  }
  const finish = (result) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: prompt.name !== 'login' });
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const given = new URLSearchParams(body);
  if (given.get('answer') !== 'yes')
    return provider.interactionFinished(
      request,
      response,
      { error: 'access_denied', error_description: 'The card holder said no' },
      { mergeWithLastSubmission: false },
    );
  if (prompt.name === 'login') return finish({ login: { accountId: given.get('account')?.trim() || 'ada' } });
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ??
    new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope, missingResourceScopes } = prompt.details;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
    grant.addResourceScope(resource, scopes.join(' '));
  return finish({ consent: { grantId: await grant.save() } });
}
