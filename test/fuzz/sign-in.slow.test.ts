import fc from 'fast-check';
import { MAX_AUTHORIZATION_SERVERS, MAX_AUTH_DOCUMENT_BYTES, MAX_CALLBACK_LENGTH } from '../../src/auth/auth-limits.js';
import { MAX_CLIENT_ID_LENGTH } from '../../src/auth/auth-limits.js';
import { callbackOf, newClient } from '../../src/auth/clients.js';
import {
  type AuthorizationServer,
  discoverOwn,
  discoverResource,
  discoverServer,
  otherHosts,
} from '../../src/auth/discovery.js';
import { readCallback } from '../../src/auth/flow.js';
import { MemoryTokenStore } from '../../src/auth/memory-token-store.js';
import { isSecureUrl } from '../../src/auth/url-safety.js';
import { differenceOfScopes, readScopes, unionOfScopes } from '../../src/auth/scope-sets.js';
import { exchangeCode, renew, revoke } from '../../src/auth/tokens.js';
import type { PendingAuthorization, SignIn } from '../../src/auth/types.js';
import { readChallenge } from '../../src/transport/challenge.js';
import { isLocalHost } from '../../src/util/hosts.js';
import { anyJson, around, changedDocument, oddText } from './arbitraries.js';
import { fuzz, must, orMcpError, orMcpErrorLater } from './fuzz.js';

const SERVER = 'https://mcp.test/mcp';
const ISSUER = 'https://as.test';
const REDIRECT = 'https://page.test/back.html';
const { signal } = new AbortController();

/** What is answered, whoever asks; and what was asked for. */
function answering(...answers: readonly (() => Response)[]): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return answers[Math.min(asked.length, answers.length) - 1]!();
    },
  };
}
const json = (value: unknown, status = 200): Response =>
  new Response([101, 204, 205, 304].includes(status) ? null : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json' },
  });

const metadata = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  revocation_endpoint: `${ISSUER}/revoke`,
  scopes_supported: ['a', 'b'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_post'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
};
const resource = {
  resource: SERVER,
  authorization_servers: [ISSUER],
  scopes_supported: ['a'],
  dpop_bound_access_tokens_required: true,
  dpop_signing_alg_values_supported: ['ES256'],
};
const addresses = fc.constantFrom(
  ...[
    'http://as.test/x',
    'https://user@as.test/x',
    'http://localhost/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'javascript:1',
  ],
  ...[
    'https:as.test',
    'https://as.test\\@evil.test',
    '//as.test',
    'https://as.test/',
    'https://evil.test/x',
    'http://127.1/',
  ],
);
const withAddress = (document: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...Object.keys(document)), fc.oneof(addresses, oddText))
    .map(([name, value]) => ({ ...document, [name]: Array.isArray(document[name]) ? [value] : value }));
const document = (one: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: changedDocument(one), weight: 5 },
    { arbitrary: withAddress(one), weight: 4 },
    { arbitrary: anyJson, weight: 1 },
  );

/** Where codes and tokens would go must be safe, whatever the document says. */
function mustBeSafe(server: AuthorizationServer): void {
  for (const address of [
    server.authorizationEndpoint,
    server.tokenEndpoint,
    server.registrationEndpoint,
    server.revocationEndpoint,
  ]) {
    if (address === undefined) continue;
    must(isSecureUrl(address), address);
    const { hostname, username, protocol } = new URL(address);
    must(username === '' && protocol === 'https:' && !isLocalHost(hostname), address);
  }
  otherHosts(server, true);
}

