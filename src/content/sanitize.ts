import createDOMPurify, { type Config, type DOMPurify } from 'dompurify';
import { hiddenParts, visibleText } from './hidden-text.js';
import { ACTIVE_ELEMENTS, DOCUMENT_PROFILE, LINK_ATTRIBUTES, MAX_CELL_SPAN } from './sanitize-profiles.js';
import { parseInertly, parserAccess } from './trusted-html.js';
import { type AddressReading, offeredScheme, readAddress } from './uri.js';

/** What an image said of itself before its address was taken away. */
export interface RemovedImage {
  /** Host it would have been loaded from; undefined where the data was inside the text or the address led nowhere. */
  readonly host: string | undefined;
  /** The address itself, where there is a host: for those who ask the person first. */
  readonly address: Extract<AddressReading, { kind: 'web' }> | undefined;
  readonly alt: string;
}

/** Characters of an alternative text that are repeated. The rest is cut. */
const MAX_REPEATED_ALT_LENGTH = 200;

function describeImage(image: Element): RemovedImage {
  const source = image.getAttribute('src') ?? image.getAttribute('srcset')?.trim().split(/[\s,]/, 1)[0] ?? '';
  const address = readAddress(source.startsWith('//') ? `https:${source}` : source.trim());
  const web = address.kind === 'web' ? address : undefined;
  return {
    host: web?.host,
    address: web,
    alt: (image.getAttribute('alt') ?? '').trim().slice(0, MAX_REPEATED_ALT_LENGTH),
  };
}

/** Puts words where images stood. @returns each of these words with the image that they stand for. */
function replaceImages(
  fragment: DocumentFragment,
  held: ReadonlyMap<Element, RemovedImage>,
): ReadonlyMap<HTMLElement, RemovedImage> {
  const places = new Map<HTMLElement, RemovedImage>();
  for (const image of fragment.querySelectorAll('img')) {
    const found = held.get(image) ?? { host: undefined, address: undefined, alt: '' };
    const { host, alt } = found;
    const words = document.createElement('span');
    words.className = 'not-loaded';
    if (host) {
      const name = document.createElement('strong');
      name.textContent = host;
      words.append('Image from ', name, ' was not loaded');
    } else {
      words.append('Image was not loaded');
    }
    words.append(alt ? `: “${alt}”` : '.');
    image.replaceWith(words);
    places.set(words, found);
  }
  return places;
}

