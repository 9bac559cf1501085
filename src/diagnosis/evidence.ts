import type { Evidence } from './diagnosis.js';
import { MAX_QUOTE } from './limits.js';
import type { Observation } from './observation.js';

/** An observation as others may see it. */
export function evidenceOf(seen: Observation): Evidence {
  const { method, url, sent, outcome, status, headers, body } = seen;
  return {
    request: `${method} ${withoutQuery(url)}`,
    sent,
    outcome,
    ...(status > 0 && { status }),
    headers,
    ...(body !== '' && { excerpt: body.slice(0, MAX_QUOTE) }),
  };
}

/** Some servers take keys, and some give out session ids, in the query. */
export function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search && '?…'}`;
}
