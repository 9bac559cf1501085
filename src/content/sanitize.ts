import createDOMPurify, { type Config, type DOMPurify } from 'dompurify';
import { describeImage, nameLinkHosts, offeredLinks, replaceImages, type HeldImage } from './annotate-fragment.js';
import { markHidden } from './mark-hidden.js';
import { ACTIVE_ELEMENTS, DOCUMENT_PROFILE, LINK_ATTRIBUTES, MAX_SPAN } from './profiles.js';
import { takeApart } from './take-apart.js';
import { parserAccess } from './trusted-types.js';

/**
 * HTML that went through the sanitizer. Nothing outside this module can make one, so an element that accepts only this
 * type cannot be handed anything else.
 */
class SafeFragment {
  // A private member makes the type nominal: no look-alike object is assignable to it.
  readonly #minted = true;
  /** Holds the nodes. Attached to no document yet; one place only, so it moves when it is put somewhere else. */
  readonly root: HTMLElement;
  /** The words that stand for images, each with what would have been loaded. */
  get images(): ReadonlyMap<HTMLElement, HeldImage> {
    return this.#images;
  }
  /** Links to addresses that no browser should open, which are words now. */
  get offered(): ReadonlyMap<HTMLElement, string> {
    return this.#offered;
  }
  /** Elements taken out that would have run, loaded, asked or played something. */
  leftOut: number;
  readonly #images: Map<HTMLElement, HeldImage>;
  readonly #offered: Map<HTMLElement, string>;

  constructor(root: HTMLElement, images: SafeFragment['images'], offered: SafeFragment['offered'], leftOut: number) {
    this.root = root;
    this.#images = new Map(images);
    this.#offered = new Map(offered);
    this.leftOut = leftOut;
  }

  /** Takes in another fragment at the end, as a group of its own: a long text is sanitized piece by piece. */
  append(other: SafeFragment): void {
    other.root.className = 'group';
    this.root.append(other.root);
    for (const [words, image] of other.images) this.#images.set(words, image);
    for (const [words, uri] of other.offered) this.#offered.set(words, uri);
    this.leftOut += other.leftOut;
  }
}
export type { SafeFragment };

let purifier: DOMPurify | undefined;
/** Where each image of the text being sanitized would have come from; filled by a hook, since the address goes. */
let held = new Map<Element, HeldImage>();
/** Where each link of it would have led. */
let led = new Map<Element, string>();

/**
 * Hostile HTML as nodes that can do nothing: no script, no request, no form, no style, no name. Images become words
 * that name their host; links open elsewhere, tell nothing of this page and show their host.
 * @returns undefined where the page's Trusted Types policy keeps us from parsing; the caller shows the source instead.
 */
export function sanitizeHtml(html: string): SafeFragment | undefined {
  return sanitizeSource(html);
}

/**
 * The same for a long text, in steps of some milliseconds: it is parsed at once, and its parts are sanitized one after the other.
 * Each is a group, which the browser lays out when it comes into view.
 */
export function* sanitizeLongHtml(html: string): Generator<undefined, SafeFragment | undefined, undefined> {
  const parts = takeApart(html);
  const whole = sanitizeHtml('');
  if (!parts || !whole) return sanitizeHtml(html);
  yield;
  for (const part of parts) {
    const safe = sanitizeSource(part);
    if (!safe) return undefined;
    // The box that held the part.
    const [box] = safe.root.children;
    box?.replaceWith(...box.childNodes);
    whole.append(safe);
    yield;
  }
  return whole;
}

function sanitizeSource(source: string | Element): SafeFragment | undefined {
  const access = parserAccess();
  if (access.kind === 'refused') return undefined;
  purifier ??= createPurifier();
  if (!purifier.isSupported) return undefined;
  held = new Map();
  led = new Map();
  const result: DocumentFragment | null = purifier.sanitize(source, {
    ...DOCUMENT_PROFILE,
    RETURN_DOM_FRAGMENT: true,
    // null, not absent: absent would make the sanitizer create a policy of its own, under a name nobody allowed.
    TRUSTED_TYPES_POLICY: access.policy as Config['TRUSTED_TYPES_POLICY'] & null,
  });
  // A set of frames has no body, and so no result.
  const fragment = result ?? document.createDocumentFragment();
  const images = replaceImages(fragment, held);
  nameLinkHosts(fragment);
  const offered = offeredLinks(fragment, led);
  markHidden(fragment);
  const root = document.createElement('div');
  root.append(fragment);
  const leftOut = countActive(purifier.removed) + (result ? 0 : 1);
  // Nothing here may hold the nodes longer than whoever shows them.
  purifier.removed = [];
  held = new Map();
  led = new Map();
  return new SafeFragment(root, images, offered, leftOut);
}

/** An instance of our own: hooks and settings that the page gave the shared one must not reach us. */
function createPurifier(): DOMPurify {
  const own = createDOMPurify(window);
  own.addHook('beforeSanitizeAttributes', (element) => {
    if (element.nodeName === 'IMG') held.set(element, describeImage(element));
    if (element.nodeName === 'A') led.set(element, element.getAttribute('href') ?? '');
  });
  own.addHook('afterSanitizeAttributes', (element) => {
    for (const name of ['colspan', 'rowspan'])
      if (Number(element.getAttribute(name)) > MAX_SPAN) element.removeAttribute(name);
    if (element.nodeName !== 'A' || !element.hasAttribute('href')) return;
    for (const [name, value] of Object.entries(LINK_ATTRIBUTES)) element.setAttribute(name, value);
  });
  return own;
}

function countActive(removed: DOMPurify['removed']): number {
  let count = 0;
  for (const entry of removed) {
    if (!('element' in entry)) continue;
    // A form's own fields can stand in for its nodeName.
    const name: unknown = entry.element.nodeName;
    if (typeof name !== 'string' || ACTIVE_ELEMENTS.has(name.toLowerCase())) count++;
  }
  return count;
}
