import { hiddenParts, visibleText } from './visible-text.js';

/** Hidden characters of one fragment that get an element of their own; further ones are signs in plain text. */
const MAX_MARKS = 1000;

/** Puts signs in the place of hidden characters in sanitized nodes: in their text, and in the attributes that are words. */
export function markHidden(fragment: DocumentFragment): void {
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
    if (marks > MAX_MARKS) text.data = visibleText(text.data);
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
