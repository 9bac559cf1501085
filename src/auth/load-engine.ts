import { loadOnce } from '../util/load-once.js';

/** What signing in takes beside requests that have their token. It loads with the first refusal. @throws McpError `load` */
export function loadEngine(): Promise<typeof import('./engine.js')> {
  return loadOnce('oauth', () => import('./engine.js'));
}