describe('a document of a sign-in, drawn', () => {
  fuzz(
    'about an authorization server is that of the one that was asked, with addresses that are safe, or refused',
    document(metadata),
    async (value) => {
      const { fetch } = answering(() => json(value));
      const server = await orMcpErrorLater(() => discoverServer(fetch, ISSUER, SERVER, signal));
      if (!server) return;
      // Its only slash names no other server: docs/decisions/0027-where-servers-differ-from-the-words.md
      must([ISSUER, `${ISSUER}/`].includes(server.issuer), server.issuer);
      mustBeSafe(server);
    },
    { cases: 4_000 },
  );

  fuzz(
    'about the server itself is its own',
    document({ ...metadata, issuer: 'https://mcp.test' }),
    async (value) => {
      const { fetch } = answering(() => json(value));
      const server = await orMcpErrorLater(() => discoverOwn(fetch, SERVER, signal));
      if (!server) return;
      must(/^https:\/\/mcp\.test\/?$/.test(server.issuer), server.issuer);
      mustBeSafe(server);
    },
    { cases: 2_000 },
  );

  fuzz(
    'about a protected resource is about this one, and nothing but its own origin is asked',
    fc.tuple(
      document(resource),
      fc.oneof(addresses, oddText, fc.constant('https://mcp.test/about'), fc.constant(undefined)),
    ),
    async ([value, told]) => {
      const { fetch, asked } = answering(() => json(value));
      const challenge = { scheme: 'bearer', resourceMetadata: told } as const;
      const found = await orMcpErrorLater(() => discoverResource(fetch, SERVER, challenge, signal));
      must(
        asked.every((address) => new URL(address).origin === 'https://mcp.test'),
        asked.join(' '),
      );
      if (!found) return;
      must(found.issuers.length <= MAX_AUTHORIZATION_SERVERS, `${found.issuers.length} issuers`);
      must(new URL(found.resource).origin === 'https://mcp.test', found.resource);
    },
    { cases: 4_000 },
  );

  fuzz(
    'with an issuer of its own words is not asked elsewhere than there',
    fc.oneof(addresses, oddText, fc.webUrl()),
    async (issuer) => {
      const { fetch, asked } = answering(() => json({ ...metadata, issuer }));
      await orMcpErrorLater(() => discoverServer(fetch, issuer, SERVER, signal));
      for (const address of asked) {
        must(isSecureUrl(address) && new URL(address).origin === new URL(issuer).origin, address);
        must(!isLocalHost(new URL(address).hostname), address);
      }
    },
    { cases: 2_000 },
  );

  fuzz(
    'that is no JSON, an error or too long is none, and that is said',
    fc.tuple(around(MAX_AUTH_DOCUMENT_BYTES, 20), fc.constantFrom(200, 200, 204, 301, 401, 404, 500)),
    async ([text, status]) => {
      const { fetch } = answering(() => new Response(status === 204 ? null : text, { status }));
      const error = await discoverServer(fetch, ISSUER, SERVER, signal).then(
        () => undefined,
        (reason: unknown) => reason as Error & { code?: string; remedy?: string },
      );
      must(error?.code !== undefined, String(error));
      if (status === 200 && new TextEncoder().encode(text).length > MAX_AUTH_DOCUMENT_BYTES)
        must(error.remedy?.includes('128 KB'), `The limit is not told: ${error.remedy}`);
    },
    { cases: 800 },
  );

  const server: AuthorizationServer = {
    issuer: ISSUER,
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    registrationEndpoint: metadata.registration_endpoint,
    revocationEndpoint: metadata.revocation_endpoint,
    namesItself: false,
    takesClientMetadata: false,
  };

  fuzz(
    'that answers a registration gives a client that can be used, or a refusal in words',
    fc.tuple(
      fc.oneof(
        document({
          client_id: 'c',
          client_secret: 's',
          client_secret_expires_at: 0,
          token_endpoint_auth_method: 'client_secret_basic',
          error: 'invalid_redirect_uri',
          error_description: 'd',
        }),
        around(MAX_CLIENT_ID_LENGTH, 5).map((client_id) => ({ client_id })),
      ),
      fc.constantFrom(200, 201, 400, 403, 500),
    ),
    async ([value, status]) => {
      const { fetch } = answering(() => json(value, status));
      const store = new MemoryTokenStore();
      const options = { redirectUri: REDIRECT } as never;
      const search = { server, options, redirectUri: REDIRECT, store, fetch, signal, bound: new Map() };
      const found = await orMcpErrorLater(() => newClient(search));
      if (!found) return;
      const { clientId, clientSecret, method } = found.client;
      must(/^[\x20-\x7e]+$/.test(clientId) && clientId.length <= MAX_CLIENT_ID_LENGTH, 'Its id cannot be sent.');
      must((clientSecret === undefined) === (method === 'none'), method);
      must(found.redirectUri === (await callbackOf(REDIRECT, ISSUER)), found.redirectUri);
    },
    { cases: 2_000 },
  );

  const attempt: PendingAuthorization = {
    authorizationServer: server,
    client: { clientId: 'c', method: 'none' },
    redirectUri: `${REDIRECT}?issuer=1`,
    verifier: 'v'.repeat(43),
    state: 'state-of-this-one',
    resource: SERVER,
    asked: ['a'],
  } as never;
  const parameters = readCallback(attempt, `${REDIRECT}?issuer=1&state=state-of-this-one&code=c`);

  fuzz(
    'with tokens gives a token, or says that it has none; and quotes none',
    fc.tuple(
      document({
        access_token: 'token-that-nobody-may-see',
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'a b',
        refresh_token: 'refresh-that-nobody-may-see',
        id_token: 'x.y.z',
        error: undefined,
      }),
      fc.constantFrom(200, 200, 200, 400, 401, 500),
    ),
    async ([value, status]) => {
      const { fetch } = answering(() => json(value, status));
      const before: SignIn = {
        ...{ issuer: ISSUER, tokenEndpoint: server.tokenEndpoint, revocationEndpoint: server.revocationEndpoint },
        ...{ resource: SERVER, client: attempt.client, asked: ['a'], granted: ['a'] },
        ...{ accessToken: 'old', refreshToken: 'old', expiresAt: 0 },
      } as never;
      for (const act of [
        async () => exchangeCode(attempt, parameters, { fetch, signal }),
        async () => renew(before, 'old', { fetch, signal }),
        async () => (await revoke(before, 'old', { fetch, signal }), undefined),
      ]) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are used
          const found = await orMcpErrorLater(act);
          if (found) must(typeof found.accessToken === 'string' && found.accessToken !== '', 'It has no token.');
        } catch (error) {
          must(false, `It fails otherwise: ${String(error)}`);
        }
      }
    },
    { cases: 2_500 },
  );

  fuzz(
    'says nothing of a token in an error',
    changedDocument({
      access_token: 'token-that-nobody-may-see',
      token_type: 'Bearer',
      error: 'x',
      error_description: 'y',
    }),
    async (value) => {
      const { fetch } = answering(() => json(value, 200));
      try {
        await exchangeCode(attempt, parameters, { fetch, signal });
      } catch (error) {
        const said = `${(error as Error).message} ${JSON.stringify(error)} ${String((error as Error).cause)}`;
        must(!said.includes('nobody-may-see'), said);
      }
    },
    { cases: 2_000 },
  );

  fuzz(
    'that a person comes back with is the answer to this sign-in, or refused',
    fc.tuple(
      fc.constantFrom(REDIRECT, 'https://page.test/other', 'https://evil.test/back.html', ''),
      fc.array(
        fc.tuple(
          fc.constantFrom('code', 'state', 'iss', 'error', 'error_description', 'issuer', 'response', 'id_token'),
          fc.oneof(fc.constantFrom('state-of-this-one', '1', ISSUER, `${ISSUER}/`), around(MAX_CALLBACK_LENGTH, 40)),
        ),
        { maxLength: 6 },
      ),
    ),
    ([place, given]) => {
      const callback = `${place}?${new URLSearchParams(given.map(([name, value]) => [name, value.toWellFormed()])).toString()}`;
      const read = orMcpError(() => readCallback(attempt, callback));
      if (!read) return;
      must(callback.length <= MAX_CALLBACK_LENGTH, 'A longer one was read.');
      must(place === REDIRECT && read.getAll('code').length === 1, callback);
      must(new URL(callback).searchParams.getAll('state').join() === 'state-of-this-one', callback);
      must(
        new URL(callback).searchParams.getAll('iss').every((iss) => iss === ISSUER),
        callback,
      );
    },
    { cases: 5_000 },
  );

  fuzz(
    'that refuses is read as a challenge, and its scopes are scopes',
    fc.array(
      fc.oneof(
        oddText,
        fc.constantFrom('Bearer ', 'DPoP ', 'scope="a b"', 'resource_metadata="https://mcp.test/x"', ', ', 'error='),
      ),
      { maxLength: 10 },
    ),
    (pieces) => {
      // A header holds Latin letters, and no line ends.
      // oxlint-disable-next-line no-control-regex -- these are meant
      const value = pieces.join('').replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '');
      const challenge = readChallenge(new Response('', { headers: { 'www-authenticate': value } }));
      const scopes = readScopes(challenge?.scope);
      must(new Set(scopes).size === scopes.length && scopes.every((scope) => /^[!-~]+$/.test(scope)), scopes.join());
      must(differenceOfScopes(scopes, unionOfScopes(scopes)).length === 0, 'A scope was added.');
    },
    { cases: 4_000 },
  );
});
