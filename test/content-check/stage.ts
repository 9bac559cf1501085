import type { Scenario } from '/__servers__.js';
import type { McpSessionElement } from '../../components/session/session.js';
import type { Session } from '../../src/index.js';

/** What a stage is given: payloads, and where to show what a server made of them says. */
export interface Given {
  readonly payloads: readonly string[];
  /** The payload where this field is under test, plain words where it is not. */
  put(field: string, payload: string): string;
  /** A box of a fixed width in the page, for the elements of one payload (its number), or of all. */
  box(payload?: number): HTMLElement;
  /** Gives the focus back to the page, as somebody does who pressed a button and goes on elsewhere. */
  goOn(): void;
  /** The address of a real server that says this. */
  serve(scenario: Scenario): Promise<string>;
}

/** One place of the screen where what a server says comes to stand, with the fields it says it in. */
export interface Stage {
  readonly name: string;
  readonly fields: readonly string[];
  /** Shows it. @returns what leaves again. */
  show(given: Given): Promise<() => void>;
}

/** Milliseconds for what a stage waits for. Only what never comes takes as long: the machine may be busy with other things. */
const PATIENCE = 45_000;
const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
const INFO = { name: 'hostile', version: '1.0.0' };

/** Replies to the opening, with what the server says of itself. */
export function opening(about: object = {}, capabilities: object = CAPABILITIES): Scenario['replies'] {
  return {
    initialize: {
      result: { protocolVersion: '2025-11-25', capabilities, serverInfo: INFO, ...about },
    },
  };
}

/** A session with a real server, in an element around whatever shows it. */
export async function connect(
  given: Given,
  replies: Scenario['replies'],
  host: HTMLElement,
  about: Scenario['replies'] = opening(),
): Promise<{ element: McpSessionElement; session: Session }> {
  const element = document.createElement('mcp-session');
  element.storage = 'none';
  element.capabilities = 'sampling elicitation';
  element.sampler = () => Promise.resolve({ role: 'assistant', content: [{ type: 'text', text: 'yes' }], model: 'm' });
  element.url = await given.serve({ session: false, replies: { ...about, ...replies } });
  host.append(element);
  await until(() => element.status === 'ready' || element.status === 'failed', 'a connection');
  if (element.status === 'failed') throw new Error('The hostile server was not connected to.');
  return { element, session: element.session! };
}

export async function until(is: () => unknown, what: string): Promise<void> {
  const end = performance.now() + PATIENCE;
  while (!is()) {
    if (performance.now() > end) throw new Error(`There was never ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

/** An element with some of its properties set. */
export function create<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), properties);
}

/** Base64 of a text. */
export function base64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
