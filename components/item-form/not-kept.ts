import { holdsCredential, soundsSecret } from '../../src/consent/index.js';
import type { FieldState } from '../../src/schema/index.js';

/** Characters of a server's words, and of a value, that are searched. */
const SEARCHED_WORDS = 160;
const SEARCHED_TEXT = 100_000;
/** Names in JSON and the like. */
const NAMES = /["']([^"'\\\n]{1,80})["']\s*[:=]/g;

/**
 * Whether what stands in a field is not to be kept: passwords and keys, by what the server says of the field, by its name
 * or by what they look like, and the bytes of files. A guess; it errs on the side of not keeping.
 */
export function isNotKept(field: FieldState): boolean {
  const { node, input, parent } = field;
  if (node.kind === 'string' && (node.secret || node.base64 || node.format === 'binary')) return true;
  if (isWriteOnly(node.schema)) return true;
  // What stands in the schema is no secret.
  if (node.kind === 'boolean' || node.kind === 'choice' || node.kind === 'constant') return false;
  if (input.kind === 'text' && holdsSecret(input.text)) return true;
  if (input.kind === 'held' && holdsSecret(JSON.stringify(input.value))) return true;
  // The words about a whole tool speak of more than of a value.
  if (!parent || field.role === 'alternative') return false;
  if (field.name !== undefined && holdsCredential(field.name.slice(0, SEARCHED_TEXT))) return true;
  const description = node.description?.slice(0, SEARCHED_WORDS).split(/[.\n]/, 1)[0];
  return [field.name, node.title, description].some((words) => words && soundsSecret(words.slice(0, SEARCHED_WORDS)));
}

/** Whether a text looks as if there were a secret in it: a key, or JSON with a name that sounds like one. */
export function holdsSecret(text: string): boolean {
  const searched = text.slice(0, SEARCHED_TEXT);
  // What is further in is not known.
  if (text.length > SEARCHED_TEXT || holdsCredential(searched)) return true;
  for (const [, name = ''] of searched.matchAll(NAMES)) if (soundsSecret(name)) return true;
  return false;
}

/** The labels of the fields in which something stands that is not kept. */
export function labelsNotKept(field: FieldState): readonly string[] {
  if (field.input.kind === 'absent' || field.input.kind === 'null') return [];
  if (isNotKept(field)) return isBlank(field) ? [] : [field.label];
  return [...new Set(field.parts.flatMap(labelsNotKept))];
}

function isBlank({ input, parts }: FieldState): boolean {
  return (input.kind === 'text' && input.text === '') || (input.kind === 'present' && parts.every(isBlank));
}

function isWriteOnly(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && (schema as { writeOnly?: unknown }).writeOnly === true;
}
