import { isMcpError } from '../errors.js';
import { runInSlices } from '../util/async.js';
import { loadOnce } from '../util/load-once.js';
import { CodeColours, grammarOf, isColoured } from './highlight/highlight.js';
import { type ContentLimits } from './limits.js';
import { type ContentPolicy, limitsOf } from './policy.js';
import type { MarkdownPieces } from './markdown-engine.js';
import { tooMuchToSanitize } from './sanitize-profiles.js';
import type { SafeFragment } from './sanitize.js';
import { TextRows } from './text-rows.js';

/** Characters of one block of code in formatted text that is coloured; a longer one stays plain. */
const MAX_COLOURED_BLOCK = 50_000;
/**
 * Characters of code that are coloured in one formatted text; the rest stays plain. Coloured code takes ten times as
 * many nodes.
 */
const MAX_COLOURED_CODE = 200_000;

/** A `code` element of a sanitized text, and the language its author named. */
interface BlockOfCode {
  readonly element: Element;
  readonly language: string;
}

/** Fetches what the languages need, then gives the steps that colour the blocks in their place. */
async function colourCodeBlocks(blocks: readonly BlockOfCode[]): Promise<Generator<undefined, void, undefined>> {
  const known = blocks.filter(({ language }) => isColoured(language));
  const grammars = new Map(
    await Promise.all(
      [...new Set(known.map(({ language }) => language))].map(async (one) => [one, await grammarOf(one)] as const),
    ),
  );
  return steps();

  function* steps(): Generator<undefined, void, undefined> {
    let left = MAX_COLOURED_CODE;
    for (const { element, language } of known) {
      const grammar = grammars.get(language);
      const text = element.textContent;
      // Signs that stand for hidden characters would become words of the code.
      if (
        !grammar ||
        text.length > MAX_COLOURED_BLOCK ||
        text.length > left ||
        element.querySelector('.hidden-character')
      )
        continue;
      left -= text.length;
      const rows = new TextRows(text);
      yield* rows.read();
      const colours = new CodeColours(rows, grammar);
      const coloured = document.createDocumentFragment();
      for (let row = 0; row < rows.count; row++) {
        if (!colours.has(row, row + 1)) yield* colours.read(row, row + 1);
        const runs = colours.runsOf(row);
        if (runs) coloured.append(...runs.map(({ text: words, kind }) => (kind ? span(words, `tok-${kind}`) : words)));
        else coloured.append(rows.textOf(row));
        coloured.append(text.slice(rows.startOf(row) + rows.textOf(row).length, rows.startOf(row + 1)));
      }
      if (!colours.hasGivenUp) element.replaceChildren(coloured);
      yield;
    }
  }
}

function span(text: string, name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = text;
  return element;
}

/**
 * Characters of Markdown that are read at a time. Measured: the slowest text of that length takes the engine and the
 * sanitizer 25 ms together, an honest one 5.
 */
export const GROUP_CHARACTERS: number = 4 * 1024;
/**
 * Characters after which a block is divided although it has not ended: a list, table, quote or paragraph is then shown
 * as several.
 */
const MAX_BLOCK_CHARACTERS: number = 8 * 1024;
/**
 * Characters after which a fenced block of code is divided. It may be longer than others, since the engine only looks
 * for its end.
 */
export const MAX_FENCE_CHARACTERS: number = 128 * 1024;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*){0,500}\|?\s*$/;
/**
 * Cells of tables in a group. The engine fills rows up, so that a line of one character can be hundreds of cells; what
 * follows goes into the next group.
 */
const MAX_GROUP_CELLS = 1000;
/** Characters of a line. A longer one is divided between words. */
const MAX_MARKDOWN_LINE_LENGTH = MAX_BLOCK_CHARACTERS;

/**
 * Markdown in groups of whole blocks, which can be read one after the other: what comes of the groups, put together, is what
 * comes of the whole, save for blocks that are very long. Linear.
 */
export function* markdownGroups(source: string): Generator<string, void, undefined> {
  const reader = new GroupReader();
  for (let at = 0; at < source.length;) {
    const found = source.indexOf('\n', at);
    let end = found < 0 ? source.length : found + 1;
    if (end - at > MAX_MARKDOWN_LINE_LENGTH) end = betweenWords(source, at, at + MAX_MARKDOWN_LINE_LENGTH);
    const group = reader.add(source.slice(at, end));
    if (group !== undefined) yield group;
    at = end;
  }
  if (reader.group !== '') yield reader.group;
}

