/** An allow-list, in the sanitizer's own words. Everything that is not on it goes. */
export interface SanitizeProfile {
  readonly ALLOWED_TAGS: string[];
  readonly ALLOWED_ATTR: string[];
  readonly ALLOW_DATA_ATTR: boolean;
  readonly ALLOW_ARIA_ATTR: boolean;
  readonly ALLOWED_URI_REGEXP: RegExp;
  readonly ADD_URI_SAFE_ATTR: string[];
  readonly SANITIZE_DOM: boolean;
  readonly SANITIZE_NAMED_PROPS: boolean;
}

/** Attributes that are no addresses, so that the pattern for addresses does not apply to them. */
const PLAIN_ATTRIBUTES = 'title lang dir start reversed colspan rowspan scope datetime open'.split(' ');

/**
 * For everything formatted, HTML from a server and what the Markdown engine makes alike: words and their structure,
 * nothing that loads, runs, submits, names or styles. `img` passes without its address, only to be replaced by words
 * before anybody gets the fragment.
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

/** What stays at a link besides its address, so that the page it opens learns nothing of this one. */
export const LINK_ATTRIBUTES: Readonly<Record<string, string>> = {
  rel: 'noopener noreferrer nofollow ugc',
  target: '_blank',
  referrerpolicy: 'no-referrer',
};

/** Columns or rows that one cell may span; the engines would lay out thousands. */
export const MAX_SPAN = 100;

/** Elements whose loss a reader should be told of: they would have run, loaded, asked or played something. */
export const ACTIVE_ELEMENTS: ReadonlySet<string> = new Set(
  `script style link iframe frame frameset object embed applet form input button textarea select video audio source
  picture svg math template portal base meta canvas dialog marquee`.split(/\s+/),
);
