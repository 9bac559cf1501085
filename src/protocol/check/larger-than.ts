/** True when the texts in a value, names of fields included, have more characters than that in all. Stops when they do. */
export function isLargerThan(value: unknown, limit: number): boolean {
  let left = limit;
  // No recursion: whoever made this decides how deep it goes.
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const part = open.pop();
    if (typeof part === 'string') left -= part.length;
    else if (typeof part === 'object' && part !== null)
      for (const [key, inner] of Object.entries(part)) {
        left -= key.length;
        open.push(inner);
      }
  }
  return left < 0;
}
