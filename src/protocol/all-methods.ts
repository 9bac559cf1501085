import { legacyMethods } from './eras/legacy/methods.js';
import { modernMethods } from './eras/modern/methods.js';

/** Everything a client may ask in some revision. */
export const methodsOfAnyEra: ReadonlySet<string> = new Set([...legacyMethods, ...modernMethods]);

/** What opening and following a session say, and nobody else. */
const OWN_METHODS: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'subscriptions/listen']);

export function isOwnMethod(method: string): boolean {
  return OWN_METHODS.has(method);
}
