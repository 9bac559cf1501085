import createDOMPurify, { type Config, type DOMPurify } from 'dompurify';
import { describeImage, nameLinkHosts, replaceImages, type HeldImage } from './annotate-fragment.js';
import { ACTIVE_ELEMENTS, DOCUMENT_PROFILE, LINK_ATTRIBUTES, MAX_SPAN } from './profiles.js';
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
  /** Images that were replaced by words. */
  readonly images: number;
  /** Elements taken out that would have run, loaded, asked or played something. */
  readonly leftOut: number;

  constructor(root: HTMLElement, images: number, leftOut: number) {
    this.root = root;
    this.images = images;
    this.leftOut = leftOut;
  }
}
export type { SafeFragment };

let purifier: DOMPurify | undefined;
/** Where each image of the text being sanitized would have come from; filled by a hook, since the address goes. */
let held = new Map<Element, HeldImage>();

/**
 * Hostile HTML as nodes that can do nothing: no script, no request, no form, no style, no name. Images become words
 * that name their host; links open elsewhere, tell nothing of this page and show their host.
 * @returns undefined where the page's Trusted Types policy keeps us from parsing; the caller shows the source instead.
 */
export function sanitizeHtml(html: string): SafeFragment | undefined {
  const access = parserAccess();
  if (access.kind === 'refused') return undefined;
  purifier ??= createPurifier();
  if (!purifier.isSupported) return undefined;
  held = new Map();
  const result: DocumentFragment | null = purifier.sanitize(html, {
    ...DOCUMENT_PROFILE,
    RETURN_DOM_FRAGMENT: true,
    // null, not absent: absent would make the sanitizer create a policy of its own, under a name nobody allowed.
    TRUSTED_TYPES_POLICY: access.policy as Config['TRUSTED_TYPES_POLICY'] & null,
  });
  // A set of frames has no body, and so no result.
  const fragment = result ?? document.createDocumentFragment();
  const images = replaceImages(fragment, held);
  nameLinkHosts(fragment);
  const root = document.createElement('div');
  root.append(fragment);
  return new SafeFragment(root, images, countActive(purifier.removed) + (result ? 0 : 1));
}

/** An instance of our own: hooks and settings that the page gave the shared one must not reach us. */
function createPurifier(): DOMPurify {
  const own = createDOMPurify(window);
  own.addHook('beforeSanitizeAttributes', (element) => {
    if (element.nodeName === 'IMG') held.set(element, describeImage(element));
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
