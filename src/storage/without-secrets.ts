import type { Json, JsonObject } from '../protocol/model.js';
import { setOwn } from '../schema/json-value.js';
import { holdsCredential, itemOf, memberOf, type Place, placeOf, secrecyOf } from '../util/secrets.js';

/**
 * Characters of a text that are searched for secrets. What begins further in is not known, so a longer text is left
 * out.
 */
const MAX_REDACTED_TEXT_LENGTH = 100_000;

/**
 * Values without what must not be written down: what the schema declares as secret, in any branch of it, what is a credential
 * by its form, and what may be secret by its name or by the words about it. A guess; it errs on the side of leaving out. In a
 * list `null` takes the place of what is left out.
 * @param schema any JSON Schema; what a stranger sent will do
 * @returns undefined where nothing is left
 */
export function redactStored(schema: unknown, values: Json): Json | undefined {
  return strip(values, placeOf(schema));
}

function strip(value: Json, place: Place): Json | undefined {
  const found = secrecyOf(place, value);
  if (found === 'secret') return undefined;
  if (typeof value === 'string')
    return found === 'maybe' || value.length > MAX_REDACTED_TEXT_LENGTH ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json, index) => strip(item, itemOf(place, index)) ?? null);
  const left: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    // Names may be secrets too, of a map from tokens to whatever.
    if (name.length > MAX_REDACTED_TEXT_LENGTH || holdsCredential(name)) continue;
    const kept = strip(member, memberOf(place, name, value as JsonObject));
    if (kept !== undefined) setOwn(left, name, kept);
  }
  return left;
}
