/** Signing in at MCP servers that want it, `mcp-embed/auth`: the protocol, and a place to keep sign-ins in when the page goes. */
export * from '../auth/index.js';
export { RememberedTokenStore } from '../store/remembered-token-store.js';
export type { RememberedSignIn, RememberedTokenStoreOptions } from '../store/remembered-token-store.js';
