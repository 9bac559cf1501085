/** Bytes read of a metadata document or of an answer of an authorization server. Real ones have 1 to 10 KB. */
export const MAX_DOCUMENT_SIZE: number = 128 * 1024;
/** Milliseconds a metadata document may take: several are tried in turn while a person waits. */
export const METADATA_TIMEOUT_MS = 10_000;
/** Milliseconds a token, a registration or a revocation may take. */
export const TOKEN_TIMEOUT_MS = 30_000;
/** Authorization servers tried of those a server names; real ones name one or two. */
export const MAX_AUTHORIZATION_SERVERS = 5;
/** How often a person is sent to sign in for one request. A server that still says no then will say so for ever. */
export const MAX_AUTHORIZATIONS = 3;
/** Characters of scopes asked for at once: they travel in an address, and servers cut those at 8 KB. */
export const MAX_SCOPE_LENGTH = 4000;
/** Characters of an address that is handed on and shown as a server wrote it: browsers and servers allow 2,000 everywhere. */
export const MAX_ADDRESS_LENGTH = 2000;
/** Characters of what an authorization server calls this page: it travels in an address. */
export const MAX_CLIENT_ID_LENGTH = 2000;
/** Characters of the address that a person comes back with. Codes have up to a few KB. */
export const MAX_CALLBACK_LENGTH: number = 16 * 1024;
/** Characters of an authorization server's own words that are shown. */
export const MAX_WORDS = 500;
/** Milliseconds before its end at which a token is renewed: clocks differ, and requests take time. */
export const RENEW_BEFORE_MS = 30_000;
