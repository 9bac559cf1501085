// What must be checked in the scenarios about authorization: the steps that each one gets through, and what is its own.

const DISCOVERED = ['prm-pathbased-requested', 'authorization-server-metadata'];
const ASKED = [...DISCOVERED, 'authorization-request', 'pkce-code-challenge-sent', 'pkce-s256-method-used'];
const TOKEN = [...ASKED, 'token-request', 'pkce-code-verifier-sent', 'pkce-verifier-matches-challenge'];
const AUTHORIZED = [...TOKEN, 'valid-bearer-token'];
/** RFC 8707. */
const RESOURCE = [
  'resource-parameter-in-authorization',
  'resource-parameter-in-token',
  'resource-parameter-valid-uri',
  'resource-parameter-consistency',
  'resource-parameter-matches-prm',
];

/** Tokens bound to a key: an extension that no revision requires, and that a page is well suited for. */
const BOUND = ['token-request-proof', 'dpop-auth-scheme', 'fresh-proof'].map((check) => `sep-1932-client-${check}`);
const NUMBERED = ['as-nonce', 'rs-nonce'].map((check) => `sep-1932-client-${check}`);

/** @param {readonly string[]} registration what is checked of a client that registers itself */
const inBoth = (registration) => ({
  'auth/metadata-default': [...AUTHORIZED, ...registration, ...RESOURCE],
  'auth/metadata-var1': [...AUTHORIZED, ...registration, ...RESOURCE],
  'auth/metadata-var2': [...AUTHORIZED, ...registration, ...RESOURCE],
  'auth/metadata-var3': [...AUTHORIZED, ...registration, ...RESOURCE],
  'auth/basic-cimd': [...AUTHORIZED, 'cimd-client-id-used'],
  'auth/scope-from-www-authenticate': [...AUTHORIZED, ...registration, 'scope-from-www-authenticate'],
  'auth/scope-from-scopes-supported': [...AUTHORIZED, ...registration, 'scope-from-scopes-supported'],
  'auth/scope-omitted-when-undefined': [...AUTHORIZED, ...registration, 'scope-omitted-when-undefined'],
  'auth/scope-step-up': [...AUTHORIZED, ...registration, 'scope-step-up-initial', 'scope-step-up-escalation'],
  'auth/scope-retry-limit': [...TOKEN, ...registration, 'scope-retry-limit'],
  'auth/token-endpoint-auth-basic': [...AUTHORIZED, ...registration, ...RESOURCE, 'token-endpoint-auth-method'],
  'auth/token-endpoint-auth-post': [...AUTHORIZED, ...registration, ...RESOURCE, 'token-endpoint-auth-method'],
  'auth/token-endpoint-auth-none': [...AUTHORIZED, ...registration, ...RESOURCE, 'token-endpoint-auth-method'],
  'auth/pre-registration': [...AUTHORIZED, 'pre-registration-auth'],
  'auth/dpop': [...TOKEN, ...registration, ...BOUND],
  'auth/dpop-nonce': [...TOKEN, ...registration, ...BOUND, ...NUMBERED],
});

const REGISTERED = ['client-registration'];
const REGISTERED_AS = [...REGISTERED, 'sep-837-application-type-present'];
const modern = inBoth(REGISTERED_AS);

/** Scenario → checks, by revision. */
export const AUTHORIZATION = {
  // Before servers said who signs people in for them.
  '2025-03-26': {
    'auth/2025-03-26-oauth-metadata-backcompat': [...AUTHORIZED.filter((id) => id !== DISCOVERED[0]), ...REGISTERED],
    'auth/2025-03-26-oauth-endpoint-fallback': [
      ...REGISTERED,
      'authorization-request',
      'token-request',
      'valid-bearer-token',
    ],
  },
  '2025-11-25': inBoth(REGISTERED),
  '2026-07-28': {
    ...modern,
    'auth/scope-step-up': [...modern['auth/scope-step-up'], 'sep-2350-scope-union-on-reauth'],
    // Refused before anything else is read.
    'auth/resource-mismatch': ['prm-pathbased-requested', 'resource-mismatch-rejected'],
    'auth/offline-access-scope': [...AUTHORIZED, ...REGISTERED_AS, 'sep-2207-client-metadata-grant-types'],
    'auth/offline-access-not-supported': [...AUTHORIZED, ...REGISTERED_AS, 'sep-2207-offline-access-not-requested'],
    'auth/authorization-server-migration': [
      ...AUTHORIZED,
      ...REGISTERED_AS,
      'sep-2352-reregister-on-as-change',
      'sep-2352-no-reuse-on-as-change',
      'sep-2352-no-cross-as-credential-reuse',
    ],
    'auth/iss-supported': [...AUTHORIZED, ...REGISTERED_AS, 'sep-2468-client-compare-iss-supported'],
    'auth/iss-not-advertised': [...AUTHORIZED, ...REGISTERED_AS, 'sep-2468-client-proceed-no-iss'],
    'auth/iss-supported-missing': [...ASKED, ...REGISTERED_AS, 'sep-2468-client-reject-missing-iss'],
    'auth/iss-wrong-issuer': [...ASKED, ...REGISTERED_AS, 'sep-2468-client-compare-iss-supported'],
    'auth/iss-unexpected': [...ASKED, ...REGISTERED_AS, 'sep-2468-client-compare-iss-unadvertised'],
    'auth/iss-normalized': [...ASKED, ...REGISTERED_AS, 'sep-2468-client-no-normalization'],
    'auth/metadata-issuer-mismatch': [...DISCOVERED, 'sep-2468-client-validate-metadata-issuer'],
  },
};

/** Extensions that no revision requires: not judged, because no page is such a client. */
export const NOT_JUDGED = {
  'auth/client-credentials-jwt': 'for a machine that holds a key',
  'auth/client-credentials-basic': 'for a machine that holds a secret',
  'auth/enterprise-managed-authorization': 'for a backend that holds a secret',
  'auth/wif-jwt-bearer': 'for a workload with an identity of its own',
};
