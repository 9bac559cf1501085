import { inertWriter } from './trusted-html.js';

/** Elements that the parser opens again in each block that begins while they are open. */
const FORMATTING: ReadonlySet<string> = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** Elements with equal names and attributes that it opens again; of more, it forgets the first. */
const MAX_EQUAL_FORMATTING = 3;
const TAG = /<(\/?)([a-z][^\s/>]{0,30})([^>]{0,5000})/gi;
/** Tags that are read before the elements are counted, and milliseconds. */
const COUNT_AFTER = { tags: 64, milliseconds: 2 } as const;

/**
 * True if the parser would make more than `limit` elements that are not in the source: 400 open `<b title=…>` return in
 * each of 4,000 paragraphs, which takes it minutes. Only a text in which that is possible is parsed, tag by tag, in
 * steps.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements
 */
export function* copiesTooMany(html: string, limit: number): Generator<undefined, boolean, undefined> {
  if (mostCopies(html) <= limit) return false;
  const writer = inertWriter();
  // Nothing will be parsed, then.
  if (!writer) return false;
  let [from, tags, counted] = [0, 0, 0];
  let since = performance.now();
  for (const { index, 1: slash } of html.matchAll(TAG)) {
    writer.write(html.slice(from, index));
    from = index;
    if (!slash) tags++;
    const isDue = ++counted % COUNT_AFTER.tags === 0 || performance.now() - since > COUNT_AFTER.milliseconds;
    if (!isDue) continue;
    if (writer.elements() - tags > limit) return true;
    yield;
    since = performance.now();
  }
  writer.write(html.slice(from));
  return writer.elements() - tags > limit;
}

/** At least as many copies as the parser can make: every formatting element in every block, as if none were closed. */
function mostCopies(html: string): number {
  const formatting = new Map<string, number>();
  let [open, others] = [0, 0];
  for (const [tag, slash, name = ''] of html.matchAll(TAG)) {
    if (slash || !FORMATTING.has(name.toLowerCase())) {
      others++;
      continue;
    }
    const equal = (formatting.get(tag) ?? 0) + 1;
    formatting.set(tag, equal);
    if (equal <= MAX_EQUAL_FORMATTING) open++;
  }
  return open * others;
}
