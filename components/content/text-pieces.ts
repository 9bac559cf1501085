/** Characters of a piece: laid out in a few milliseconds, also without any line break. */
export const PIECE = 16_384;

/** Characters of a line, where nobody knows how wide the box is. */
const COLUMNS = 100;

/** Long text in pieces, cut at the end of a line where there is one. Joined, the pieces are the text. */
export function* textPieces(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PIECE);
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to - 1);
      if (line > from) to = line + 1;
      // Between the two halves of a letter there is no place to cut.
      else if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--;
    }
    yield text.slice(from, to);
    from = to;
  }
}

/** About how many lines a piece takes on the screen. */
export function linesIn(piece: string): number {
  let breaks = 0;
  for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) breaks++;
  return Math.max(breaks, Math.ceil(piece.length / COLUMNS));
}
