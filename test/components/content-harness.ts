import { fixture, html, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import '../../components/define/mcp-content.js';
import type { ContentPolicy } from '../../src/content/index.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';

export const text = (words: string): ContentBlock => ({ type: 'text', text: words });
export const LINK: ContentBlock = {
  type: 'resource_link',
  uri: 'https://a.example/guide',
  name: 'guide',
  title: 'The guide',
};

export async function show(block: ContentBlock, policy?: ContentPolicy): Promise<McpContentElement> {
  return fixture(html`<mcp-content .block=${block} .policy=${policy}></mcp-content>`);
}
export async function showContents(contents: Partial<ResourceContents>): Promise<McpContentElement> {
  const given = typeof contents === 'object' ? { uri: 'demo://1', ...contents } : contents;
  return fixture(html`<mcp-content .contents=${given}></mcp-content>`);
}

export const part = <T extends HTMLElement>(element: Element, name: string): T | null =>
  element.shadowRoot!.querySelector<T>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
/** Everything an element says, in its own shadow. */
/** The first element of that name inside. */
export const inner = <T extends keyof HTMLElementTagNameMap>(element: Element, tag: T): HTMLElementTagNameMap[T] =>
  element.shadowRoot!.querySelector(tag)!;
export const words = (element: Element): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();

export async function button(element: Element, label: string): Promise<HTMLButtonElement> {
  const find = (): HTMLButtonElement | undefined =>
    [...element.shadowRoot!.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith(label));
  await waitUntil(() => find() !== undefined, `a button “${label}”`);
  return find()!;
}
export async function formatted(element: Element): Promise<HTMLElement> {
  await waitUntil(() => part(element, 'document'), 'formatted text');
  return part(element, 'document')!;
}
