import {
  type FieldState,
  type OrphanedValue,
  MAX_JUDGED_TEXT_LENGTH,
  holdsCredential,
  itemOf,
  memberOf,
  placeOfField,
  pointerOfField,
  readJson,
  schemaPlaceOf,
  secrecyOfField,
  secrecyOfPlace,
  secrecyWithin,
  soundsSecret,
} from '../../src/schema/index.js';
import type { NotStored } from '../../src/session/person/index.js';
import { labelOf } from '../schema-field/words.js';
import type { IsShown } from './stored-drafts.js';

/** Names in JSON and similar texts. */
const JSON_NAMES = /["']([^"'\\\n]{1,80})["']\s*[:=]/g;

/**
 * Returns why the value of a field is not stored: it is a `secret`, it `maybe` is one and the person did not choose to
 * store it, or it is the content of a `file`. Returns undefined for a stored value. For a field with nested fields, the
 * result applies to all of them.
 */
export function whyNotStored(field: FieldState, isShown: IsShown): NotStored['why'] | undefined {
  const { node, input } = field;
  if (node.kind === 'string' && (node.base64 || node.format === 'binary')) return 'file';
  const found = secrecyOfField(field);
  if (found === 'secret') return found;
  if (input.kind === 'text' && input.text.length > MAX_JUDGED_TEXT_LENGTH) return 'maybe';
  const isLeaf = input.kind !== 'present' && input.kind !== 'alternative';
  return found === 'maybe' && isLeaf && !isShown(pointerOfField(field), placeOfField(field)) ? found : undefined;
}

/** Returns the filled-in fields whose values are not stored. */
export function fieldsNotStored(field: FieldState, isShown: IsShown): readonly NotStored[] {
  if (field.input.kind === 'absent' || field.input.kind === 'null') return [];
  const why = whyNotStored(field, isShown);
  if (why) return isBlank(field) ? [] : [{ label: labelOf(field), why }];
  const inside = field.parts.flatMap((part) => fieldsNotStored(part, isShown));
  return [...new Map(inside.map((one) => [one.label, one])).values()];
}

function isBlank({ input, parts }: FieldState): boolean {
  return (input.kind === 'text' && input.text === '') || (input.kind === 'present' && parts.every(isBlank));
}

/**
 * True if a value without a field is stored. No schema describes it, so only its name and its content can show a
 * secret.
 */
export function isOrphanStored({ pointer, value }: OrphanedValue): boolean {
  let place = schemaPlaceOf(undefined);
  for (const step of pointer.split('/').slice(1))
    place = memberOf(place, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return secrecyWithin(place, value) === 'none';
}

/** Returns why the text of arguments in JSON, which may be incomplete, is not stored. */
export function whyJsonNotStored(text: string, schema: unknown, isShown: IsShown): NotStored['why'] | undefined {
  if (text.length > MAX_JUDGED_TEXT_LENGTH) return 'maybe';
  const reading = readJson(text);
  const found = reading.ok ? secrecyWithin(schemaPlaceOf(schema), reading.value, isShown) : 'none';
  if (reading.ok || holdsCredential(text))
    return reading.ok && found === 'none' ? undefined : secretOrMaybe(found, text);
  const names = namesOfSecrets(schema);
  for (const [, name = ''] of text.matchAll(JSON_NAMES)) if (soundsSecret(name) || names.has(name)) return 'maybe';
  return undefined;
}

function secretOrMaybe(found: 'secret' | 'maybe' | 'none', text: string): NotStored['why'] {
  return found === 'secret' || holdsCredential(text) ? 'secret' : 'maybe';
}

/** Places of a schema that are searched for names of secrets. */
const MAX_DRAFT_PLACES = 2000;

/** Returns the names of all fields in a schema that are or may be secret. */
function namesOfSecrets(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = [schemaPlaceOf(schema)];
  for (let seen = 0; waiting.length > 0 && seen < MAX_DRAFT_PLACES; seen++) {
    const place = waiting.shift()!;
    for (const name of new Set(place.schemas?.flatMap((part) => Object.keys(part['properties'] ?? {})))) {
      const member = memberOf(place, name);
      if (secrecyOfPlace(member) !== 'none') names.add(name);
      waiting.push(member);
    }
    if (place.schemas?.some((part) => 'items' in part || 'prefixItems' in part)) waiting.push(itemOf(place, 0));
  }
  return names;
}
