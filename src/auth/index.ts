/** Signing in at MCP servers that want it. Registers nothing and needs no DOM but the authorizers do. `src/sign-in` exports it. */
export { Authorization } from './authorization.js';
export { AskedAuthorization } from './asked-authorization.js';
export type { AskedAuthorizationOptions } from './asked-authorization.js';
export { AskingAuthorizer } from './asking.js';
export type {
  AskingOptions,
  AuthorizationQuestion,
  ClientQuestion,
  IssuerChangeQuestion,
  SignInQuestion,
  SignInWay,
} from './asking.js';
export { OwnSignIn } from './own-sign-in.js';
export type { OwnRefusal, OwnSignInOptions } from './own-sign-in.js';
export type {
  AuthorizationOptions,
  AuthorizationRequest,
  Authorizer,
  BegunAuthorization,
  HostUse,
  OtherHost,
  RegisteredClient,
  Returned,
} from './options.js';
export type { PendingAttempt } from './attempt.js';
export type { AuthorizationServer } from './authorization-server.js';
export { PopupAuthorizer } from './popup.js';
export type { PopupOptions } from './popup.js';
export { RedirectAuthorizer } from './redirect.js';
export type { RedirectOptions } from './redirect.js';
export { AuthorizationError } from './problems.js';
export type { SessionAuth } from './session-auth.js';
export type { AuthorizationState, WaitingFor } from './state.js';
export { MemoryTokenStore } from './token-store.js';
export type { ClientAuthMethod, KeptClient, SignIn, TokenEndpoints, TokenStore } from './token-store.js';