/** Writes behind each link where it leads, unless its own words begin with that. */
function nameLinkHosts(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll('a[href]')) {
    const address = readAddress(link.getAttribute('href') ?? '');
    const target = address.kind === 'web' ? address.host : address.kind === 'mail' ? address.address : undefined;
    if (target === undefined) {
      link.removeAttribute('href');
      continue;
    }
    const words = (link.textContent ?? '').trim().replace(/^(?:https?:\/\/|mailto:)/i, '');
    const rest = words.startsWith(target) ? words.slice(target.length) : undefined;
    // A tooltip is where people look for the address, so it must not be the server's own words.
    link.setAttribute('title', address.kind === 'text' ? '' : address.href);
    if (rest === '' || (rest !== undefined && /^[/?#]/.test(rest))) continue;
    const host = document.createElement('small');
    host.className = 'link-host';
    host.textContent = ` (${target})`;
    link.after(host);
  }
}

/** Links whose address only an application could open, each with that address. They are plain words until somebody asks the page. */
function offeredLinks(
  fragment: DocumentFragment,
  addresses: ReadonlyMap<Element, string>,
): ReadonlyMap<HTMLElement, string> {
  const offered = new Map<HTMLElement, string>();
  for (const link of fragment.querySelectorAll('a')) {
    const address = addresses.get(link);
    if (address !== undefined && !link.hasAttribute('href') && offeredScheme(address)) offered.set(link, address);
  }
  return offered;
}

/** Characters of one fragment, all hidden, that get an element of their own; further ones are signs in plain text. */
const MAX_FRAGMENT_MARKS = 1000;

/** Puts signs in the place of hidden characters in sanitized nodes: in their text, and in the attributes that are words. */
function markHidden(fragment: DocumentFragment): void {
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const found: [text: Text, parts: ReturnType<typeof hiddenParts>][] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parts = hiddenParts(text.data);
    if (parts.some((part) => typeof part !== 'string')) found.push([text, parts]);
  }
  let marks = 0;
  for (const [text, parts] of found) {
    marks += parts.length;
    if (marks > MAX_FRAGMENT_MARKS) text.data = visibleText(text.data);
    else text.replaceWith(...parts.map((part) => (typeof part === 'string' ? part : markOf(part.sign, part.name))));
  }
  for (const element of fragment.querySelectorAll('[title], [cite], [datetime], [lang]'))
    for (const { name, value } of element.attributes) {
      const visible = visibleText(value);
      if (visible !== value) element.setAttribute(name, visible);
    }
}

function markOf(sign: string, name: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'hidden-character';
  mark.dir = 'ltr';
  mark.title = name;
  mark.textContent = sign;
  return mark;
}

/** What a part has at most, unless one element alone has more. */
const MOST = { children: 20, elements: 200, characters: 4000 };
/** Elements that begin a line: a part ends only before one of these, so that words in a line stay in their line. */
const BLOCK = /^(?:blockquote|details|div|dl|figure|h[1-6]|hr|ol|p|pre|section|table|ul)$/;
/** Elements around a whole page that are looked into for its content. */
const MAX_PAGE_BOXES = 5;

/**
 * Hostile HTML in parts, each in a box of its own, made and taken one after the other. The nodes are as they came: they are for
 * the sanitizer and nobody else.
 * @returns undefined where it cannot be parsed here, or has no body
 */
function splitIntoElements(html: string): Iterable<Element> | undefined {
  const tree = parseInertly(html);
  // A page can give its elements the names of a document's members, which then stand in for these.
  const body = tree && Document.prototype.querySelector.call(tree, 'html > body');
  return body ? partsOf(innermost(body)) : undefined;
}

function* partsOf(box: Element): Generator<Element, void, undefined> {
  for (let first = box.firstChild; first; first = box.firstChild) {
    const part = new Document().createElementNS('http://www.w3.org/1999/xhtml', 'div');
    let [children, elements, characters] = [0, 0, 0];
    for (let next: ChildNode | null = first; next; next = box.firstChild) {
      const isFull = children >= MOST.children || elements >= MOST.elements || characters >= MOST.characters;
      if (isFull && next instanceof Element && BLOCK.test(next.localName)) break;
      part.append(next);
      children++;
      characters += lengthOf(next);
      if (next instanceof Element) elements += 1 + Element.prototype.querySelectorAll.call(next, '*').length;
    }
    yield part;
  }
}

/** A page often has a box around everything, or two. */
function innermost(body: Element): Element {
  let box = body;
  for (let depth = 0; depth < MAX_PAGE_BOXES; depth++) {
    const only = [...box.childNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE || lengthOf(node) > 0);
    const [first] = only;
    if (only.length !== 1 || !(first instanceof Element) || !/^(?:div|section|main|article)$/.test(first.localName))
      break;
    if (first.hasAttribute('dir') || first.hasAttribute('lang')) break;
    box = first;
  }
  return box;
}

/** Fields of a form stand in for its members where they have the names of these, so they are asked for in another way. */
function lengthOf(node: Node): number {
  const text: unknown = Reflect.get(Node.prototype, 'textContent', node);
  return typeof text === 'string' ? text.trim().length : 0;
}

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
  get images(): ReadonlyMap<HTMLElement, RemovedImage> {
    return this.#images;
  }
  /** Links to addresses that no browser should open, which are words now. */
  get offered(): ReadonlyMap<HTMLElement, string> {
    return this.#offered;
  }
  /** Elements taken out that would have run, loaded, asked or played something. */
  leftOut: number;
  readonly #images: Map<HTMLElement, RemovedImage>;
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
let held = new Map<Element, RemovedImage>();
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
  const parts = splitIntoElements(html);
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
      if (Number(element.getAttribute(name)) > MAX_CELL_SPAN) element.removeAttribute(name);
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
