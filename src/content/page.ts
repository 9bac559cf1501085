import { yieldToMain } from '../util/async.js';
import { type ContentPolicy, limitsOf } from './policy.js';
import { hasMoreTags } from './markdown.js';
import { nestsDeeper } from './plan.js';
import { parseInertly, serializeHtml } from './trusted-html.js';

/**
 * Elements that a page in a frame loses, with all that is in them: they run, load, embed, lead away, or are read in another way
 * by the frame than by us.
 */
const REMOVED = new Set(
  `applet base bgsound embed fencedframe frame frameset iframe link meta noembed noframes object param plaintext portal script
  template title track xmp animate animatemotion animatetransform set use handler listener foreignobject annotation-xml`.split(
    /\s+/,
  ),
);

/** Elements whose own children are shown instead of them. */
const UNWRAPPED = new Set('form noscript picture'.split(' '));

/** Controls: they are shown, and take nothing in. */
const CONTROLS = new Set('button fieldset input optgroup option select textarea'.split(' '));

/** Attributes that can stand anywhere and do harm, or nothing but noise: a policy would report what it stops. */
const REMOVED_ATTRIBUTES =
  /^(?:on|xmlns|form|popover|command)|^(?:accesskey|action|archive|attributionsrc|autofocus|background|classid|code|codebase|contenteditable|credentialless|crossorigin|data|download|dynsrc|elementtiming|fetchpriority|focusgroup|integrity|is|itemid|itemtype|longdesc|loading|lowsrc|manifest|method|name|nonce|part|ping|poster|profile|referrerpolicy|rel|rev|sandbox|shadowrootmode|slot|srcdoc|srcset|style-src|tabindex|target|usemap|xml:base|xlink:(?!href$).*)$/i;

/** What an address in an attribute may be: data of an image, or a place in the same page. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i;

/** A link of the page, which the frame does not have any more. */
export interface PageLink {
  readonly href: string;
  /** Its words, cut; empty where it has none. */
  readonly text: string;
}

/** What was taken out of a page. */
interface PageLosses {
  readonly links: PageLink[];
  /** Addresses of images that were not loaded. */
  readonly images: string[];
  /** Elements taken out that would have run, embedded or sent something. */
  removed: number;
}

/** Characters of a link’s words that are kept. The rest is cut. */
const MAX_LINK_TEXT_LENGTH = 120;
/** Links of a page, and as many images, that are told one by one. What is beyond is taken out all the same. */
const MAX_REMEMBERED_LINKS = 500;

/**
 * Takes everything out of a tree that could lead its frame away, load or run.
 * @returns how many changes that took: none for a tree that has been through it
 */
function strip(root: Element, losses: PageLosses): number {
  unname(root);
  let changes = 0;
  for (const element of root.querySelectorAll('*')) {
    // Gone with one that contained it.
    if (!root.contains(element)) continue;
    const name = element.localName.toLowerCase();
    if (REMOVED.has(name)) {
      if (!/^(?:meta|title|link|param)$/.test(name)) losses.removed++;
      element.remove();
      changes++;
    } else if (UNWRAPPED.has(name)) {
      if (name === 'form') losses.removed++;
      element.replaceWith(...element.childNodes);
      changes++;
    } else changes += stripAttributes(element, name, losses);
  }
  return changes + stripAttributes(root, 'html', losses);
}

/** The fields of a form stand in for its members where they have the names of these: they lose them before it is touched. */
function unname(root: Element): void {
  for (const element of root.querySelectorAll('[name]:not(form)')) element.removeAttribute('name');
  for (const element of root.querySelectorAll('button, fieldset, input, object, output, select, textarea, img'))
    element.removeAttribute('id');
}

function stripAttributes(element: Element, name: string, losses: PageLosses): number {
  let changes = 0;
  for (const attribute of [...element.attributes]) {
    if (isHarmless(element, name, attribute, losses)) continue;
    element.removeAttributeNode(attribute);
    changes++;
  }
  if (CONTROLS.has(name) && !element.hasAttribute('disabled')) {
    element.setAttribute('disabled', '');
    changes++;
  }
  return changes;
}

function isHarmless(element: Element, name: string, { name: key, value }: Attr, losses: PageLosses): boolean {
  const target = value.trim();
  if (/^(?:xlink:)?href$/i.test(key)) {
    if (target.startsWith('#')) return true;
    if (name === 'a' || name === 'area') remember(losses.links, { href: target, text: wordsOf(element) });
    else return /^(?:image|feimage)$/.test(name) && INLINE_IMAGE.test(target);
    return false;
  }
  if (/^src$/i.test(key)) {
    if (name === 'img' && INLINE_IMAGE.test(target)) return true;
    if (name === 'img') remember(losses.images, target);
    return false;
  }
  return !REMOVED_ATTRIBUTES.test(key);
}

function wordsOf(link: Element): string {
  const words =
    link.textContent.trim() || link.querySelector('img[alt]')?.getAttribute('alt') || link.getAttribute('alt');
  return (words ?? '').replace(/\s+/g, ' ').slice(0, MAX_LINK_TEXT_LENGTH);
}

function remember<T>(list: T[], item: T): void {
  if (list.length < MAX_REMEMBERED_LINKS) list.push(item);
}

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

/**
 * Times that a page goes through the rules until nothing changes: reading and writing may change what is in a tree. One
 * that still changes is not shown.
 */
const MAX_SANITIZE_ROUNDS = 3;
/** Characters of a page’s title that are kept. The rest is cut. */
const MAX_PAGE_TITLE_LENGTH = 200;

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
  const title = (root.querySelector('head title')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_PAGE_TITLE_LENGTH);
  const isQuirky = Reflect.get(Document.prototype, 'compatMode', tree) === 'BackCompat';
  await yieldToMain();
  strip(root, losses);
  await yieldToMain();
  let html = written(root, isQuirky);
  for (let round = 0; round < MAX_SANITIZE_ROUNDS; round++) {
    // oxlint-disable-next-line no-await-in-loop -- steps follow each other: the pause is the point
    await yieldToMain();
    // What counts is what the frame will read. So it is read here first, by the same parser.
    const parsed = parseInertly(html);
    if (!parsed) break;
    const again = rootOf(parsed);
    again.querySelector('meta')?.remove();
    // oxlint-disable-next-line no-await-in-loop -- steps follow each other: the pause is the point
    await yieldToMain();
    if (strip(again, losses) === 0) return { kind: 'page', html, title, ...losses };
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
