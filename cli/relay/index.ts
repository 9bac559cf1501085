// Brings servers to a browser that it cannot reach by itself. For Node; nothing of the browser's side imports it.
export { ERROR_HEADER, type Handler } from './answers.js';
export { createCorsRelay, type CorsRelayOptions } from './cors-relay.js';
export { createSecret, guard, type GuardOptions, SECRET_HEADER } from './guard.js';
export { serve, type ServeAddress, type ServeOptions, type Serving } from './serve.js';
export { createSignInRelay, type SignInRelay, type SignInRelayOptions } from './sign-in-relay.js';
export type { Framing, LogLine, ServerCommand } from './server-command.js';
export { createStdioRelay, type StdioRelay, type StdioRelayOptions } from './stdio-relay.js';
export type { Resolve, ResolvedAddress, UpstreamRules } from './upstream-address.js';
