// What signing in takes beside requests that have their token. It loads with the first refusal.
export { complete, isStillTrusted, signIn } from './sign-in.js';
export { renew, revoke } from './token-endpoint.js';
export { proofKey, sendProven } from './proof-key.js';
