/** Levels that are compared; deeper ones count as different. */
const MAX_COMPARED_DEPTH = 100;

/** True if two JSON values are equal, in any order of their keys. */
export function sameJson(left: unknown, right: unknown, depth: number = MAX_COMPARED_DEPTH): boolean {
  if (left === right) return true;
  if (depth === 0 || typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => sameJson(item, right[index], depth - 1))
    );
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(
      ([key, value]) =>
        Object.hasOwn(right, key) && sameJson(value, (right as Record<string, unknown>)[key], depth - 1),
    )
  );
}
