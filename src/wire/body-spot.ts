import { childPointer } from '../util/json.js';
import { memberOf, type SchemaPlace, schemaPlaceOf } from '../secrets/schema-secrecy.js';
import { MAX_BODY_DEPTH } from './body.js';
import type { MessageSchemas } from './message-schemas.js';

const IS_SCHEMA = /^(?:input|output|requested)Schema$/;
/** Members of a schema that contain values. */
export const EXAMPLE: RegExp = /^(?:default|const|enum|examples?)$/;

/** The position of a value. */
export interface Spot {
  readonly name: string;
  /** The place in a schema, by which secrets are judged. */
  readonly place: SchemaPlace;
  /** The part of the body that contains the value. */
  readonly inside: 'body' | 'answers' | 'answer' | 'arguments' | 'accepted';
  /** Within arguments: a JSON pointer with `*` for list indexes. */
  readonly pointer: string;
  /** True within a schema, where names describe fields and are not filled in. */
  readonly inSchema: boolean;
  /** True within an example or default of a schema. */
  readonly isExample: boolean;
  /** True for the value of `properties`: its members are field names. */
  readonly areFields: boolean;
}

export const top = (): Spot => ({
  name: '',
  place: schemaPlaceOf(undefined, MAX_BODY_DEPTH + 1),
  inside: 'body',
  pointer: '',
  inSchema: false,
  isExample: false,
  areFields: false,
});

/** The position of a member. @param field for a part of a schema: the place that the part describes */
export function inside(
  spot: Spot,
  name: string,
  beside: Readonly<Record<string, unknown>>,
  schemas: MessageSchemas,
  field?: SchemaPlace,
): Spot {
  const inSchema = spot.inSchema || IS_SCHEMA.test(name);
  const areFields = spot.inSchema && name === 'properties';
  // Each property is written out: copying objects takes a fifth of the time, and this runs for every value.
  if (spot.inSchema) {
    const { inside: of, pointer } = spot;
    const isExample = spot.isExample || (field !== undefined && EXAMPLE.test(name));
    const place = isExample && field ? field : spot.place;
    return { name, place, inside: of, pointer, inSchema, isExample, areFields };
  }
  const described = (of: Spot['inside'], schema: unknown): Spot => ({
    name,
    inSchema,
    areFields,
    isExample: false,
    pointer: '',
    inside: of,
    place: memberOf(schemaPlaceOf({ properties: { [name]: schema } }, MAX_BODY_DEPTH + 1, spot.place.budget), name),
  });
  if (spot.inside === 'body' && name === 'arguments') return described('arguments', schemas.arguments);
  if (spot.inside === 'body' && name === 'inputResponses') return described('answers', undefined);
  if (spot.inside === 'body' && name === 'structuredContent') return described('accepted', schemas.structuredContent);
  if (spot.inside === 'body' && name === 'content' && schemas.content) return described('accepted', schemas.content);
  if (spot.inside === 'answers') return { ...described('answer', undefined), pointer: name };
  if (spot.inside === 'answer' && name === 'content') return described('accepted', schemas.answers?.get(spot.pointer));
  const isArgument = spot.inside === 'arguments';
  return {
    name,
    inSchema,
    areFields,
    isExample: false,
    inside: isArgument ? 'arguments' : 'accepted',
    pointer: isArgument ? childPointer(spot.pointer, name) : '',
    place: memberOf(spot.place, name, beside),
  };
}
