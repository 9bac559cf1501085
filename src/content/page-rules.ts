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
export interface PageLosses {
  readonly links: PageLink[];
  /** Addresses of images that were not loaded. */
  readonly images: string[];
  /** Elements taken out that would have run, embedded or sent something. */
  removed: number;
}

/** Characters of a link's words that are kept. */
const MAX_TEXT = 120;
/** Of each, so many are remembered; what is beyond is taken out all the same. */
const MAX_REMEMBERED = 500;

/**
 * Takes everything out of a tree that could lead its frame away, load or run.
 * @returns how many changes that took: none for a tree that has been through it
 */
export function tame(root: Element, losses: PageLosses): number {
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
    } else changes += tameAttributes(element, name, losses);
  }
  return changes + tameAttributes(root, 'html', losses);
}

/** The fields of a form stand in for its members where they have the names of these: they lose them before it is touched. */
function unname(root: Element): void {
  for (const element of root.querySelectorAll('[name]:not(form)')) element.removeAttribute('name');
  for (const element of root.querySelectorAll('button, fieldset, input, object, output, select, textarea, img'))
    element.removeAttribute('id');
}

function tameAttributes(element: Element, name: string, losses: PageLosses): number {
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
  return (words ?? '').replace(/\s+/g, ' ').slice(0, MAX_TEXT);
}

function remember<T>(list: T[], item: T): void {
  if (list.length < MAX_REMEMBERED) list.push(item);
}
