import { type ErrorText, errorTextOf, isMcpError } from '../errors.js';
import { runInSlices } from '../util/async.js';
import { loadOnce } from '../util/load-once.js';
import { copiesTooMany } from './copied-elements.js';
import { errorText } from './error-texts.js';
import { CodeColours, grammarOf, isColoured } from './highlight/highlight.js';
import { type ContentLimits, MAX_MARKDOWN_DEPTH } from './limits.js';
import { type ContentPolicy, limitsOf } from './policy.js';
import type { MarkdownPieces } from './markdown-engine.js';
import type { UnseenText } from './markdown-unseen.js';
import { tooMuchToSanitize } from './sanitize-profiles.js';
import { InlinePictures } from './inline-pictures.js';
import type { CodeBlock, SafeFragment } from './sanitize.js';
import { TextRows } from './text-rows.js';

/** Characters of one code block that are coloured; a longer block stays plain. */
const MAX_COLOURED_BLOCK = 50_000;
/**
 * Characters of code that are coloured in one formatted text; the rest stays plain. Coloured code takes ten times as
 * many nodes.
 */
const MAX_COLOURED_CODE = 200_000;

/** Loads the grammars for these blocks, then gives the steps that colour them. */
async function colourCodeBlocks(blocks: readonly CodeBlock[]): Promise<Generator<undefined, void, undefined>> {
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
      // Not with signs for hidden characters: the grammar would read them as code.
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
 * Characters of Markdown that are rendered at a time. Measured: the slowest text of that length takes the engine and
 * the sanitizer 25 ms together, an ordinary one 5.
 */
export const GROUP_CHARACTERS: number = 4 * 1024;
/**
 * Characters after which a block is divided before its end: a long list, table, quote or paragraph is shown as several.
 */
const MAX_BLOCK_CHARACTERS: number = 8 * 1024;
/**
 * Characters after which a fenced code block is divided. More than for other blocks, because the engine only searches
 * its end.
 */
export const MAX_FENCE_CHARACTERS: number = 128 * 1024;

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*){0,500}\|?\s*$/;
/**
 * Table cells in one group. The engine fills up short rows, so a line of one character can become hundreds of cells.
 * Further cells are in the next group.
 */
const MAX_GROUP_CELLS = 1000;
/** Characters of a line. A longer line is divided between words. */
const MAX_MARKDOWN_LINE_LENGTH = MAX_BLOCK_CHARACTERS;

