/**
 * Signing in at MCP servers that need it, `mcp-embed/auth`: OAuth 2.1 as the specification asks for it, the pop-up or redirect
 * that the person sees, and where a sign-in is stored. Importing it registers nothing; only the authorizers need a DOM.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export { Authorization } from './authorization.js';
export { AuthorizationError } from './errors.js';
export type { AuthorizationServer, HostUse, OtherHost } from './discovery.js';
export type {
  AuthorizationOptions,
  AuthorizationRequest,
  AuthorizationState,
  Authorizer,
  BegunAuthorization,
  PendingAuthorization,
  RegisteredClient,
  Returned,
  SessionAuth,
  WaitingFor,
} from './types.js';

// How the person gets to the sign-in page and back.
export { PopupAuthorizer, type PopupOptions } from './popup.js';
export { RedirectAuthorizer, type RedirectOptions } from './redirect.js';
export {
  InteractiveAuthorization,
  InteractiveAuthorizer,
  OwnSignIn,
  type AuthMode,
  type AuthorizationQuestion,
  type ClientQuestion,
  type InteractiveAuthorizationOptions,
  type InteractiveAuthorizerOptions,
  type IssuerChangeQuestion,
  type OwnRefusal,
  type OwnSignInOptions,
  type SignInQuestion,
} from './interactive.js';

// Where tokens and clients are stored.
export { MemoryTokenStore } from './types.js';
export type { ClientAuthMethod, SignIn, StoredClient, TokenEndpoints, TokenStore } from './types.js';
export { IndexedDbTokenStore, type IndexedDbTokenStoreOptions, type StoredSignIn } from '../storage/token-store.js';
