import { everything } from './audit.js';

/**
 * What happens to an element that a person comes near, or a script of somebody else. Not each event there is: any handler
 * that stands in an attribute is found by looking, whatever it waits for.
 */
const ON_EACH = ['mouseenter', 'pointerenter', 'focus', 'blur', 'load', 'error', 'toggle'];
const ON_LEAVES = ['mouseover', 'pointerdown', 'mousedown', 'mouseup', 'auxclick', 'contextmenu', 'focusin', 'input'];
const KEYS = ['Enter', ' '];
/**
 * Buttons that are pressed on purpose elsewhere, or would only ask the server again; and those with which a person has
 * something loaded from another site: that is what they are for. What opens a dialog of ours is no place of a server.
 */
const LEFT_ALONE =
  /\b(?:submit|retry|refresh|connect|disconnect|copy|download|read|load|direct|always|allow|page|keyboard|language)-button\b/;
/** Buttons that show the same in another way. What they open is looked at before anything else is pressed. */
const OPENS =
  /^(?:Show as (?:Markdown|table|tree)|Show formatted|Show all|Show more|Show image|Show definition|More$|Expand)/;
const OPENS_PAGE = /^Show as page/;

/** Presses what shows more of the content. @returns whether there was anything. */
export function open(root: Element, what: 'more' | 'page'): boolean {
  const buttons = everything(root).filter(
    (each): each is HTMLButtonElement =>
      each instanceof HTMLButtonElement &&
      each.getAttribute('aria-expanded') !== 'true' &&
      (what === 'page' ? OPENS_PAGE : OPENS).test(each.textContent.trim()),
  );
  for (const button of buttons) button.click();
  for (const each of everything(root)) if (each instanceof HTMLDetailsElement) each.open = true;
  return buttons.length > 0;
}

/** Gives the first content of each box the whole page, and takes it back. @returns whether there was any. */
export function toggleDialogs(boxes: Iterable<Element>, part: 'page-button' | 'close-button'): boolean {
  let count = 0;
  for (const box of boxes) {
    const button = everything(box).find((each) => each.matches(`[data-name~="${part}"]`));
    if (!(button instanceof HTMLElement)) continue;
    button.click();
    count++;
  }
  return count > 0;
}

/** Does everything to an element and to everything in it. */
export function provoke(root: Element): void {
  const all = [root, ...everything(root)];
  for (const each of all) {
    for (const type of ON_EACH) each.dispatchEvent(new Event(type));
    if (each.childElementCount > 0 || each.shadowRoot) continue;
    // What stands around a leaf hears of it as well.
    for (const type of ON_LEAVES) each.dispatchEvent(new Event(type, HEARD));
    for (const key of KEYS) each.dispatchEvent(new KeyboardEvent('keydown', { key, ...HEARD }));
  }
  for (const each of all) {
    if (!(each instanceof HTMLElement) || !each.isConnected || isLeftAlone(each)) continue;
    if (each.childElementCount === 0 || each.matches('a, button, summary, label, [role], [tabindex]')) each.click();
  }
}

const HEARD = { bubbles: true, cancelable: true, composed: true } as const;

function isLeftAlone(element: Element): boolean {
  const part = `${element.closest('[part]')?.getAttribute('part')} ${element.closest('[data-name]')?.getAttribute('data-name')}`;
  return LEFT_ALONE.test(part) || (element as HTMLInputElement).type === 'file';
}
