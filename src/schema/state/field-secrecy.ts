import type { JsonObject } from '../../protocol/model.js';
import { childPointer } from '../../util/json.js';
import { holdsCredential } from '../../secrets/credentials.js';
import {
  isNamedBeside,
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  type Secrecy,
  secrecyOf,
  secrecyOfPlace,
  secrecyWithin,
} from '../../secrets/schema-secrecy.js';
import { setOwn } from '../json-value.js';
import { readJson } from '../json.js';
import type { FieldState } from './field-state.js';

/** Characters of a text that are searched for secrets. A longer text is judged by its place alone, and is not stored. */
export const MAX_JUDGED_TEXT_LENGTH = 100_000;

/** The place of a field in the schema of the whole form, by which secrets are judged. */
export function placeOfField(field: FieldState): SchemaPlace {
  const { parent, name, role } = field;
  const found = known.get(field);
  if (!parent) return remember(field, '', found?.place ?? schemaPlaceOf(field.node.schema));
  const around = placeOfField(parent);
  if (role === 'alternative') return around;
  const key = role === 'row' ? `row ${parent.rows.indexOf(field)}` : (name ?? '');
  if (found?.around === around && found.key === key) return found.place;
  if (role === 'row') return remember(field, key, itemOf(around, parent.rows.indexOf(field)), around);
  // Some names are judged by the values beside them, which may change with each key press, so the place is not cached.
  if (isNamedBeside(name ?? '')) return memberOf(around, name ?? '', textsBeside(parent));
  return remember(field, key, memberOf(around, name ?? ''), around);
}

/** The secrecy of a field's content. For a field with inner fields: what applies to all of them. */
export function secrecyOfField(field: FieldState): Secrecy {
  const { input, node, name, role } = field;
  const place = placeOfField(field);
  if (role === 'entry' && name !== undefined && holdsCredential(name)) return 'secret';
  if (input.kind === 'held') return secrecyWithin(place, input.value);
  if (input.kind === 'option') return secrecyOf(place, field.value);
  if (input.kind === 'flag' || input.kind === 'null') return 'none';
  if (input.kind !== 'text' || input.text.length > MAX_JUDGED_TEXT_LENGTH) return secrecyOfPlace(place);
  // An incomplete number is judged as a number.
  if (node.kind === 'number' && !holdsCredential(input.text)) return secrecyOf(place, 0);
  const reading = node.kind === 'json' ? readJson(input.text) : undefined;
  return reading?.ok ? secrecyWithin(place, reading.value) : secrecyOf(place, input.text);
}

/** True if the schema declares the field secret, whatever its value. */
export function isDeclaredSecret(field: FieldState): boolean {
  return secrecyOfPlace(placeOfField(field)) === 'secret';
}

/** JSON Pointer to a field, with `*` for list indexes, because rows can be moved. */
export function pointerOfField({ parent, role, name }: FieldState): string {
  if (!parent) return '';
  if (role === 'alternative') return pointerOfField(parent);
  return role === 'row' ? `${pointerOfField(parent)}/*` : childPointer(pointerOfField(parent), name ?? '');
}

/** Cached: it is needed whenever a field is rendered. */
const known = new WeakMap<
  FieldState,
  { readonly key: string; readonly around?: SchemaPlace | undefined; readonly place: SchemaPlace }
>();

function remember(field: FieldState, key: string, place: SchemaPlace, around?: SchemaPlace): SchemaPlace {
  known.set(field, { key, around, place });
  return place;
}

function textsBeside(parent: FieldState): JsonObject {
  const beside: JsonObject = {};
  for (const { name, value } of [...parent.properties, ...parent.entries])
    if (name !== undefined && (typeof value === 'string' || typeof value === 'boolean')) setOwn(beside, name, value);
  return beside;
}
