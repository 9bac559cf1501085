import { pageTurn } from '../util/page-turn.js';
import { hasMoreTags } from './format.js';
import { limitsOf } from './limits.js';
import type { ContentPolicy } from './policy.js';
import { nestsDeeper } from './nesting.js';
import { tame, type PageLink, type PageLosses } from './page-rules.js';
import { serializeHtml } from './serialize-html.js';
import { parseInertly } from './trusted-types.js';

export type { PageLink } from './page-rules.js';

/** A page from a server, made fit for a frame with `sandbox=""`; or why it is not shown. */
export type PageReading =
  | {
      readonly kind: 'page';
      /** The whole document, with its policy before everything. */
      readonly html: string;
      /** As the page calls itself, cut; empty when it does not. */
      readonly title: string;
      /** Where its links led, in their order. At most 500. */
      readonly links: readonly PageLink[];
      /** Addresses of its images that are not loaded, in their order. At most 500. */
      readonly images: readonly string[];
      /** Parts taken out that would have run, embedded or sent something. */
      readonly removed: number;
    }
  | { readonly kind: 'refused'; readonly note: string };

/**
 * What the frame may do: draw what is in the document itself. The frame's sandbox forbids scripts, forms and new windows on top of
 * it; links are the one thing neither stops, and they are taken out.
 */
const PAGE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'; base-uri 'none'";

/** Reading and writing may change what is in a tree; so many times it is taken through the rules until nothing changes. */
const MAX_ROUNDS = 3;
const MAX_TITLE = 200;

/** HTML from a server as a page for a frame of its own. The page around has its turn between the steps. Never throws. */
export async function pageDocument(source: string, policy?: ContentPolicy): Promise<PageReading> {
  const limits = limitsOf(policy);
  if (source.length > limits.htmlCharacters)
    return refused(
      `Not shown as a page: it has ${count(source.length)} characters; the limit is ${count(limits.htmlCharacters)}.`,
    );
  if (hasMoreTags(source, limits.htmlTags))
    return refused(`Not shown as a page: it has very much markup; the limit is ${count(limits.htmlTags)} tags.`);
  if (nestsDeeper(source, limits.formattedDepth))
    return refused(
      `Not shown as a page: it has tags nested very deep; the limit is ${count(limits.formattedDepth)} inside each other.`,
    );
  try {
    return await makePage(source);
  } catch {
    return refused('Not shown as a page: this HTML could not be read.');
  }
}

async function makePage(source: string): Promise<PageReading> {
  const tree = parseInertly(source);
  if (!tree)
    return refused(
      'Not shown as a page: the security policy of this page does not let “mcp-embed” read HTML (trusted-types mcp-embed).',
    );
  const losses: PageLosses = { links: [], images: [], removed: 0 };
  const root = rootOf(tree);
  const title = (root.querySelector('head title')?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
  const isQuirky = Reflect.get(Document.prototype, 'compatMode', tree) === 'BackCompat';
  await pageTurn();
  tame(root, losses);
  await pageTurn();
  let html = written(root, isQuirky);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // oxlint-disable-next-line no-await-in-loop -- steps follow each other: the pause is the point
    await pageTurn();
    // What counts is what the frame will read. So it is read here first, by the same parser.
    const parsed = parseInertly(html);
    if (!parsed) break;
    const again = rootOf(parsed);
    again.querySelector('meta')?.remove();
    // oxlint-disable-next-line no-await-in-loop -- steps follow each other: the pause is the point
    await pageTurn();
    if (tame(again, losses) === 0) return { kind: 'page', html, title, ...losses };
    html = written(again, isQuirky);
  }
  return refused('Not shown as a page: this HTML reads differently each time it is read.');
}

/** The policy stands before the document itself: whatever is in there, the policy is read first. */
function written(root: Element, isQuirky: boolean): string {
  const doctype = isQuirky ? '' : '<!doctype html>';
  return `${doctype}<meta http-equiv="content-security-policy" content="${PAGE_POLICY}">${serializeHtml(root)}`;
}

/** A page can give its own elements the names of a document's members, which then stand in for these. */
function rootOf(tree: Document): Element {
  const [root] = Document.prototype.querySelectorAll.call(tree, ':root');
  if (!root) throw new TypeError('A document without a root');
  return root;
}

function count(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}

function refused(note: string): PageReading {
  return { kind: 'refused', note };
}
