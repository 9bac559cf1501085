/**
 * Signing in to MCP servers, `mcp-embed/auth`: OAuth 2.1 as the specification requires it, sign-in by pop-up or
 * redirect, and storage of sign-ins. Importing it registers no elements; only the authorizers need a DOM.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export { Authorization } from './authorization.js';
export { AuthorizationError } from './errors.js';
export type { AuthorizationServer, HostUse, OtherHost } from './discovery.js';
export type {
  AuthorizationOptions,
  AuthorizationRequest,
  Authorizer,
  BegunAuthorization,
  PendingAuthorization,
  RegisteredClient,
  Returned,
  LeaveListener,
  LeaveReason,
  SessionAuth,
} from './types.js';
export type { AuthorizationState, WaitingFor } from './authorization-state.js';

// Takes the user to the sign-in page and back.
export { PopupAuthorizer, type PopupOptions } from './popup.js';
export { RedirectAuthorizer, type RedirectOptions } from './redirect-authorizer.js';
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

// Storage of tokens and clients.
export { MemoryTokenStore } from './memory-token-store.js';
export type { ClientAuthMethod, SignIn, StoredClient, TokenEndpoints, TokenStore } from './types.js';
export { IndexedDbTokenStore, type IndexedDbTokenStoreOptions, type StoredSignIn } from './token-store.js';
