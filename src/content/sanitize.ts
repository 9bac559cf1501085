import { formatCount } from '../util/numbers.js';
import createDOMPurify, { type Config, type DOMPurify } from 'dompurify';
import { hiddenParts, visibleText } from './hidden-text.js';
import type { InlinePictures } from './inline-pictures.js';
import { completeMarkdown } from './markdown-parts.js';
import {
  ACTIVE_ELEMENTS,
  DOCUMENT_PROFILE,
  LINK_ATTRIBUTES,
  MARKDOWN_CLASSES,
  MARKDOWN_PROFILE,
  MAX_CELL_SPAN,
} from './sanitize-profiles.js';
import { parseInertly, parserAccess } from './trusted-html.js';
import { type AddressReading, offeredScheme, readAddress } from './uri.js';

/** An image whose URL was removed. */
export interface RemovedImage {
  /** The host it would have been loaded from; undefined for inline data and unusable URLs. */
  readonly host: string | undefined;
  /** The URL, where there is a host: for elements that ask the person before loading it. */
  readonly address: Extract<AddressReading, { kind: 'web' }> | undefined;
  readonly alt: string;
  /** The `data:` URL of a picture that the text contains itself; undefined for other images. Nothing of it is checked. */
  readonly data: string | undefined;
}

/** A block of code, and the language that the author named; empty where none is named. */
export interface CodeBlock {
  readonly element: Element;
  readonly language: string;
  /** As it was written, with its hidden characters. */
  readonly text: string;
}

/** Characters of an alternative text that are shown. The rest is cut. */
const MAX_REPEATED_ALT_LENGTH = 200;

function describeImage(image: Element, pictures: InlinePictures | undefined): RemovedImage {
  const named = image.getAttribute('src') ?? image.getAttribute('srcset')?.trim().split(/[\s,]/, 1)[0] ?? '';
  const source = pictures?.restore(named) ?? named;
  const isData = /^\s*data:image\//i.test(source.slice(0, 100));
  if (isData) return { host: undefined, address: undefined, alt: altOf(image, pictures), data: source.trim() };
  const address = readAddress(source.startsWith('//') ? `https:${source}` : source.trim());
  const web = address.kind === 'web' ? address : undefined;
  return {
    host: web?.host,
    address: web,
    alt: altOf(image, pictures),
    data: undefined,
  };
}

function altOf(image: Element, pictures: InlinePictures | undefined): string {
  const given = (image.getAttribute('alt') ?? '').trim();
  const alt = pictures?.shorten(given) ?? given;
  if (alt.length <= MAX_REPEATED_ALT_LENGTH) return alt;
  return `${alt.slice(0, MAX_REPEATED_ALT_LENGTH)}… (${formatCount(alt.length)} characters)`;
}

