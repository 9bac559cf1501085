import { parseInertly } from './trusted-types.js';

/** What a part has at most, unless one element alone has more. */
const MOST = { children: 20, elements: 200, characters: 4000 };
/** Elements that begin a line: a part ends only before one of these, so that words in a line stay in their line. */
const BLOCK = /^(?:blockquote|details|div|dl|figure|h[1-6]|hr|ol|p|pre|section|table|ul)$/;
/** Boxes around a whole page that are looked into. */
const MAX_BOXES = 5;

/**
 * Hostile HTML in parts, each in a box of its own, made and taken one after the other. The nodes are as they came: they are for
 * the sanitizer and nobody else.
 * @returns undefined where it cannot be parsed here, or has no body
 */
export function takeApart(html: string): Iterable<Element> | undefined {
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
  for (let depth = 0; depth < MAX_BOXES; depth++) {
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
