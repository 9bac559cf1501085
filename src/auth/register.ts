import { asMcpError } from '../errors.js';
import { isLoopback } from './addresses.js';
import type { AuthorizationServer } from './authorization-server.js';
import type { ClientSearch } from './client.js';
import { MAX_CLIENT_ID_LENGTH } from './limits.js';
import { AuthorizationError, hostOf, refusedBy } from './problems.js';
import { textIn, type Fields } from './read-document.js';
import { ask } from './ask-server.js';
import type { ClientAuthMethod, KeptClient } from './token-store.js';

const METHODS: readonly ClientAuthMethod[] = ['none', 'client_secret_post', 'client_secret_basic'];

/**
 * Registers this page as a client of that authorization server.
 * @throws AuthorizationError with what the server has against it
 * @see https://www.rfc-editor.org/rfc/rfc7591
 */
export async function register(search: ClientSearch, endpoint: string): Promise<KeptClient> {
  const { redirectUri, server, signal } = search;
  // A page on this machine is what the specification calls native: its http address is allowed to come back to.
  const own = isLoopback(redirectUri) ? 'native' : 'web';
  for (const type of [own, own === 'web' ? 'native' : 'web']) {
    const { status, fields } = await post(search, endpoint, type);
    const clientId = textIn(fields, 'client_id');
    if (status < 300 && clientId && isClientId(clientId)) return readClient(clientId, fields, server);
    const error = textIn(fields, 'error');
    signal.throwIfAborted();
    // Some know only one kind. No other refusal has to do with it.
    if (type === own && (error === 'invalid_redirect_uri' || error === 'invalid_client_metadata')) continue;
    if (error) throw refusedRegistration(server, redirectUri, error, textIn(fields, 'error_description'));
    break;
  }
  throw new AuthorizationError(`${hostOf(server.issuer)} did not register this page.`, {
    remedy: `Register it there by hand, to come back to ${redirectUri}, and give its client id.`,
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.1 */
function isClientId(text: string): boolean {
  return text.length <= MAX_CLIENT_ID_LENGTH && /^[\x20-\x7E]+$/.test(text);
}

async function post(
  { options, redirectUri, server, fetch, signal }: ClientSearch,
  endpoint: string,
  applicationType: string,
): Promise<{ status: number; fields: Fields }> {
  const { authMethods } = server;
  const metadata = {
    client_name: options.clientName ?? new URL(redirectUri).host,
    redirect_uris: [redirectUri],
    application_type: applicationType,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A page keeps no secrets; some servers give one all the same.
    token_endpoint_auth_method: METHODS.find((method) => authMethods?.includes(method)) ?? 'none',
  };
  try {
    return await ask(fetch, endpoint, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(metadata),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    throw error;
  }
}

function readClient(clientId: string, fields: Fields, { authMethods }: AuthorizationServer): KeptClient {
  const clientSecret = textIn(fields, 'client_secret');
  const told = METHODS.find((method) => method === fields['token_endpoint_auth_method']);
  const expires = fields['client_secret_expires_at'];
  const byDefault =
    authMethods?.includes('client_secret_basic') === false ? 'client_secret_post' : 'client_secret_basic';
  return {
    clientId,
    clientSecret,
    secretExpiresAt: typeof expires === 'number' && expires > 0 ? expires * 1000 : undefined,
    method: clientSecret ? (told ?? byDefault) : 'none',
  };
}

function refusedRegistration(
  { issuer }: AuthorizationServer,
  redirectUri: string,
  error: string,
  description: string | undefined,
): AuthorizationError {
  const refusal = refusedBy(issuer, error, description);
  return new AuthorizationError(`${hostOf(issuer)} did not register this page: ${refusal.message}`, {
    oauthError: refusal.oauthError,
    remedy:
      error === 'invalid_redirect_uri'
        ? `It must allow people to come back to ${redirectUri}, or register this page by hand.`
        : `Register it there by hand, to come back to ${redirectUri}, and give its client id.`,
  });
}
