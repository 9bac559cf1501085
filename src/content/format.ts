import { limitsOf, type ContentLimits, type ContentPolicy } from './limits.js';
import type { SafeFragment } from './sanitize.js';

/** Formatted text, or why there is only the source. */
export type Formatted =
  | { readonly kind: 'formatted'; readonly fragment: SafeFragment }
  /** `note` says in a sentence why the text stays plain. */
  | { readonly kind: 'plain'; readonly note: string };

const NOT_ALLOWED =
  'Not formatted: the security policy of this page does not let “mcp-embed” read HTML (trusted-types mcp-embed).';

/**
 * Markdown from a server as safe nodes. The engine and the sanitizer are loaded on first use. Never throws: whatever
 * goes wrong, the text can still be read plain.
 */
export async function formatMarkdown(source: string, policy?: ContentPolicy): Promise<Formatted> {
  const limits = limitsOf(policy);
  if (source.length > limits.markdownCharacters)
    return tooLong(`Markdown of ${characters(source.length)}`, characters(limits.markdownCharacters));
  try {
    const { markdownToHtml } = await import('./markdown-engine.js');
    return await sanitized(markdownToHtml(source), limits);
  } catch {
    return {
      kind: 'plain',
      note: 'Not formatted: the Markdown engine could not be loaded or could not read this text.',
    };
  }
}

/** HTML from a server as safe nodes. Never throws. */
export async function formatHtml(source: string, policy?: ContentPolicy): Promise<Formatted> {
  const limits = limitsOf(policy);
  if (source.length > limits.htmlCharacters)
    return tooLong(`HTML of ${characters(source.length)}`, characters(limits.htmlCharacters));
  try {
    return await sanitized(source, limits);
  } catch {
    return { kind: 'plain', note: 'Not formatted: the sanitizer could not be loaded or could not read this text.' };
  }
}

async function sanitized(html: string, limits: ContentLimits): Promise<Formatted> {
  if (hasMoreTags(html, limits.htmlTags))
    return tooLong('text with very much markup', `${new Intl.NumberFormat('en').format(limits.htmlTags)} tags`);
  const { sanitizeHtml } = await import('./sanitize.js');
  const fragment = sanitizeHtml(html);
  return fragment ? { kind: 'formatted', fragment } : { kind: 'plain', note: NOT_ALLOWED };
}

/** Parsing and sanitizing take time per tag, not per character, and some tags take more the more there are. */
function hasMoreTags(html: string, limit: number): boolean {
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
