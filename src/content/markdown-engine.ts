import MarkdownIt, { type Token } from 'markdown-it';
import { MAX_MARKDOWN_DEPTH } from './limits.js';
import {
  type Definition,
  definitionsIn,
  labelsIn,
  rowsWithLostCells,
  unseenDefinitions,
  unseenIn,
  type UnseenText,
} from './markdown-unseen.js';
import { Footnotes, markBlocks, readFootnotes, readWords } from './markdown-github.js';

/**
 * The Markdown engine, in its own module so that it is loaded only when Markdown is shown. Raw HTML stays text. The
 * output must still be sanitized.
 */
const OPTIONS = { html: false, linkify: true, typographer: false } as const;
/** Finds the blocks and the link definitions. */
const blocks = new MarkdownIt(OPTIONS);
readFootnotes(blocks);
blocks.core.ruler.enableOnly(['normalize', 'block']);
/** Marks the lines that are too deep, which are shown as they came. The engine itself would leave them out. */
const TOO_DEEP = { isTooDeep: true };
type BlockState = InstanceType<typeof blocks.block.State>;
const tokenize = blocks.block.tokenize.bind(blocks.block);
blocks.block.tokenize = (state, startLine, endLine) => {
  if (state.level < MAX_MARKDOWN_DEPTH) tokenize(state, startLine, endLine);
  else showAsItCame(state, startLine, endLine);
};

/** Reads on to the line that ends the list or quote around. */
function showAsItCame(state: BlockState, startLine: number, endLine: number): void {
  const first = state.skipEmptyLines(startLine);
  let end = first;
  for (let line = first; line < endLine; line++) {
    if (state.isEmpty(line)) continue;
    if (state.sCount[line]! < state.blkIndent) break;
    end = line + 1;
  }
  if (end > first) {
    const token = state.push('code_block', 'code', 0);
    token.content = state.getLines(first, end, state.blkIndent, false) + '\n';
    token.map = [first, end];
    token.meta = TOO_DEEP;
  }
  state.line = Math.max(end, startLine);
}

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
  readonly #definitions: Definition[] = [];
  readonly #used = new Set<string>();
  readonly #unseen: UnseenText[] = [];
  readonly #footnotes = new Footnotes();
  #addresses = 0;
  #deepLines = 0;

  /** Lines that are nested too deep, and are shown as they came. Complete when all pieces are added. */
  get deepLines(): number {
    return this.#deepLines;
  }

  /** Texts that a reader does not see, such as definitions and titles. Complete when all pieces are rendered. */
  get unseen(): readonly UnseenText[] {
    const references = this.#shared['references'] as Record<string, { readonly title?: string }> | undefined;
    const isTitled = (label: string): boolean => Boolean(references?.[label]?.title);
    return [...this.#unseen, ...unseenDefinitions(this.#definitions, this.#used, isTitled)];
  }

  get count(): number {
    return this.#pieces.length;
  }

  /** @returns the number of blocks and parts of blocks in the piece */
  add(source: string): number {
    const all = blocks.parse(source, this.#shared);
    this.#definitions.push(...definitionsIn(all, source));
    this.#unseen.push(...rowsWithLostCells(all, source));
    const tokens = all.filter(({ type }) => type !== 'reference_definition');
    for (const { meta, map } of tokens) if (meta === TOO_DEEP && map) this.#deepLines += map[1] - map[0];
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
    this.#unseen.push(...unseenIn(state.tokens));
    for (const label of labelsIn(state.tokens)) this.#used.add(label);
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
