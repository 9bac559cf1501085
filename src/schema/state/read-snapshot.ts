import type { FieldSnapshot } from './snapshot.js';
import { isPlainObject } from '../../util/json.js';

/** The kinds of a text in a snapshot. */
const TEXTS: ReadonlySet<unknown> = new Set(['string', 'number', 'json']);

/**
 * True if a stored value is the snapshot of a field. It is recursive: the caller limits the depth. In a separate file,
 * because it is needed before the code of forms.
 */
export function isFieldSnapshot(value: unknown): value is FieldSnapshot {
  if (!isPlainObject(value)) return false;
  // In the order in which `valueOfSnapshot` and `restoreSnapshot` look.
  if ('text' in value) return typeof value['text'] === 'string' && TEXTS.has(value['of']);
  if ('flag' in value) return typeof value['flag'] === 'boolean';
  if (['option', 'held', 'none', 'constant'].some((name) => Object.hasOwn(value, name))) return true;
  if ('rows' in value) return Array.isArray(value['rows']) && value['rows'].every(isFieldSnapshot);
  if ('alternative' in value) return typeof value['alternative'] === 'string' && isFieldSnapshot(value['inside']);
  return isNamedList(value['fields']) && (value['entries'] === undefined || isNamedList(value['entries']));
}

function isNamedList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((pair: unknown) => Array.isArray(pair) && typeof pair[0] === 'string' && isFieldSnapshot(pair[1]))
  );
}
