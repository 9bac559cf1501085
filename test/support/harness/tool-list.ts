import { fixture, html, waitUntil } from '@open-wc/testing';
import '../../../components/define/mcp-tool-list.js';
import type { McpToolListElement } from '../../../components/index.js';
import { Session, type Endpoint } from '../../../src/index.js';
import { PortServer, type PortTool } from '../../fixtures/port-server.js';

const opened: Session[] = [];

/** A session that is open, and closed again after the test. */
export async function connected(server: Endpoint, storage: 'local' | 'none' = 'none'): Promise<Session> {
  const session = new Session(server, { storage, namespace: 'tool-list-test' });
  opened.push(session);
  await session.connect();
  return session;
}

export function closeAll(): void {
  for (const session of opened.splice(0)) void session.close();
}

export async function listOf(session: Session | undefined): Promise<McpToolListElement> {
  return fixture<McpToolListElement>(html`<mcp-tool-list .session=${session}></mcp-tool-list>`);
}

/** A list that shows the tools of a server. */
export async function loaded(server: Endpoint): Promise<McpToolListElement> {
  const el = await listOf(await connected(server));
  await waitUntil(() => options(el).length > 0, 'the tools are listed');
  return el;
}

export const tool = (name: string, more: object = {}): PortTool => ({ name, inputSchema: { type: 'object' }, ...more });

/** A server in this page with these tools. */
export const serving = (...tools: PortTool[]): MessagePort => servingLists(tools);

/** One whose list says another thing each time that it is read. */
export const servingLists = (...lists: (PortTool[] | Error)[]): MessagePort => new PortServer(...lists).endpoint;

export const root = (el: HTMLElement): ShadowRoot => el.shadowRoot!;

export function options(el: HTMLElement): HTMLElement[] {
  return [...root(el).querySelectorAll<HTMLElement>('[role="option"]')];
}

export const labels = (el: HTMLElement): string[] =>
  options(el).map((option) => option.querySelector('.label')!.textContent);

export const listbox = (el: HTMLElement): HTMLElement => root(el).querySelector<HTMLElement>('.list')!;

export const search = (el: HTMLElement): HTMLInputElement => root(el).querySelector('input')!;

export const words = (el: HTMLElement): string => root(el).textContent.replace(/\s+/g, ' ');

/** The tool the keyboard is at. */
export function active(el: HTMLElement): string | undefined {
  const row = root(el).getElementById(listbox(el).getAttribute('aria-activedescendant') ?? 'none');
  return row?.querySelector('.label')!.textContent;
}

export async function type(el: McpToolListElement, text: string): Promise<void> {
  search(el).focus();
  // As keys do, and without a way to the browser and back for each.
  document.execCommand('insertText', false, text);
  await el.updateComplete;
}
