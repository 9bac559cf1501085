import type { NotKept } from '../../src/kept/index.js';
import {
  holdsCredential,
  itemOf,
  memberOf,
  placeOf,
  placeOfField,
  pointerOfField,
  readJson,
  secrecyOfField,
  secrecyOfPlace,
  secrecyWithin,
  soundsSecret,
  type Displaced,
  type FieldState,
  type Place,
} from '../../src/schema/index.js';

/** Tells whether the person has what may be secret at that pointer stored as shown. */
export type IsShown = (pointer: string, place: Place) => boolean;

/** Characters of a text that are searched. What is further in is not known. */
const SEARCHED_TEXT = 100_000;
/** Names in JSON and the like. */
const NAMES = /["']([^"'\\\n]{1,80})["']\s*[:=]/g;

/**
 * Why what stands in a field is not kept: it is `secret`, it `maybe` is and the person did not have it stored as shown, or it
 * is the content of a `file`. Undefined for what is kept. Of a field with fields inside, what holds for all of them.
 */
export function whyNotKept(field: FieldState, isShown: IsShown): NotKept['why'] | undefined {
  const { node, input } = field;
  if (node.kind === 'string' && (node.base64 || node.format === 'binary')) return 'file';
  const found = secrecyOfField(field);
  if (found === 'secret') return found;
  if (input.kind === 'text' && input.text.length > SEARCHED_TEXT) return 'maybe';
  const isLeaf = input.kind !== 'present' && input.kind !== 'alternative';
  return found === 'maybe' && isLeaf && !isShown(pointerOfField(field), placeOfField(field)) ? found : undefined;
}

/** The fields in which something stands that is not kept. */
export function fieldsNotKept(field: FieldState, isShown: IsShown): readonly NotKept[] {
  if (field.input.kind === 'absent' || field.input.kind === 'null') return [];
  const why = whyNotKept(field, isShown);
  if (why) return isBlank(field) ? [] : [{ label: field.label, why }];
  const inside = field.parts.flatMap((part) => fieldsNotKept(part, isShown));
  return [...new Map(inside.map((one) => [one.label, one])).values()];
}

function isBlank({ input, parts }: FieldState): boolean {
  return (input.kind === 'text' && input.text === '') || (input.kind === 'present' && parts.every(isBlank));
}

/** Whether what has no field any more is kept: nobody says what it was but its name. */
export function isDisplacedKept({ pointer, value }: Displaced): boolean {
  let place = placeOf(undefined);
  for (const step of pointer.split('/').slice(1))
    place = memberOf(place, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return secrecyWithin(place, value) === 'none';
}

/** Why a text of arguments as JSON, which may be none yet, is not kept. */
export function whyJsonNotKept(text: string, schema: unknown, isShown: IsShown): NotKept['why'] | undefined {
  if (text.length > SEARCHED_TEXT) return 'maybe';
  const reading = readJson(text);
  const found = reading.ok ? secrecyWithin(placeOf(schema), reading.value, isShown) : 'none';
  if (reading.ok || holdsCredential(text)) return reading.ok && found === 'none' ? undefined : worst(found, text);
  const names = namesOfSecrets(schema);
  for (const [, name = ''] of text.matchAll(NAMES)) if (soundsSecret(name) || names.has(name)) return 'maybe';
  return undefined;
}

function worst(found: 'secret' | 'maybe' | 'none', text: string): NotKept['why'] {
  return found === 'secret' || holdsCredential(text) ? 'secret' : 'maybe';
}

/** Places of a schema that are looked at. */
const MAX_PLACES = 2000;

/** Names of the fields that are or may be secret, wherever in a schema. */
function namesOfSecrets(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = [placeOf(schema)];
  for (let seen = 0; waiting.length > 0 && seen < MAX_PLACES; seen++) {
    const place = waiting.shift()!;
    for (const name of new Set(place.said?.flatMap((part) => Object.keys(part['properties'] ?? {})))) {
      const member = memberOf(place, name);
      if (secrecyOfPlace(member) !== 'none') names.add(name);
      waiting.push(member);
    }
    if (place.said?.some((part) => 'items' in part || 'prefixItems' in part)) waiting.push(itemOf(place, 0));
  }
  return names;
}
