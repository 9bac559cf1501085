import type { ErrorText } from '../errors.js';
import { runInSlices, yieldToMain } from '../util/async.js';
import { copiesTooMany } from './copied-elements.js';
import { errorText } from './error-texts.js';
import { type ContentPolicy, limitsOf } from './policy.js';
import { hasMoreTags } from './markdown.js';
import { withoutRequests } from './page-styles.js';
import { nestsDeeper } from './plan.js';
import { parseInertly, serializeHtml } from './trusted-html.js';

/**
 * Elements that are removed from a framed page with their content: they run, load, embed or navigate, or the frame
 * parses them differently than this code.
 */
const REMOVED = new Set(
  `applet base bgsound embed fencedframe frame frameset iframe link meta noembed noframes object param plaintext portal script
  template title track xmp animate animatemotion animatetransform set use handler listener foreignobject annotation-xml`.split(
    /\s+/,
  ),
);

/** Elements that are replaced by their children. */
const UNWRAPPED = new Set('form noscript picture'.split(' '));

/** Form controls: they are shown, and disabled. */
const CONTROLS = new Set('button fieldset input optgroup option select textarea'.split(' '));

/** Attributes that can be harmful on any element, or that only cause CSP reports. */
const REMOVED_ATTRIBUTES =
  /^(?:on|xmlns|form|popover|command)|^(?:accesskey|action|archive|attributionsrc|autofocus|background|classid|code|codebase|contenteditable|credentialless|crossorigin|data|download|dynsrc|elementtiming|fetchpriority|focusgroup|integrity|is|itemid|itemtype|longdesc|loading|lowsrc|manifest|method|name|nonce|part|ping|poster|profile|referrerpolicy|rel|rev|sandbox|shadowrootmode|slot|srcdoc|srcset|style-src|tabindex|target|usemap|xml:base|xlink:(?!href$).*)$/i;

/** The only allowed URLs in attributes: image data, and fragments of the same page. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i;

/** A link of the page, which the frame no longer contains. */
export interface PageLink {
  readonly href: string;
  /** Its text, shortened; empty where it has none. */
  readonly text: string;
}

/** The parts that were removed from a page. */
interface PageLosses {
  readonly links: PageLink[];
  /** URLs of images that were not loaded. */
  readonly images: string[];
  /** Number of removed elements that would have run, embedded or sent something. */
  removed: number;
}

/** Characters of a link’s text. The rest is cut. */
const MAX_LINK_TEXT_LENGTH = 120;
/** Links of a page, and as many images, that are listed. The others are removed as well. */
export const MAX_REMEMBERED_LINKS = 500;

/**
 * Removes everything that could navigate the frame, load or run.
 * @returns the number of changes: 0 for a tree that was stripped before
 */
function strip(root: Element, losses: PageLosses): number {
  removeNames(root);
  let changes = 0;
  for (const element of root.querySelectorAll('*')) {
    // Removed together with a parent.
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
    } else changes += stripAttributes(element, name, losses) + stripStyles(element, name, losses);
  }
  return changes + stripAttributes(root, 'html', losses);
}

/**
 * Prevents DOM clobbering: named form controls shadow the form’s own properties. The names are removed before the form
 * is accessed.
 */
function removeNames(root: Element): void {
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

/** Attributes of SVG that are styles too. */
const STYLES = /^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker|marker-(?:start|mid|end)|background-image)$/i;

/** Takes requests out of a style sheet and out of the attributes that are styles. @returns the number of changes */
function stripStyles(element: Element, name: string, losses: PageLosses): number {
  let changes = 0;
  const note = (removed: number): void => {
    changes += removed;
    losses.removed += removed;
  };
  if (name === 'style') {
    const { css, removed } = withoutRequests(element.textContent);
    if (removed > 0) element.textContent = css;
    note(removed);
  }
  for (const attribute of element.attributes) {
    if (!STYLES.test(attribute.name)) continue;
    const { css, removed } = withoutRequests(attribute.value);
    if (removed > 0) attribute.value = css;
    note(removed);
  }
  return changes;
}

