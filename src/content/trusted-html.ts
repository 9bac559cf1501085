/** Elements without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

const HTML = 'http://www.w3.org/1999/xhtml';

/** Element names that authors use. A tree can contain others, which would be parsed differently. */
const ELEMENT_NAME = /^[a-z][a-z0-9._-]{0,60}$/i;
const ATTRIBUTE_NAME = /^[a-z_][a-z0-9._:-]{0,60}$/i;

/**
 * Writes a tree as HTML text. Stricter than the browser: comments and unusual names are left out, and in attributes
 * every character that could end one is escaped, so that parsing it again gives the same tree.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 */
export function serializeHtml(root: Element): string {
  const parts: string[] = [];
  write(root, parts);
  return parts.join('');
}

function write(node: Node, parts: string[]): void {
  if (node.nodeType === Node.TEXT_NODE) parts.push(serializeText(node));
  if (!(node instanceof Element)) return;
  const isHtml = node.namespaceURI === HTML;
  const name = isHtml ? node.localName : node.nodeName;
  if (!ELEMENT_NAME.test(name)) return;
  parts.push('<', name);
  for (const attribute of node.attributes)
    if (ATTRIBUTE_NAME.test(attribute.name)) parts.push(' ', attribute.name, '="', escaped(attribute.value), '"');
  parts.push('>');
  if (isHtml && VOID.has(name)) return;
  // The parser drops one line break at the start of these.
  if (/^(?:pre|listing|textarea)$/.test(name)) parts.push('\n');
  for (const child of node.childNodes) write(child, parts);
  parts.push('</', name, '>');
}

function serializeText(text: Node): string {
  const { parentNode, nodeValue } = text;
  const value = nodeValue ?? '';
  const isStyle = parentNode instanceof Element && parentNode.namespaceURI === HTML && parentNode.localName === 'style';
  // The parser reads style as raw text up to its end tag.
  if (isStyle) return value.replace(/<(?=[/!])/g, '\\3c ');
  return escaped(value);
}

function escaped(text: string): string {
  return text.replace(/[&<>"'\u00a0]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The part of the Trusted Types API that is used here; not every engine’s types contain it. */
interface TrustedPolicy {
  createHTML(text: string): never;
  createScriptURL(text: string): never;
}
interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string; createScriptURL(text: string): string },
  ): TrustedPolicy;
}

/** The policy name that a page must allow: `trusted-types mcp-embed`. */
const POLICY_NAME = 'mcp-embed';

/** The sanitizer's permission to parse text. */
type ParserAccess =
  /** Through this library’s policy; null where the engine has no Trusted Types or the page does not enforce them. */
  | { readonly kind: 'open'; readonly policy: TrustedPolicy | null }
  /** The page’s CSP forbids it. */
  | { readonly kind: 'refused' };

let access: ParserAccess | undefined;

/**
 * The access to the parser, found once per page. The policy passes text through unchanged, because the sanitizer must
 * parse untrusted text itself; so the policy never leaves this module and `sanitize.ts`. In a page that forbids
 * duplicates, a second copy of this library gets no policy: without enforcement it works without one, otherwise content
 * stays plain text with a note.
 */
export function parserAccess(): ParserAccess {
  access ??= findAccess();
  return access;
}

/**
 * Parses untrusted HTML into a separate document: nothing in it runs or loads. Its nodes must not get into a page; only
 * text written from them may, for a frame.
 * @returns undefined where the page’s Trusted Types policy forbids parsing
 */
export function parseInertly(html: string): Document | undefined {
  const found = parserAccess();
  if (found.kind === 'refused') return undefined;
  return new DOMParser().parseFromString(found.policy ? found.policy.createHTML(html) : html, 'text/html');
}

/** Parses untrusted HTML piece by piece, only to count the elements that it becomes. */
interface InertWriter {
  write(piece: string): void;
  /** Elements so far, besides those that every document has. */
  elements(): number;
}

/** Elements of a document in which nothing is written: html, head and body. */
const OWN_ELEMENTS = 3;

/**
 * As {@link parseInertly}, but the parser stops between the pieces.
 * @returns undefined where the page’s Trusted Types policy forbids parsing
 */
export function inertWriter(): InertWriter | undefined {
  const found = parserAccess();
  if (found.kind === 'refused') return undefined;
  const tree = document.implementation.createHTMLDocument('');
  tree.open();
  // Found before anything is written: named elements shadow the document’s own properties.
  const all = tree.getElementsByTagName('*');
  const write = (piece: string): void =>
    Document.prototype.write.call(tree, found.policy ? found.policy.createHTML(piece) : piece);
  return { write, elements: () => Math.max(0, all.length - OWN_ELEMENTS) };
}

function findAccess(): ParserAccess {
  const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes;
  if (!factory) return { kind: 'open', policy: null };
  try {
    const policy = factory.createPolicy(POLICY_NAME, {
      createHTML: (text) => text,
      createScriptURL: () => {
        throw new TypeError('mcp-embed creates no script addresses.');
      },
    });
    return { kind: 'open', policy };
  } catch {
    return parsesStrings() ? { kind: 'open', policy: null } : { kind: 'refused' };
  }
}

function parsesStrings(): boolean {
  try {
    new DOMParser().parseFromString('<p></p>', 'text/html');
    return true;
  } catch {
    return false;
  }
}
