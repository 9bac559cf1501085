import MarkdownIt, { type Token } from 'markdown-it';
import { Footnotes, markBlocks, readFootnotes, readWords } from './markdown-github.js';

/**
 * The Markdown engine, in its own module so that it is loaded only when Markdown is shown. Raw HTML stays text. The
 * output must still be sanitized.
 */
const OPTIONS = { html: false, linkify: true, typographer: false } as const;
/** Finds the blocks and the link definitions. */
const blocks = new MarkdownIt(OPTIONS);
readFootnotes(blocks);
blocks.core.ruler.enableOnly(['normalize', 'block', 'strip_references']);
// Nobody needs deeper lists and quotes, and each level costs time.
blocks.set({ maxNesting: 32 });
/** Renders the blocks and their content. */
const words = new MarkdownIt(OPTIONS);
readWords(words);
words.core.ruler.enableOnly(['inline', 'linkify', 'text_join']);
words.set({ maxNesting: 32 });

/** Markdown as HTML. */
export interface MarkdownHtml {
  readonly html: string;
  /** The code blocks, in order. `language` is empty where none is named. */
  readonly codes: readonly { readonly language: string; readonly text: string }[];
}

/** Characters of a language name. The rest is cut. */
const MAX_LANGUAGE_LENGTH = 40;

/**
 * Characters of URLs and titles in one group of Markdown. A group with more stays source text. A definition of 8 KB can
 * be used two thousand times in a group, which gives 16 MB. 256 KB take an estimated 20 ms to sanitize.
 */
const MAX_GROUP_ADDRESSES = 256 * 1024;
/** Characters of URLs and titles in one text. The groups after that stay source text. */
const MAX_ALL_ADDRESSES = 4 * 1024 * 1024;

/**
 * Renders Markdown piece by piece. All pieces are added first, because a link may be defined after its use; then each
 * is rendered.
 */
export class MarkdownPieces {
  /** Link definitions, filled by the engine. */
  readonly #shared: Record<string, unknown> = {};
  readonly #pieces: (Token[] | undefined)[] = [];
  readonly #footnotes = new Footnotes();
  #addresses = 0;

  get count(): number {
    return this.#pieces.length;
  }

  /** @returns the number of blocks and parts of blocks in the piece */
  add(source: string): number {
    const tokens = blocks.parse(source, this.#shared);
    markBlocks(tokens);
    this.#pieces.push(this.#footnotes.take(tokens));
    return tokens.length;
  }

  /**
   * Renders a piece; call it once for each, in order. After the last one there can be more: the footnotes.
   * @returns undefined where its links would be far longer than the text
   */
  make(index: number): MarkdownHtml | undefined {
    const tokens = this.#pieces[index] ?? [];
    this.#pieces[index] = undefined;
    const state = new words.core.State('', words, this.#shared);
    state.tokens = tokens;
    words.core.process(state);
    const addresses = attributeCharacters(state.tokens);
    this.#addresses += addresses;
    if (addresses > MAX_GROUP_ADDRESSES || this.#addresses > MAX_ALL_ADDRESSES) return undefined;
    const codes = state.tokens
      .filter(({ type }) => type === 'fence' || type === 'code_block')
      .map(({ info, content: text }) => ({
        language: info
          .trim()
          .split(/[\s{,]/, 1)[0]!
          .slice(0, MAX_LANGUAGE_LENGTH),
        text,
      }));
    if (index === this.#pieces.length - 1) this.#pieces.push(...this.#footnotes.next(this.#shared));
    return { html: words.renderer.render(state.tokens, words.options, this.#shared), codes };
  }
}

function attributeCharacters(tokens: readonly Token[]): number {
  let sum = 0;
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) sum += String(value).length;
    if (children) sum += attributeCharacters(children);
  }
  return sum;
}
