/** What is shown at most. Every limit is here because something from a stranger may not freeze or flood the page. */
export interface ContentLimits {
  /** Characters of a text shown before "Show all". */
  readonly previewCharacters: number;
  /** Lines of a text shown before "Show all". */
  readonly previewLines: number;
  /** Characters of one text shown at all. The rest can be downloaded. */
  readonly textCharacters: number;
  /** Characters of a text that is read as JSON and shown indented. Longer ones stay plain text. */
  readonly jsonCharacters: number;
  /** Characters of Markdown that are formatted. Longer ones stay plain text. */
  readonly markdownCharacters: number;
  /** Characters of HTML that are sanitized and shown formatted. Longer ones stay source. */
  readonly htmlCharacters: number;
  /** Opening tags, comments and instructions in text that is formatted; with the closing tags, twice as many. */
  readonly htmlTags: number;
  /** Bytes of an image or a sound that is shown without asking. */
  readonly mediaBytes: number;
  /** Bytes that are decoded at all, also for a download. */
  readonly decodedBytes: number;
  /** Tool results inside tool results. */
  readonly nesting: number;
  /** Characters of raw JSON shown for something that could not be read. */
  readonly rawCharacters: number;
}

/** The limits that hold where a policy says nothing else. */
export const DEFAULT_LIMITS: ContentLimits = {
  previewCharacters: 2000,
  previewLines: 24,
  textCharacters: 1_000_000,
  jsonCharacters: 1_000_000,
  // Measured: a 250,000 character document takes about 100 ms in the Markdown engine.
  markdownCharacters: 256 * 1024,
  // Measured: 221 KB of HTML take about 70 ms to sanitize, on the main thread.
  htmlCharacters: 256 * 1024,
  // Measured: 10,000 hostile tags take up to 2 s, 60,000 instructions 16 s, 256 KB of unknown tags the whole tab.
  htmlTags: 10_000,
  mediaBytes: 10_000_000,
  decodedBytes: 50_000_000,
  nesting: 4,
  rawCharacters: 100_000,
};

/** How content from a server may be shown. */
export interface ContentPolicy {
  /** Replaces single limits of {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<ContentLimits> | undefined;
}

/** The limits of a policy; the default stands in for whatever is missing or not a number from 0 up. */
export function limitsOf(policy: ContentPolicy | undefined): ContentLimits {
  const limits: Record<string, number> = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(policy?.limits ?? {}))
    if (name in DEFAULT_LIMITS && typeof value === 'number' && value >= 0) limits[name] = value;
  return limits as unknown as ContentLimits;
}
