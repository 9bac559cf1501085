import { MAX_TTL_MS } from './max-ttl.js';

/** Whether what was kept may be taken for what the server would say now. A clock that was set back makes nothing fresh. */
export function isFresh(asOf: number, freshUntil: number | undefined): boolean {
  const now = Date.now();
  return freshUntil !== undefined && asOf <= now && now < freshUntil && freshUntil - asOf <= MAX_TTL_MS;
}