class GroupReader {
  group = '';
  /** Characters since the last place where a block surely begins. */
  #block = 0;
  /** After a blank line or a fence. */
  #hasEnded = true;
  /** A list may go on after a blank line. */
  #isInList = false;
  /** The line that opened the fence we are in. */
  #fence: { readonly opening: string; readonly mark: string } | undefined;
  #lineBefore = '';
  /** The two lines that a table begins with. */
  #tableHead = '';
  #columns = 0;
  #cells = 0;

  /** @returns the group that this line is the first after */
  add(line: string): string | undefined {
    const done = this.#isDue(line) ? this.#close() : undefined;
    this.group += line;
    this.#block += line.length;
    this.#note(line);
    return done;
  }

  /** True where the group ends before this line. */
  #isDue(line: string): boolean {
    const mayBegin = this.#hasEnded && !this.#fence && /^\S/.test(line) && !LIST_ITEM.test(line);
    if (mayBegin) {
      this.#isInList = false;
      this.#block = 0;
      return this.group.length + line.length > GROUP_CHARACTERS;
    }
    if (this.#fence) return this.#block > MAX_FENCE_CHARACTERS;
    if (this.#tableHead !== '' && this.#cells > MAX_GROUP_CELLS) return true;
    // A list is best divided between its items.
    const most = this.#isInList && !LIST_ITEM.test(line) ? 2 * MAX_BLOCK_CHARACTERS : MAX_BLOCK_CHARACTERS;
    return this.#block + line.length > most;
  }

  #close(): string {
    const done = this.group;
    // What is divided goes on as what it is.
    this.group = this.#fence ? this.#fence.opening : this.#tableHead;
    this.#block = 0;
    this.#cells = 2 * this.#columns;
    return done;
  }

  #note(line: string): void {
    const isBlank = line.trim() === '';
    this.#hasEnded = isBlank;
    const mark = FENCE.exec(line.trimEnd())?.[1];
    if (this.#fence) {
      if (mark?.startsWith(this.#fence.mark) && line.trim() === mark) {
        this.#fence = undefined;
        this.#hasEnded = true;
        this.#block = 0;
      }
    } else if (mark) this.#fence = { opening: line.endsWith('\n') ? line : `${line}\n`, mark };
    if (!this.#fence && LIST_ITEM.test(line)) this.#isInList = true;
    this.#noteTable(line, isBlank);
    this.#lineBefore = line;
  }

  #noteTable(line: string, isBlank: boolean): void {
    if (isBlank) {
      this.#tableHead = '';
      this.#columns = 0;
    } else if (this.#tableHead !== '') this.#cells += this.#columns;
    else if (line.includes('-') && this.#lineBefore.includes('|') && TABLE_RULE.test(line)) {
      this.#tableHead = this.#lineBefore + line;
      this.#columns = line.split('|').length;
      this.#cells += this.#columns;
    }
  }
}

function betweenWords(text: string, from: number, to: number): number {
  const space = text.lastIndexOf(' ', to);
  if (space > from) return space + 1;
  const code = text.charCodeAt(to - 1);
  return code >= 0xd800 && code < 0xdc00 ? to - 1 : to;
}

/** Formatted text, or why there is only the source. */
export type Formatted =
  | { readonly kind: 'formatted'; readonly fragment: SafeFragment }
  /** `note` says in a sentence why the text stays plain. */
  | { readonly kind: 'plain'; readonly note: string };

const NOT_ALLOWED =
  'Not formatted: the security policy of this page does not let “mcp-embed” read HTML (trusted-types mcp-embed).';

/** How to follow formatting while it goes on. */
export interface FormatOptions {
  /** Gives it up: nobody wants to see it any more. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the beginning of a long text can be shown. The rest comes into the same fragment. */
  readonly onBeginning?: ((fragment: SafeFragment) => void) | undefined;
}

/**
 * Markdown from a server as safe nodes, a group of blocks at a time: the page has its turn in between. The engine, the
 * sanitizer and the colours of code are loaded on first use. Never throws: whatever goes wrong, the text can still be read plain.
 */
export async function formatMarkdown(
  source: string,
  policy?: ContentPolicy,
  { signal, onBeginning }: FormatOptions = {},
): Promise<Formatted> {
  const limits = limitsOf(policy);
  if (source.length > limits.markdownCharacters)
    return tooLong(`Markdown of ${characters(source.length)}`, characters(limits.markdownCharacters));
  try {
    const [{ MarkdownPieces }, { sanitizeHtml }] = await Promise.all([
      loadOnce('markdown', () => import('./markdown-engine.js')),
      loadSanitizer(),
    ]);
    const blocks: BlockOfCode[] = [];
    const steps = markdownSteps(source, limits, new MarkdownPieces(), sanitizeHtml, blocks, onBeginning);
    const formatted = await runInSlices(steps, signal);
    if (!formatted) return { kind: 'plain', note: 'Not formatted: nobody is waiting for it.' };
    if (formatted.kind === 'formatted' && blocks.length > 0) {
      onBeginning?.(formatted.fragment);
      await runInSlices(await colourCodeBlocks(blocks), signal);
    }
    return formatted;
  } catch (error) {
    return notFormatted(error, 'the Markdown engine');
  }
}

function loadSanitizer(): Promise<typeof import('./sanitize.js')> {
  return loadOnce('sanitizer', () => import('./sanitize.js'));
}

function notFormatted(error: unknown, what: string): Formatted {
  if (!isMcpError(error)) return { kind: 'plain', note: `Not formatted: ${what} could not read this text.` };
  return { kind: 'plain', note: `Not formatted. ${error.message} ${error.remedy ?? ''}`.trim() };
}

function* markdownSteps(
  source: string,
  limits: ContentLimits,
  pieces: MarkdownPieces,
  sanitize: (html: string) => SafeFragment | undefined,
  blocks: BlockOfCode[],
  onBeginning: FormatOptions['onBeginning'],
): Generator<undefined, Formatted, undefined> {
  // Each tag is two tokens, and some have a third between them.
  let tokens = 0;
  for (const group of markdownGroups(source.replace(/\r\n?/g, '\n'))) {
    tokens += pieces.add(group);
    if (tokens > 3 * limits.markdownTags) return tooMuchMarkup(limits.markdownTags);
    yield;
  }
  const isLong = pieces.count > 1;
  const whole = sanitize('');
  if (!whole) return { kind: 'plain', note: NOT_ALLOWED };
  let tags = 0;
  for (let at = 0; at < Math.max(1, pieces.count); at++) {
    const made = pieces.make(at);
    if (!made) return { kind: 'plain', note: 'Not formatted: its links would be far longer than the text itself.' };
    const { html, languages } = made;
    tags += openingTags(html);
    if (hasMoreTags(html, limits.htmlTags)) return tooMuchMarkup(limits.htmlTags);
    if (tags > limits.markdownTags) return tooMuchMarkup(limits.markdownTags);
    yield;
    const part = sanitize(html);
    if (!part) return { kind: 'plain', note: NOT_ALLOWED };
    const found = part.root.querySelectorAll('pre > code');
    if (found.length === languages.length)
      found.forEach((element, index) => blocks.push({ element, language: languages[index] ?? '' }));
    if (!isLong) return { kind: 'formatted', fragment: part };
    whole.append(part);
    if (at === 0) onBeginning?.(whole);
    yield;
  }
  return { kind: 'formatted', fragment: whole };
}

function openingTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) if (html[at + 1] !== '/') count++;
  return count;
}

