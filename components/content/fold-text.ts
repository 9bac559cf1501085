/**
 * The beginning of a text that is longer than so many characters or lines.
 * @returns undefined when it is not.
 */
export function foldText(text: string, characters: number, lines: number): string | undefined {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1 || end > characters) break;
  }
  const isLong = text.length > characters;
  // A line break at the very end begins no line.
  if (!isLong && (end === -1 || end === text.length - 1)) return undefined;
  return end === -1 || end > characters ? text.slice(0, characters) : text.slice(0, end);
}
