import { deepActiveElement, isInside } from '../controllers/focus-return.js';

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/**
 * True when the person may be typing somewhere outside `host`. A frame counts: nobody can see what is typed in it.
 */
export function isTypingOutside(host: HTMLElement): boolean {
  const active = deepActiveElement(host.ownerDocument);
  return active instanceof HTMLElement && !isInside(host, active) && takesText(active);
}

function takesText(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type);
  return element.isContentEditable || element.matches('textarea, iframe, object, embed, [role="textbox"]');
}
