/** Where in a text something is, as editors count it: `Line 3, column 14`. Both from 1. */
export function placeInText(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return `Line ${line}, column ${offset - start + 1}`;
}
