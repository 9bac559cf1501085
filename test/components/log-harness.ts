import { aTimeout, fixture, html, nextFrame } from '@open-wc/testing';
import '../../components/define/mcp-log.js';
import type { McpLogElement } from '../../components/log/log.js';
import { Logging } from './logging.js';

export { Logging };

export async function show(logging: Logging, width = 800): Promise<McpLogElement> {
  const parentNode = document.createElement('div');
  parentNode.style.setProperty('width', `${width}px`);
  const element = await fixture<McpLogElement>(html`<mcp-log .session=${logging.session}></mcp-log>`, { parentNode });
  await settled(element);
  return element;
}

/** What comes with the next frames has come. */
export async function settled(element: McpLogElement): Promise<void> {
  await nextFrame();
  await nextFrame();
  await element.updateComplete;
  await aTimeout(20);
  await element.updateComplete;
}

export const root = (element: McpLogElement): ShadowRoot => element.shadowRoot!;
export const words = (element: McpLogElement): string => root(element).textContent.replace(/\s+/g, ' ');
export function part<E extends HTMLElement>(element: McpLogElement, name: string): E {
  const found = root(element).querySelector<E>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
  if (!found) throw new Error(`there is no part ${name}`);
  return found;
}
export const has = (element: McpLogElement, name: string): boolean =>
  root(element).querySelector(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`) !== null;
export const grid = (element: McpLogElement): HTMLElement => root(element).querySelector('[role="listbox"]')!;
export const lines = (element: McpLogElement): HTMLElement[] => [
  ...root(element).querySelectorAll<HTMLElement>('[data-name~="line"]'),
];
/** What the lines say that are in view. */
export function seen(element: McpLogElement): string[] {
  const box = grid(element)?.getBoundingClientRect();
  if (!box) return [];
  return lines(element)
    .filter((line) => {
      const { top, bottom } = line.getBoundingClientRect();
      return top >= box.top - 1 && bottom <= box.bottom + 1;
    })
    .map((line) => line.querySelector('.rest')!.textContent.trim());
}
export function count(element: McpLogElement): string {
  const words = part(element, 'count').cloneNode(true) as HTMLElement;
  words.querySelector('.visually-hidden')?.remove();
  return words.textContent.replace(/\s+/g, ' ').trim();
}

export async function search(element: McpLogElement, text: string): Promise<void> {
  const box = part<HTMLInputElement>(element, 'search');
  box.value = text;
  box.dispatchEvent(new InputEvent('input'));
  await settled(element);
}
export async function choose(element: McpLogElement, name: string, label: string): Promise<void> {
  const box = part<HTMLSelectElement>(element, name);
  box.selectedIndex = [...box.options].findIndex((option) => option.text.trim() === label);
  if (box.selectedIndex < 0) throw new Error(`there is no ${label}`);
  box.dispatchEvent(new Event('change'));
  await settled(element);
}
export async function scrollTo(element: McpLogElement, top: number): Promise<void> {
  grid(element).scrollTop = top;
  await settled(element);
}
