import type { ContentLimits } from './limits.js';
import { DOCUMENT_PROFILE } from './profiles.js';

const KNOWN: ReadonlySet<string> = new Set(DOCUMENT_PROFILE.ALLOWED_TAGS);
/** Elements that hold nothing, or that the next of their kind ends: authors leave out the end tag. */
const SHALLOW: ReadonlySet<string> = new Set(
  'area base br col dd dt embed hr img input li link meta option p param rp rt source td th track tr wbr'.split(' '),
);
const MARKUP = /<(?:(\/?)([a-z][^\s/>]{0,30})([^>]{0,5000})|[!?])/gi;
const ATTRIBUTE = /[\s/"'][^\s"'=<>/]/g;

const numbers = new Intl.NumberFormat('en');

/**
 * Sanitizing happens at once, and its time depends less on the characters than on what they are: some elements take the more
 * time the more of them there are, or the deeper they are nested. Linear.
 * @returns what there is too much of, with its limit, as words; undefined where it is little enough
 */
export function tooMuchToSanitize(html: string, limits: ContentLimits): string | undefined {
  let [tags, odd, depth, attributes] = [0, 0, 0, 0];
  for (const [, slash, written, rest] of html.matchAll(MARKUP)) {
    const name = written?.toLowerCase();
    if (slash) {
      // Nobody can tell from here what it ends; a stray one costs as much as any other.
      if (name && !SHALLOW.has(name)) depth = Math.max(0, depth - 1);
      tags += 0.5;
    } else {
      tags++;
      if (name === undefined || !KNOWN.has(name)) odd++;
      if (name !== undefined && !SHALLOW.has(name)) depth++;
      if (rest) attributes += rest.match(ATTRIBUTE)?.length ?? 0;
    }
    if (tags > limits.formattedTags) return `${numbers.format(limits.formattedTags)} tags`;
    if (odd > limits.formattedOddTags) return `${numbers.format(limits.formattedOddTags)} tags that are not shown`;
    if (depth > limits.formattedDepth) return `${numbers.format(limits.formattedDepth)} tags inside each other`;
    if (attributes > limits.formattedAttributes) return `${numbers.format(limits.formattedAttributes)} attributes`;
  }
  return undefined;
}
