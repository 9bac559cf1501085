import type { Json } from '../protocol/model.js';

/** Levels compared; anything deeper counts as different. */
const MAX_DEPTH = 100;

/** True when two JSON values say the same, whatever the order of their keys. */
export function sameJson(left: Json, right: Json, depth: number = MAX_DEPTH): boolean {
  if (left === right) return true;
  if (depth === 0 || typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item as Json, right[index] as Json, depth - 1))
    );
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(
      ([key, value]) =>
        Object.hasOwn(right, key) && sameJson(value, (right as Record<string, Json>)[key] as Json, depth - 1),
    )
  );
}

/** True when the text is JSON that says the same as `value`. */
export function saysTheSame(text: string, value: Json): boolean {
  try {
    return sameJson(JSON.parse(text) as Json, value);
  } catch {
    return false;
  }
}