function tooMuchMarkup(limit: number): Formatted {
  return tooLong('text with very much markup', `${new Intl.NumberFormat('en').format(limit)} tags`);
}

/** Characters of HTML up to which it is sanitized at once, an estimated 5 ms. Longer ones are sanitized in steps. */
const SANITIZE_AT_ONCE_LENGTH = 8_000;

/** HTML from a server as safe nodes. Never throws. */
export async function formatHtml(source: string, policy?: ContentPolicy): Promise<Formatted> {
  const limits = limitsOf(policy);
  if (source.length > limits.htmlCharacters)
    return tooLong(`HTML of ${characters(source.length)}`, characters(limits.htmlCharacters));
  try {
    return await sanitized(source, limits);
  } catch (error) {
    return notFormatted(error, 'the sanitizer');
  }
}

async function sanitized(html: string, limits: ContentLimits): Promise<Formatted> {
  const tooMuch = tooMuchToSanitize(html, limits);
  if (tooMuch !== undefined) return tooLong('text with very much markup', tooMuch);
  const { sanitizeHtml, sanitizeLongHtml } = await loadSanitizer();
  const fragment =
    html.length > SANITIZE_AT_ONCE_LENGTH ? await runInSlices(sanitizeLongHtml(html)) : sanitizeHtml(html);
  return fragment ? { kind: 'formatted', fragment } : { kind: 'plain', note: NOT_ALLOWED };
}

/** Parsing and sanitizing take time per tag, not per character, and some tags take more the more there are. */
export function hasMoreTags(html: string, limit: number): boolean {
  let opening = 0;
  let all = 0;
  for (const [tag] of html.matchAll(/<[a-z!?/]/gi)) {
    all++;
    if (tag !== '</') opening++;
    if (opening > limit || all > 2 * limit) return true;
  }
  return false;
}

function tooLong(what: string, limit: string): Formatted {
  return { kind: 'plain', note: `Not formatted: ${what}; the limit is ${limit}.` };
}

function characters(count: number): string {
  return `${new Intl.NumberFormat('en').format(count)} characters`;
}
