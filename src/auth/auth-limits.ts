/**
 * Bytes that are read of a metadata document or of an answer of an authorization server. Real ones have 1 to 10 KB; a
 * larger one fails.
 */
export const MAX_AUTH_DOCUMENT_BYTES: number = 128 * 1024;

/**
 * Bytes that a client metadata document should have at most: authorization servers may read no more of one. A larger one
 * gets a warning.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document#section-6.6
 */
export const MAX_CLIENT_DOCUMENT_BYTES: number = 5 * 1024;

/**
 * Milliseconds that a metadata document may take. Several are tried in turn while a person waits; after them the next
 * one is tried.
 */
export const METADATA_TIMEOUT_MS = 10_000;

/** Milliseconds that a token, a registration or a revocation may take. After them it fails with `timeout`. */
export const TOKEN_TIMEOUT_MS = 30_000;

/**
 * Servers that are tried of those a protected resource names for authorization. Real ones name one or two; the others
 * are not asked.
 */
export const MAX_AUTHORIZATION_SERVERS = 5;

/**
 * Times that a person is sent to sign in for one request. A server that refuses the request after that many sign-ins
 * will refuse it again, so the request fails.
 */
export const MAX_AUTHORIZATIONS = 3;

/**
 * Characters of scopes that are asked for at once: they travel in an address, and servers cut those at 8 KB. Scopes
 * beyond are not asked for.
 */
export const MAX_REQUESTED_SCOPE_LENGTH = 4000;

/**
 * Characters of an address that is passed on and shown as an authorization server wrote it. Browsers and servers allow
 * 2,000 everywhere; a longer one is refused.
 */
export const MAX_AUTH_ADDRESS_LENGTH = 2000;

/**
 * Characters of the client id that an authorization server gives this page: it travels in an address. A longer one is
 * refused.
 */
export const MAX_CLIENT_ID_LENGTH = 2000;

/** Characters of the address that a person comes back with. Codes have up to a few KB; a longer address is refused. */
export const MAX_CALLBACK_LENGTH: number = 16 * 1024;

/** Characters of an authorization server’s own words that are shown. The rest is cut. */
export const MAX_AUTH_MESSAGE_LENGTH = 500;

/** Milliseconds before its end at which a token is renewed: clocks differ, and requests take time. */
export const RENEW_BEFORE_MS = 30_000;