function isHarmless(element: Element, name: string, { name: key, value }: Attr, losses: PageLosses): boolean {
  const target = value.trim();
  if (/^(?:xlink:)?href$/i.test(key)) {
    if (target.startsWith('#')) return true;
    if (name === 'a' || name === 'area') remember(losses.links, { href: target, text: readLinkText(element) });
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

function readLinkText(link: Element): string {
  const words =
    link.textContent.trim() || link.querySelector('img[alt]')?.getAttribute('alt') || link.getAttribute('alt');
  return (words ?? '').replace(/\s+/g, ' ').slice(0, MAX_LINK_TEXT_LENGTH);
}

function remember<T>(list: T[], item: T): void {
  if (list.length < MAX_REMEMBERED_LINKS) list.push(item);
}

/** A server’s page, made safe for a frame with `sandbox=""`; or the reason why it is not shown. */
export type PageReading =
  | {
      readonly kind: 'page';
      /** The whole document; its CSP comes first. */
      readonly html: string;
      /** The page’s own title, shortened; empty where there is none. */
      readonly title: string;
      /** The targets of its links, in order. At most 500. */
      readonly links: readonly PageLink[];
      /** URLs of its images, which are not loaded, in order. At most 500. */
      readonly images: readonly string[];
      /** Number of removed parts that would have run, embedded or sent something. */
      readonly removed: number;
    }
  | { readonly kind: 'refused'; readonly note: ErrorText };

/**
 * The CSP of the frame: it allows only what the document itself contains. The frame’s sandbox also forbids scripts,
 * forms and new windows. Neither stops links, so these are removed.
 */
const PAGE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'; base-uri 'none'";

/**
 * Times that a page is stripped, written and parsed again, because parsing the output may give another tree. A page
 * that still changes is not shown.
 */
const MAX_SANITIZE_ROUNDS = 3;
/** Characters of a page’s title. The rest is cut. */
const MAX_PAGE_TITLE_LENGTH = 200;

/** Makes a frame document of a server’s HTML. The page can respond between the steps. Never throws. */
export async function pageDocument(source: string, policy?: ContentPolicy): Promise<PageReading> {
  const limits = limitsOf(policy);
  if (source.length > limits.htmlCharacters)
    return refused(errorText('content.page.characters', { length: source.length, limit: limits.htmlCharacters }));
  if (hasMoreTags(source, limits.htmlTags)) return refused(errorText('content.page.tags', { limit: limits.htmlTags }));
  if (nestsDeeper(source, limits.formattedDepth))
    return refused(errorText('content.page.depth', { limit: limits.formattedDepth }));
  if (await runInSlices(copiesTooMany(source, limits.formattedCopies)))
    return refused(errorText('content.page.copies', { limit: limits.formattedCopies }));
  try {
    return await makePage(source);
  } catch {
    return refused(errorText('content.page.unread'));
  }
}

async function makePage(source: string): Promise<PageReading> {
  const tree = parseInertly(source);
  if (!tree) return refused(errorText('content.page.forbidden'));
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
    // The frame parses the text again, so it is parsed here with the same parser.
    const parsed = parseInertly(html);
    if (!parsed) break;
    const again = rootOf(parsed);
    again.querySelector('meta')?.remove();
    // oxlint-disable-next-line no-await-in-loop -- steps follow each other: the pause is the point
    await yieldToMain();
    if (strip(again, losses) === 0) return { kind: 'page', html, title, ...losses };
    html = written(again, isQuirky);
  }
  return refused(errorText('content.page.unstable'));
}

/** Writes the document with its CSP first, so that the CSP applies to everything. */
function written(root: Element, isQuirky: boolean): string {
  const doctype = isQuirky ? '' : '<!doctype html>';
  return `${doctype}<meta http-equiv="content-security-policy" content="${PAGE_POLICY}">${serializeHtml(root)}`;
}

/** Prevents DOM clobbering: named elements shadow the document’s own properties. */
function rootOf(tree: Document): Element {
  const [root] = Document.prototype.querySelectorAll.call(tree, ':root');
  if (!root) throw new TypeError('A document without a root');
  return root;
}

function refused(note: ErrorText): PageReading {
  return { kind: 'refused', note };
}
