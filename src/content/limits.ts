/** Limits on the content that is shown, because content from a server must not freeze or flood the page. */
export interface ContentLimits {
  /** Characters of a text shown before "Show all". */
  readonly previewCharacters: number;
  /** Lines of a text shown before "Show all". */
  readonly previewLines: number;
  /** Characters of one text shown at all. The rest can be downloaded. */
  readonly textCharacters: number;
  /** Characters of a text that is read as JSON. Longer ones stay plain text. */
  readonly jsonCharacters: number;
  /** Objects and lists inside each other in JSON that is shown as a tree. Deeper ones are shown as text. */
  readonly jsonDepth: number;
  /** Characters of rows of values that are shown as a table. Longer ones stay plain text. */
  readonly tableCharacters: number;
  /** Characters of source, markup and diffs that are shown as such. Longer ones stay plain text. */
  readonly codeCharacters: number;
  /** Characters of Markdown that are formatted. Longer ones stay plain text. */
  readonly markdownCharacters: number;
  /** Opening tags that Markdown becomes, all together. More stays plain text. */
  readonly markdownTags: number;
  /** Characters of HTML that are sanitized and shown formatted. Longer ones stay source. */
  readonly htmlCharacters: number;
  /** Opening tags, comments and instructions in text that is formatted; with the closing tags, twice as many. */
  readonly htmlTags: number;
  /** Opening tags in HTML that is shown formatted; an end tag counts half. More stays source, or is shown as a page. */
  readonly formattedTags: number;
  /** Of these, comments and tags that are taken out. */
  readonly formattedOddTags: number;
  /** Of these, tags inside each other. */
  readonly formattedDepth: number;
  /** Elements that the parser adds to those that are written, because formatting was left open. */
  readonly formattedCopies: number;
  /** Attributes of all tags together. */
  readonly formattedAttributes: number;
  /** Bytes of an image, a sound or a video that is shown without asking. */
  readonly mediaBytes: number;
  /** Bytes of an SVG that is shown without asking. */
  readonly svgBytes: number;
  /** Shapes that an SVG may draw without asking, each counted as often as it is used. */
  readonly svgShapes: number;
  /** Pixels of an image that is shown without asking, according to its header. */
  readonly imagePixels: number;
  /** Pixels of an image that is shown at all. Larger ones can be downloaded. */
  readonly decodedPixels: number;
  /** Bytes of data that is shown at all. More can be downloaded. */
  readonly decodedBytes: number;
  /** Bytes of encoded text that are decoded without asking. */
  readonly encodedTextBytes: number;
  /** Blocks of one result, or of one list, that are shown without asking. */
  readonly blocks: number;
  /** Bytes of one result, all blocks together, that are shown without asking. */
  readonly resultBytes: number;
  /** Tool results inside tool results. */
  readonly nesting: number;
  /** Characters of raw JSON shown for something that could not be read. */
  readonly rawCharacters: number;
}

/** The default limits of a policy, each with its reason. */
export const DEFAULT_LIMITS: ContentLimits = {
  // A screenful, so that the content below a long text is within reach.
  previewCharacters: 2000,
  previewLines: 24,
  // In pieces that are laid out when they come into view; beyond it the memory counts, several times the text.
  textCharacters: 16_000_000,
  // The tree reads 5 MB without a task over 50 ms. A larger document costs memory, and is not readable as a tree.
  jsonCharacters: 8_000_000,
  // Settings and answers of real services stay below 30; a tree indents each level.
  jsonDepth: 200,
  // 50,000 rows of ten columns are 4 MB.
  tableCharacters: 16_000_000,
  codeCharacters: 2_000_000,
  // Read and sanitized in groups of 8 KB, a megabyte takes a second or so and no task over 50 ms.
  markdownCharacters: 1_000_000,
  // A megabyte of dense Markdown has 60,000; twice that costs memory and layout without a use.
  markdownTags: 100_000,
  // Measured: 221 KB of HTML take about 70 ms to sanitize, on the main thread.
  htmlCharacters: 256 * 1024,
  // Measured: 10,000 hostile tags take up to 2 s, 60,000 instructions 16 s, 256 KB of unknown tags the whole tab.
  htmlTags: 10_000,
  // Measured: 5,000 of the usual tags are sanitized in 30 ms, at once.
  formattedTags: 5_000,
  // Measured: 1,000 take 20 ms and four times as many 300 ms, because each moves its content.
  formattedOddTags: 1_000,
  // Measured: 1,000 open elements take 25 ms and four times as many 400 ms; honest pages nest 40 deep.
  formattedDepth: 500,
  // Measured: 400 that are repeated in 2 paragraphs take 40 ms, in 400 paragraphs 20 s. Honest pages have some dozens.
  formattedCopies: 1_000,
  // Measured: 20,000 take 25 ms.
  formattedAttributes: 20_000,
  mediaBytes: 10_000_000,
  // The browser reads and draws it in one go, on the main thread.
  svgBytes: 512_000,
  // Ten levels of ten copies each are 2 KB of text and 10,000,000,000 shapes: it takes the tab.
  svgShapes: 20_000,
  // A decoded pixel takes 4 bytes in any format: 200 MB, the largest photographs of telephones.
  imagePixels: 50_000_000,
  // 1 GB of memory.
  decodedPixels: 256_000_000,
  decodedBytes: 50_000_000,
  // Decoded at once, as part of the plan: about 10 ms.
  encodedTextBytes: 1_000_000,
  blocks: 50,
  // About as much as a person scrolls through. The decoded copy takes the same memory again.
  resultBytes: 50_000_000,
  nesting: 4,
  rawCharacters: 100_000,
};

/** Levels of quotes, lists and their items in Markdown. Deeper lines are shown as they came: each level costs time. */
export const MAX_MARKDOWN_DEPTH = 32;