/** Replaces images by English words. @returns each of these words with its image */
function replaceImages(
  fragment: DocumentFragment,
  removedImages: ReadonlyMap<Element, RemovedImage>,
): ReadonlyMap<HTMLElement, RemovedImage> {
  const places = new Map<HTMLElement, RemovedImage>();
  for (const image of fragment.querySelectorAll('img')) {
    const found = removedImages.get(image) ?? { host: undefined, address: undefined, alt: '', data: undefined };
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

/** Adds the host after each link, unless the link’s text begins with it. */
/** The level of the first heading of a document: below the heading of what it is in. */
const FIRST_LEVEL = 3;
const LAST_LEVEL = 6;

/** Headings begin below those around them and leave no level out, whatever the server wrote; how they look stays. */
function levelHeadings(fragment: DocumentFragment): void {
  const open: number[] = [];
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const written = Number(heading.localName[1]);
    while (open.length > 0 && open.at(-1)! >= written) open.pop();
    heading.setAttribute('aria-level', String(Math.min(FIRST_LEVEL + open.length, LAST_LEVEL)));
    open.push(written);
  }
}

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
    // People look in a tooltip for the link’s target, so it must not be the server’s own text.
    link.setAttribute('title', address.kind === 'text' ? '' : address.href);
    if (rest === '' || (rest !== undefined && /^[/?#]/.test(rest))) continue;
    const host = document.createElement('small');
    host.className = 'link-host';
    host.textContent = ` (${target})`;
    link.after(host);
  }
}

/** Links that only an application could open, each with its URL. They are plain words until somebody asks the page. */
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

/** Puts the beginning of a picture’s data back where it stands as text. */
function shortenData(fragment: DocumentFragment, pictures: InlinePictures): void {
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (pictures.isIn(text.data)) text.data = pictures.shorten(text.data);
  }
  for (const element of fragment.querySelectorAll('[title], [cite], [datetime], [lang]'))
    for (const { name, value } of element.attributes)
      if (pictures.isIn(value)) element.setAttribute(name, pictures.shorten(value));
}

/** Hidden runs of one fragment that get an element; further ones are replaced by signs in plain text. */
const MAX_FRAGMENT_MARKS = 1000;

/** Replaces hidden characters in sanitized nodes by signs: in text, and in attributes that contain words. */
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

/** Limits of a part, unless a single element has more. */
const PART_LIMITS = { children: 20, elements: 200, characters: 4000 };
/** Block elements: parts are divided only before one of these, so that inline text stays together. */
const BLOCK = /^(?:blockquote|details|div|dl|figure|h[1-6]|hr|ol|p|pre|section|table|ul)$/;
/** Elements around a whole page that are opened to reach its content. */
const MAX_PAGE_BOXES = 5;

/**
 * Splits untrusted HTML into parts, each in its own element, one at a time. The nodes are not sanitized: only the
 * sanitizer may get them.
 * @returns undefined where it cannot be parsed here, or has no body
 */
function splitIntoElements(html: string): Iterable<Element> | undefined {
  const tree = parseInertly(html);
  // Prevents DOM clobbering: named elements shadow the document’s own properties.
  const body = tree && Document.prototype.querySelector.call(tree, 'html > body');
  return body ? partsOf(innermost(body)) : undefined;
}

function* partsOf(box: Element): Generator<Element, void, undefined> {
  for (let first = box.firstChild; first; first = box.firstChild) {
    const part = new Document().createElementNS('http://www.w3.org/1999/xhtml', 'div');
    let [children, elements, characters] = [0, 0, 0];
    for (let next: ChildNode | null = first; next; next = box.firstChild) {
      const isFull =
        children >= PART_LIMITS.children || elements >= PART_LIMITS.elements || characters >= PART_LIMITS.characters;
      if (isFull && next instanceof Element && BLOCK.test(next.localName)) break;
      part.append(next);
      children++;
      characters += lengthOf(next);
      if (next instanceof Element) elements += 1 + Element.prototype.querySelectorAll.call(next, '*').length;
    }
    yield part;
  }
}

/** The element that holds the content: pages often have one or two elements around everything. */
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

/**
 * Prevents DOM clobbering: named form controls shadow the form’s own properties, so these are read from the prototype.
 */
function lengthOf(node: Node): number {
  const text: unknown = Reflect.get(Node.prototype, 'textContent', node);
  return typeof text === 'string' ? text.trim().length : 0;
}

/**
 * Sanitized HTML. Only this module can create it, so an element that accepts this type cannot be given anything else.
 */
class SafeFragment {
  // A private member makes the type nominal: no similar object is assignable to it.
  readonly #minted = true;
  /** The element that holds the nodes. It is in no document yet, and moves when it is inserted. */
  readonly root: HTMLElement;
  /** The words that replace images, each with its image. */
  get images(): ReadonlyMap<HTMLElement, RemovedImage> {
    return this.#images;
  }
  /** Links that browsers should not open, which are words now. */
  get offered(): ReadonlyMap<HTMLElement, string> {
    return this.#offered;
  }
  /** Number of removed elements that would have run, loaded, submitted or played something. */
  leftOut: number;
  /** Blocks of code, in order. Filled by who knows their languages. */
  readonly codes: CodeBlock[] = [];
  readonly #images: Map<HTMLElement, RemovedImage>;
  readonly #offered: Map<HTMLElement, string>;

  constructor(root: HTMLElement, images: SafeFragment['images'], offered: SafeFragment['offered'], leftOut: number) {
    this.root = root;
    this.#images = new Map(images);
    this.#offered = new Map(offered);
    this.leftOut = leftOut;
  }

  /** Adds another fragment at the end, as its own group: a long text is sanitized piece by piece. */
  append(other: SafeFragment): void {
    other.root.className = 'group';
    this.root.append(other.root);
    for (const [words, image] of other.images) this.#images.set(words, image);
    for (const [words, uri] of other.offered) this.#offered.set(words, uri);
    this.codes.push(...other.codes);
    this.leftOut += other.leftOut;
  }
}
export type { SafeFragment };

let purifier: DOMPurify | undefined;
/** The images of the text that is being sanitized. A hook fills it, because the URL is removed. */
let removedImages = new Map<Element, RemovedImage>();
/** The URLs of its links. */
let linkTargets = new Map<Element, string>();
/** The pictures that it contains itself. */
let inlinePictures: InlinePictures | undefined;

/**
 * Makes untrusted HTML into harmless nodes: no script, request, form, style or name. Images become words that name
 * their host. Links open in a new tab, send no referrer and show their host.
 * @returns undefined where the page’s Trusted Types policy forbids parsing; the caller then shows the source
 */
export function sanitizeHtml(html: string, pictures?: InlinePictures): SafeFragment | undefined {
  return sanitizeSource(html, pictures);
}

/** The same for the Markdown engine’s output: with its check boxes and footnotes. */
export function sanitizeMarkdown(html: string, pictures?: InlinePictures): SafeFragment | undefined {
  return sanitizeSource(html, pictures, true);
}

/**
 * The same for a long text, in steps of some milliseconds: it is parsed at once, and its parts are sanitized one by
 * one. Each part is a group, which the browser lays out when it comes into view.
 */
export function* sanitizeLongHtml(
  html: string,
  pictures?: InlinePictures,
): Generator<undefined, SafeFragment | undefined, undefined> {
  const parts = splitIntoElements(html);
  const whole = sanitizeHtml('');
  if (!parts || !whole) return sanitizeHtml(html, pictures);
  yield;
  for (const part of parts) {
    const safe = sanitizeSource(part, pictures);
    if (!safe) return undefined;
    // The element that held the part.
    const [box] = safe.root.children;
    box?.replaceWith(...box.childNodes);
    whole.append(safe);
    yield;
  }
  return whole;
}

function sanitizeSource(
  source: string | Element,
  pictures: InlinePictures | undefined,
  isMarkdown = false,
): SafeFragment | undefined {
  const access = parserAccess();
  if (access.kind === 'refused') return undefined;
  purifier ??= createPurifier();
  if (!purifier.isSupported) return undefined;
  removedImages = new Map();
  linkTargets = new Map();
  inlinePictures = pictures;
  const result: DocumentFragment | null = purifier.sanitize(source, {
    ...(isMarkdown ? MARKDOWN_PROFILE : DOCUMENT_PROFILE),
    RETURN_DOM_FRAGMENT: true,
    // null and not undefined: with undefined the sanitizer would create its own policy, under a name that the page did
    // not allow.
    TRUSTED_TYPES_POLICY: access.policy as Config['TRUSTED_TYPES_POLICY'] & null,
  });
  // A frameset has no body, and so no result.
  const fragment = result ?? document.createDocumentFragment();
  levelHeadings(fragment);
  const images = replaceImages(fragment, removedImages);
  nameLinkHosts(fragment);
  const offered = offeredLinks(fragment, linkTargets);
  if (pictures) shortenData(fragment, pictures);
  markHidden(fragment);
  if (isMarkdown) completeMarkdown(fragment);
  const root = document.createElement('div');
  root.append(fragment);
  const leftOut = countActive(purifier.removed) + (result ? 0 : 1);
  // The sanitizer must not keep removed nodes in memory.
  purifier.removed = [];
  removedImages = new Map();
  linkTargets = new Map();
  inlinePictures = undefined;
  return new SafeFragment(root, images, offered, leftOut);
}

/** A separate instance: hooks and settings that the page gave the shared one must not apply here. */
function createPurifier(): DOMPurify {
  const own = createDOMPurify(window);
  own.addHook('beforeSanitizeAttributes', (element) => {
    if (element.nodeName === 'IMG') removedImages.set(element, describeImage(element, inlinePictures));
    if (element.nodeName === 'A') linkTargets.set(element, element.getAttribute('href') ?? '');
  });
  own.addHook('uponSanitizeAttribute', (element, data) => {
    if (data.attrName === 'class') data.keepAttr = MARKDOWN_CLASSES.has(data.attrValue);
    if (data.attrName === 'align')
      data.keepAttr = /^T[DH]$/.test(element.nodeName) && /^(?:left|center|right)$/.test(data.attrValue);
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
    // Named form controls shadow the form’s own nodeName.
    const name: unknown = entry.element.nodeName;
    if (typeof name !== 'string' || ACTIVE_ELEMENTS.has(name.toLowerCase())) count++;
  }
  return count;
}
