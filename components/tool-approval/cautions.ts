import { holdsCredential, soundsSecret } from '../../src/consent/index.js';
import { hasHidden } from '../../src/content/index.js';
import type { Json, JsonObject } from '../../src/index.js';

/** Something in the arguments that a person should look at before they leave. */
export interface Caution {
  readonly kind: 'secret' | 'hidden';
  /** Where it is: `headers.authorization`. */
  readonly path: string;
}

/** Values looked at; the arguments themselves are shown whole. */
const MAX_VALUES = 10_000;
/** Places named. */
const MAX_CAUTIONS = 20;

/** What looks like a credential, or carries characters that nobody sees. */
export function cautionsIn(args: JsonObject): readonly Caution[] {
  const cautions: Caution[] = [];
  const waiting: [path: string, name: string, value: Json][] = Object.entries(args).map(([name, value]) => [
    name,
    name,
    value,
  ]);
  for (let seen = 0; waiting.length > 0 && seen < MAX_VALUES && cautions.length < MAX_CAUTIONS; seen++) {
    const [path, name, value] = waiting.shift()!;
    if (hasHidden(name)) cautions.push({ kind: 'hidden', path });
    if (typeof value === 'string') {
      if (value !== '' && (soundsSecret(name) || holdsCredential(value))) cautions.push({ kind: 'secret', path });
      if (hasHidden(value)) cautions.push({ kind: 'hidden', path });
    } else if (typeof value === 'object' && value !== null) {
      const inside = Object.entries(value);
      for (const [key, child] of inside.slice(0, MAX_VALUES))
        waiting.push([`${path}.${key}`, Array.isArray(value) ? name : key, child]);
    }
  }
  return cautions;
}
