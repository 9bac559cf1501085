// What signing in takes beside requests that have their token. It loads with the first refusal.
export { complete, isStillTrusted, signIn } from './flow.js';
export { renew, revoke } from './tokens.js';
export { dpopKey, fetchWithDpop } from './dpop.js';
