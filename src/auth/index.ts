/** Signing in at MCP servers that want it, `mcp-embed/auth`: the protocol, and a place to keep sign-ins in when the page goes. */
export { RememberedTokenStore } from '../storage/token-store.js';
export type { RememberedSignIn, RememberedTokenStoreOptions } from '../storage/token-store.js';

/** Signing in at MCP servers that want it. Registers nothing and needs no DOM but the authorizers do. `src/sign-in` exports it. */
export { Authorization } from './authorization.js';
export { AskedAuthorization } from './interactive.js';
export type { AskedAuthorizationOptions } from './interactive.js';
export { AskingAuthorizer } from './interactive.js';
export type {
  AskingOptions,
  AuthorizationQuestion,
  ClientQuestion,
  IssuerChangeQuestion,
  SignInQuestion,
  SignInWay,
} from './interactive.js';
export { OwnSignIn } from './interactive.js';
export type { OwnRefusal, OwnSignInOptions } from './interactive.js';
export type {
  AuthorizationOptions,
  AuthorizationRequest,
  Authorizer,
  BegunAuthorization,
  HostUse,
  OtherHost,
  RegisteredClient,
  Returned,
} from './types.js';
export type { PendingAttempt } from './types.js';
export type { AuthorizationServer } from './discovery.js';
export { PopupAuthorizer } from './popup.js';
export type { PopupOptions } from './popup.js';
export { RedirectAuthorizer } from './redirect.js';
export type { RedirectOptions } from './redirect.js';
export { AuthorizationError } from './errors.js';
export type { SessionAuth } from './types.js';
export type { AuthorizationState, WaitingFor } from './types.js';
export { MemoryTokenStore } from './types.js';
export type { ClientAuthMethod, KeptClient, SignIn, TokenEndpoints, TokenStore } from './types.js';