/**
 * Divides Markdown into groups of whole blocks, which can be rendered one by one: the result is the same as for the
 * whole text, except for very long blocks. Linear in the length of the text.
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
  /** Characters since the last certain beginning of a block. */
  #block = 0;
  /** After a blank line or a fence. */
  #hasEnded = true;
  /** A list may continue after a blank line. */
  #isInList = false;
  /** The line that opened the current fence. */
  #fence: { readonly opening: string; readonly mark: string } | undefined;
  #lineBefore = '';
  /** The two lines at the top of the current table. */
  #tableHead = '';
  #columns = 0;
  #cells = 0;

  /** @returns the group before this line, if the line begins a new one */
  add(line: string): string | undefined {
    const done = this.#isDue(line) ? this.#close() : undefined;
    this.group += line;
    this.#block += line.length;
    this.#note(line);
    return done;
  }

  /** True if the group ends before this line. */
  #isDue(line: string): boolean {
    const mayBegin = this.#hasEnded && !this.#fence && /^\S/.test(line) && !LIST_ITEM.test(line);
    if (mayBegin) {
      this.#isInList = false;
      this.#block = 0;
      return this.group.length + line.length > GROUP_CHARACTERS;
    }
    if (this.#fence) return this.#block > MAX_FENCE_CHARACTERS;
    if (this.#tableHead !== '' && this.#cells > MAX_GROUP_CELLS) return true;
    // Lists are preferably divided between items.
    const most = this.#isInList && !LIST_ITEM.test(line) ? 2 * MAX_BLOCK_CHARACTERS : MAX_BLOCK_CHARACTERS;
    return this.#block + line.length > most;
  }

  #close(): string {
    const done = this.group;
    // The next group repeats the opening of a divided block, so that it stays the same kind of block.
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

/** Formatted text, or the reason why there is only the source. */
export type Formatted =
  | {
      readonly kind: 'formatted';
      readonly fragment: SafeFragment;
      /** Sentences about parts that are shown in another way. */
      readonly notes: readonly ErrorText[];
      /** Texts that a reader of the formatted text does not see, but a model does: definitions, titles, comments. */
      readonly unseen: readonly UnseenText[];
    }
  /** `note`: the reason why the text stays plain, as a sentence. */
  | { readonly kind: 'plain'; readonly note: ErrorText };

/** Options for following the formatting. */
export interface FormatOptions {
  /** Stops the formatting. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the beginning of a long text can be shown. The rest is added to the same fragment. */
  readonly onBeginning?: ((fragment: SafeFragment) => void) | undefined;
}

/**
 * Formats a server’s Markdown as safe nodes, group by group, so that the page can respond in between. The engine, the
 * sanitizer and the grammars are loaded at first use. Never throws: after any failure the text is shown plain.
 */
export async function formatMarkdown(
  source: string,
  policy?: ContentPolicy,
  { signal, onBeginning }: FormatOptions = {},
): Promise<Formatted> {
  const limits = limitsOf(policy);
  // Pictures have separate limits.
  const pictures = new InlinePictures(source.slice(0, limits.textCharacters));
  const length = source.length > limits.textCharacters ? source.length : Math.min(source.length, pictures.text.length);
  if (length > limits.markdownCharacters)
    return plain(errorText('content.plain.markdownCharacters', { length, limit: limits.markdownCharacters }));
  try {
    const [{ MarkdownPieces }, { sanitizeMarkdown }] = await Promise.all([
      loadOnce('markdown', () => import('./markdown-engine.js')),
      loadSanitizer(),
    ]);
    const sanitize = (html: string): SafeFragment | undefined => sanitizeMarkdown(html, pictures);
    const steps = markdownSteps(pictures, limits, new MarkdownPieces(), sanitize, onBeginning);
    const formatted = await runInSlices(steps, signal);
    if (!formatted) return plain(errorText('content.plain.abandoned'));
    if (formatted.kind === 'formatted' && formatted.fragment.codes.length > 0) {
      onBeginning?.(formatted.fragment);
      await runInSlices(await colourCodeBlocks(formatted.fragment.codes), signal);
    }
    return formatted;
  } catch (error) {
    return notFormatted(error, 'content.plain.markdownUnread');
  }
}

function loadSanitizer(): Promise<typeof import('./sanitize.js')> {
  return loadOnce('sanitizer', () => import('./sanitize.js'));
}

function notFormatted(error: unknown, unread: 'content.plain.markdownUnread' | 'content.plain.htmlUnread'): Formatted {
  if (!isMcpError(error)) return plain(errorText(unread));
  const problem = errorTextOf(error);
  const { remedyText: remedy } = error;
  return plain(
    remedy
      ? errorText('content.plain.failedRemedy', { problem, remedy })
      : errorText('content.plain.failed', { problem }),
  );
}

function* markdownSteps(
  pictures: InlinePictures,
  limits: ContentLimits,
  pieces: MarkdownPieces,
  sanitize: (html: string) => SafeFragment | undefined,
  onBeginning: FormatOptions['onBeginning'],
): Generator<undefined, Formatted, undefined> {
  // Each tag is two tokens, and some have a third between them.
  let tokens = 0;
  for (const group of markdownGroups(pictures.text.replace(/\r\n?/g, '\n'))) {
    tokens += pieces.add(group);
    if (tokens > 3 * limits.markdownTags) return tooMuchMarkup(limits.markdownTags);
    yield;
  }
  const whole = sanitize('');
  if (!whole) return plain(errorText('content.plain.forbidden'));
  let tags = 0;
  for (let at = 0; at < Math.max(1, pieces.count); at++) {
    const made = pieces.make(at);
    if (!made) return plain(errorText('content.plain.links'));
    const { html, codes } = made;
    tags += openingTags(html);
    if (hasMoreTags(html, limits.htmlTags)) return tooMuchMarkup(limits.htmlTags);
    if (tags > limits.markdownTags) return tooMuchMarkup(limits.markdownTags);
    yield;
    const part = sanitize(html);
    if (!part) return plain(errorText('content.plain.forbidden'));
    const found = part.root.querySelectorAll('pre > code');
    if (found.length === codes.length)
      codes.forEach(({ language, text }, index) =>
        part.codes.push({ element: found[index]!, language, text: pictures.restore(text) }),
      );
    if (at === 0 && pieces.count <= 1) return formatted(part, pieces);
    whole.append(part);
    if (at === 0) onBeginning?.(whole);
    yield;
  }
  return formatted(whole, pieces);
}

function formatted(fragment: SafeFragment, { deepLines, unseen }: MarkdownPieces): Formatted {
  const notes = deepLines > 0 ? [errorText('content.deepLines', { count: deepLines, limit: MAX_MARKDOWN_DEPTH })] : [];
  return { kind: 'formatted', fragment, notes, unseen };
}

function openingTags(html: string): number {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) if (html[at + 1] !== '/') count++;
  return count;
}

