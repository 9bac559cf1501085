/** Signing in at MCP servers that want it, `mcp-embed/auth`: the protocol, and a place to keep sign-ins in when the page goes. */
export { IndexedDbTokenStore } from '../storage/token-store.js';
export type { StoredSignIn, IndexedDbTokenStoreOptions } from '../storage/token-store.js';

/** Signing in at MCP servers that want it. Registers nothing and needs no DOM but the authorizers do. `src/sign-in` exports it. */
export { Authorization } from './authorization.js';
export { InteractiveAuthorization } from './interactive.js';
export type { InteractiveAuthorizationOptions } from './interactive.js';
export { InteractiveAuthorizer } from './interactive.js';
export type {
  InteractiveAuthorizerOptions,
  AuthorizationQuestion,
  ClientQuestion,
  IssuerChangeQuestion,
  SignInQuestion,
  AuthMode,
} from './interactive.js';
export { OwnSignIn } from './interactive.js';
export type { OwnRefusal, OwnSignInOptions } from './interactive.js';
export type {
  AuthorizationOptions,
  AuthorizationRequest,
  Authorizer,
  BegunAuthorization,
  RegisteredClient,
  Returned,
} from './types.js';
export type { PendingAuthorization } from './types.js';
export type { AuthorizationServer, HostUse, OtherHost } from './discovery.js';
export { PopupAuthorizer } from './popup.js';
export type { PopupOptions } from './popup.js';
export { RedirectAuthorizer } from './redirect.js';
export type { RedirectOptions } from './redirect.js';
export { AuthorizationError } from './errors.js';
export type { SessionAuth } from './types.js';
export type { AuthorizationState, WaitingFor } from './types.js';
export { MemoryTokenStore } from './types.js';
export type { ClientAuthMethod, StoredClient, SignIn, TokenEndpoints, TokenStore } from './types.js';
