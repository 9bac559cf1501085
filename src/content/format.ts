import { isMcpError } from '../errors.js';
import { inTurns } from '../util/in-turns.js';
import { loadOnce } from '../util/load-once.js';
import { colourCodeBlocks, type BlockOfCode } from './colour-code-blocks.js';
import { limitsOf, type ContentLimits, type ContentPolicy } from './limits.js';
import type { MarkdownPieces } from './markdown-engine.js';
import { markdownGroups } from './markdown-groups.js';
import { tooMuchToSanitize } from './markup-cost.js';
import type { SafeFragment } from './sanitize.js';

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
    const formatted = await inTurns(steps, signal);
    if (!formatted) return { kind: 'plain', note: 'Not formatted: nobody is waiting for it.' };
    if (formatted.kind === 'formatted' && blocks.length > 0) {
      onBeginning?.(formatted.fragment);
      await inTurns(await colourCodeBlocks(blocks), signal);
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

/** Characters of HTML from which on it is sanitized in steps. So many are an estimated 5 ms at once. */
const LONG = 8_000;

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
  const fragment = html.length > LONG ? await inTurns(sanitizeLongHtml(html)) : sanitizeHtml(html);
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