function tooMuchMarkup(limit: number): Formatted {
  return plain(errorText('content.plain.tags', { limit }));
}

/** Characters of HTML that are sanitized at once, an estimated 5 ms. Longer HTML is sanitized in steps. */
const SANITIZE_AT_ONCE_LENGTH = 8_000;

/** Formats a server’s HTML as safe nodes. Never throws. */
export async function formatHtml(source: string, policy?: ContentPolicy): Promise<Formatted> {
  const limits = limitsOf(policy);
  const pictures = new InlinePictures(source.slice(0, limits.textCharacters));
  const length = source.length > limits.textCharacters ? source.length : Math.min(source.length, pictures.text.length);
  if (length > limits.htmlCharacters)
    return plain(errorText('content.plain.htmlCharacters', { length, limit: limits.htmlCharacters }));
  try {
    return await sanitized(pictures, limits);
  } catch (error) {
    return notFormatted(error, 'content.plain.htmlUnread');
  }
}

async function sanitized(pictures: InlinePictures, limits: ContentLimits): Promise<Formatted> {
  const { text: html } = pictures;
  const tooMuch = tooMuchToSanitize(html, limits);
  if (tooMuch) return plain(tooMuch);
  if (await runInSlices(copiesTooMany(html, limits.formattedCopies)))
    return plain(errorText('content.plain.copies', { limit: limits.formattedCopies }));
  const { sanitizeHtml, sanitizeLongHtml } = await loadSanitizer();
  const fragment =
    html.length > SANITIZE_AT_ONCE_LENGTH
      ? await runInSlices(sanitizeLongHtml(html, pictures))
      : sanitizeHtml(html, pictures);
  return fragment
    ? { kind: 'formatted', fragment, notes: [], unseen: commentsIn(html) }
    : plain(errorText('content.plain.forbidden'));
}

/** The comments with words in them. */
function commentsIn(html: string): readonly UnseenText[] {
  return Array.from(html.matchAll(/<!--([\s\S]*?)(?:--!?>|$)/g))
    .filter(([, words = '']) => words.trim() !== '')
    .map(([text]) => ({ what: undefined, text }));
}

/**
 * True if there are more tags than `limit`. Parsing and sanitizing take time per tag, not per character, and for some
 * tags the time grows faster than their number.
 */
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

function plain(note: ErrorText): Formatted {
  return { kind: 'plain', note };
}
