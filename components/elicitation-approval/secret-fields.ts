import { memberOf, placeOf, secrecyOfPlace } from '../../src/schema/index.js';
import type { JsonObject } from '../../src/index.js';

/**
 * The fields that ask for something a server must not ask for in a form: passwords, keys, card numbers.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#security-considerations
 */
export function secretFields(schema: JsonObject): readonly string[] {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return [];
  const whole = placeOf(schema);
  return Object.entries(properties as JsonObject).flatMap(([name, field]) => {
    if (secrecyOfPlace(memberOf(whole, name)) === 'none') return [];
    const title =
      typeof field === 'object' && field !== null && !Array.isArray(field) ? (field as JsonObject)['title'] : '';
    return [typeof title === 'string' && title !== '' ? title : name];
  });
}
