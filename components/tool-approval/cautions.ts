import { hasHidden } from '../../src/content/index.js';
import type { Json, JsonObject } from '../../src/index.js';
import { itemOf, memberOf, placeOf, secrecyOf, type Place } from '../../src/schema/index.js';

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

/** What is or may be a secret, or carries characters that nobody sees. @param schema of the arguments */
export function cautionsIn(args: JsonObject, schema?: unknown): readonly Caution[] {
  const cautions: Caution[] = [];
  const waiting: [path: string, name: string, value: Json, place: Place][] = [['', '', args, placeOf(schema)]];
  for (let seen = 0; waiting.length > 0 && seen < MAX_VALUES && cautions.length < MAX_CAUTIONS; seen++) {
    const [path, name, value, place] = waiting.shift()!;
    if (hasHidden(name)) cautions.push({ kind: 'hidden', path });
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [at, [key, child]] of Object.entries(value).slice(0, MAX_VALUES).entries()) {
        const inside = isList ? itemOf(place, at) : memberOf(place, key, value as JsonObject);
        waiting.push([path === '' ? key : `${path}.${key}`, isList ? name : key, child, inside]);
      }
      continue;
    }
    if (secrecyOf(place, value) !== 'none') cautions.push({ kind: 'secret', path });
    if (typeof value === 'string' && hasHidden(value)) cautions.push({ kind: 'hidden', path });
  }
  return cautions;
}
