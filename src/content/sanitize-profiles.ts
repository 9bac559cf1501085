import type { ErrorText } from '../errors.js';
import { errorText } from './error-texts.js';
import type { ContentLimits } from './limits.js';

/** An allow-list in the sanitizer’s terms. Everything else is removed. */
interface SanitizeProfile {
  readonly ALLOWED_TAGS: string[];
  readonly ALLOWED_ATTR: string[];
  readonly ALLOW_DATA_ATTR: boolean;
  readonly ALLOW_ARIA_ATTR: boolean;
  readonly ALLOWED_URI_REGEXP: RegExp;
  readonly ADD_URI_SAFE_ATTR: string[];
  readonly SANITIZE_DOM: boolean;
  readonly SANITIZE_NAMED_PROPS: boolean;
}

/** Attributes that are no URLs, so that the pattern for URLs does not apply to them. */
const PLAIN_ATTRIBUTES = 'align title lang dir start reversed colspan rowspan scope datetime open'.split(' ');

/**
 * For all formatted text, a server’s HTML and the Markdown engine’s output: text and its structure, nothing that loads,
 * runs, submits, names or styles. `img` passes without its URL; it is replaced by words before anybody gets the
 * fragment.
 */
export const DOCUMENT_PROFILE: SanitizeProfile = {
  ALLOWED_TAGS:
    `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption
    figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary
    sup table tbody td tfoot th thead time tr u ul var wbr`.split(/\s+/),
  ALLOWED_ATTR: ['href', ...PLAIN_ATTRIBUTES],
  ADD_URI_SAFE_ATTR: PLAIN_ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  SANITIZE_DOM: true,
  SANITIZE_NAMED_PROPS: true,
};

/** Values of `class` that the Markdown engine writes. */
export const MARKDOWN_CLASSES: ReadonlySet<string> = new Set([
  ...['note', 'tip', 'important', 'warning', 'caution'].map((kind) => `alert ${kind}`),
  'alert-title',
  'task',
  'task done',
  'footnote-ref',
  'footnotes',
  'footnote',
]);

/** For the Markdown engine’s output, which contains no HTML of the server: the same, and the engine’s own classes. */
export const MARKDOWN_PROFILE: SanitizeProfile = {
  ...DOCUMENT_PROFILE,
  ALLOWED_ATTR: [...DOCUMENT_PROFILE.ALLOWED_ATTR, 'class'],
  ADD_URI_SAFE_ATTR: [...PLAIN_ATTRIBUTES, 'class'],
};

/** Attributes of every link, so that the opened page learns nothing of this one. */
export const LINK_ATTRIBUTES: Readonly<Record<string, string>> = {
  rel: 'noopener noreferrer nofollow ugc',
  target: '_blank',
  referrerpolicy: 'no-referrer',
};

/** Columns or rows that one cell may span; a larger number counts as this one. Engines would lay out thousands. */
export const MAX_CELL_SPAN = 100;

/** Elements whose removal is reported to the reader: they would have run, loaded, submitted or played something. */
export const ACTIVE_ELEMENTS: ReadonlySet<string> = new Set(
  `script style link iframe frame frameset object embed applet form input button textarea select video audio source
  picture svg math template portal base meta canvas dialog marquee`.split(/\s+/),
);

const KNOWN: ReadonlySet<string> = new Set(DOCUMENT_PROFILE.ALLOWED_TAGS);
/** Elements without content, or whose end tag may be left out. */
const SHALLOW: ReadonlySet<string> = new Set(
  'area base br col dd dt embed hr img input li link meta option p param rp rt source td th track tr wbr'.split(' '),
);
const MARKUP = /<(?:(\/?)([a-z][^\s/>]{0,30})([^>]{0,5000})|[!?])/gi;
const ATTRIBUTE = /[\s/"'][^\s"'=<>/]/g;

/**
 * Sanitizing cannot be interrupted, and its time depends more on the kind of elements than on the number of characters:
 * some take more time the more of them there are, or the deeper they are nested. Linear in the length of the text.
 * @returns what there is too much of, with its limit; undefined where the text is small enough
 */
export function tooMuchToSanitize(html: string, limits: ContentLimits): ErrorText | undefined {
  let [tags, odd, depth, attributes] = [0, 0, 0, 0];
  for (const [, slash, written, rest] of html.matchAll(MARKUP)) {
    const name = written?.toLowerCase();
    if (slash) {
      // It is not known which element an end tag ends, and a stray one costs as much as any other.
      if (name && !SHALLOW.has(name)) depth = Math.max(0, depth - 1);
      tags += 0.5;
    } else {
      tags++;
      if (name === undefined || !KNOWN.has(name)) odd++;
      if (name !== undefined && !SHALLOW.has(name)) depth++;
      if (rest) attributes += rest.match(ATTRIBUTE)?.length ?? 0;
    }
    if (tags > limits.formattedTags) return errorText('content.plain.tags', { limit: limits.formattedTags });
    if (odd > limits.formattedOddTags) return errorText('content.plain.oddTags', { limit: limits.formattedOddTags });
    if (depth > limits.formattedDepth) return errorText('content.plain.depth', { limit: limits.formattedDepth });
    if (attributes > limits.formattedAttributes)
      return errorText('content.plain.attributes', { limit: limits.formattedAttributes });
  }
  return undefined;
}
