/** Elements that hold nothing, or that the next of their kind ends: authors leave out the end tag. */
const SHALLOW: ReadonlySet<string> = new Set(
  'area base br col dd dt embed hr img input li link meta option p param rp rt source td th tr track wbr'.split(' '),
);

/**
 * True where HTML may nest elements deeper than that. A guess from its tags alone, in one pass: parsing takes the more time the
 * deeper it gets, and would have to be done to know.
 */
export function nestsDeeper(html: string, limit: number): boolean {
  let [depth, drawings] = [0, 0];
  for (const [, slash, written = '', rest = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]{0,30})([^<>]{0,5000})/gi)) {
    const name = written.toLowerCase();
    if (name === 'svg') drawings = Math.max(0, drawings + (slash ? -1 : 1));
    // Only in a drawing does a slash end an element; elsewhere it is overlooked.
    if (SHALLOW.has(name) || (rest.endsWith('/') && drawings > 0 && name !== 'svg')) continue;
    depth = Math.max(0, depth + (slash ? -1 : 1));
    if (depth > limit) return true;
  }
  return false;
}
