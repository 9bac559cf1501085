import { fixture, html, waitUntil } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { script } from '/__servers__.js';
import '../../../components/define/mcp-client.js';
import type { McpClientElement, McpToolListElement } from '../../../components/index.js';

/* Places in a client that tests look at: only what a person could see. */

export const WIDE = 1000;
export const MEDIUM = 640;
export const NARROW = 340;

/** Puts a client into a box of this many pixels. */
export async function place(template: TemplateResult, width: number = WIDE): Promise<McpClientElement> {
  const parentNode = document.createElement('div');
  parentNode.style.setProperty('width', `${width}px`);
  return fixture<McpClientElement>(template, { parentNode });
}

const NAMES = [
  ...['echo', 'get-env', 'get-sum', 'get-tiny-image', 'get-links', 'get-reference', 'get-structure', 'get-message'],
  ...['zip-file', 'toggle-logging', 'toggle-updates'],
];
const some: { url?: Promise<string> } = {};

/** A small server with something of everything, the same for all tests of a file. */
export function someServer(): Promise<string> {
  return (some.url ??= script({
    capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
    replies: { 'tools/list': { result: { tools: NAMES.map((name) => ({ name, inputSchema: { type: 'object' } })) } } },
  }));
}

/** A client that is connected and lists something. */
export async function clientOf(
  url: string | Promise<string> = someServer(),
  width: number = WIDE,
): Promise<McpClientElement> {
  const el = await place(html`<mcp-client url=${await url} storage="none"></mcp-client>`, width);
  await waitUntil(() => options(el).length > 0, 'a list is shown');
  return el;
}

export const root = (el: HTMLElement): ShadowRoot => el.shadowRoot!;

export const isVisible = (el: Element): boolean => el.checkVisibility({ visibilityProperty: true });

export function parts(el: HTMLElement, name: string): HTMLElement[] {
  return [
    ...root(el).querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ].filter(isVisible);
}

export const words = (el: HTMLElement): string => root(el).textContent.replace(/\s+/g, ' ');

/** The names of the sections, with their amounts. */
export function sections(el: HTMLElement): string[] {
  return parts(el, 'section-button').map((button) => button.textContent.replace(/\s+/g, ' ').trim());
}

/** The list that is seen, of whatever kind it is. */
export function list(el: HTMLElement): McpToolListElement {
  const all = root(el).querySelectorAll<McpToolListElement>('mcp-tool-list, mcp-resource-list, mcp-prompt-list');
  return [...all].find(isVisible)!;
}

export function options(el: HTMLElement): HTMLElement[] {
  const shown = list(el);
  return shown ? [...root(shown).querySelectorAll<HTMLElement>('[role="option"]')] : [];
}

export async function seek(el: HTMLElement, text: string): Promise<void> {
  const shown = list(el);
  const input = root(shown).querySelector('input')!;
  input.value = text;
  input.dispatchEvent(new Event('input'));
  await shown.updateComplete;
}

export const sought = (el: HTMLElement): string => root(list(el)).querySelector('input')!.value;

export async function openSection(el: McpClientElement, section: string): Promise<void> {
  const button = parts(el, 'section-button').find((each) => each.textContent.includes(section));
  button!.click();
  await el.updateComplete;
}

export async function choose(el: McpClientElement, label: string): Promise<void> {
  const option = (): HTMLElement | undefined => options(el).find((each) => each.textContent.includes(label));
  await waitUntil(option, `${label} is listed`);
  option()!.click();
  await el.updateComplete;
}

/** What has the focus, seen through every shadow tree. */
export function deepActive(): Element {
  let active = document.activeElement!;
  while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
