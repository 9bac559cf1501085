import { aTimeout, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import { OwnValues } from '../../src/session/session.js';
import {
  Session,
  Store,
  type CallOptions,
  type CatalogState,
  type JsonObject,
  type SessionState,
  type Tool,
  type ToolResult,
} from '../../src/index.js';

export interface Call {
  readonly name: string;
  readonly args: JsonObject;
  readonly options: CallOptions;
  readonly answer: (result: ToolResult) => void;
  readonly fail: (error: Error) => void;
}

export const SERVER = {
  name: 'files',
  version: '1',
  url: 'http://localhost:3001/mcp',
  revision: 'any',
  era: 'modern',
  capabilities: {},
} as const;
export const READY: SessionState = { phase: 'ready', server: SERVER };

/** As much of a session as the form uses, with calls that the test answers. */
export class Connection {
  readonly url = 'http://localhost:3001/mcp';
  readonly state = new Store<SessionState>(READY);
  /** A real one, in the memory of the page. */
  readonly storage = new Session(this.url, { storage: 'none' }).storage;
  readonly calls: Call[] = [];
  readonly own = new OwnValues(this as unknown as Session);
  readonly catalog = new Store<CatalogState<Tool>>({ phase: 'empty' });
  refreshed = 0;
  /** False: a call waits for something before it is sent. */
  sends = true;
  /** The server waits for an answer of this page to the last call, and no longer. */
  hold!: () => void;
  release!: () => void;
  readonly tools = {
    state: this.catalog,
    refresh: async (): Promise<void> => void this.refreshed++,
    call: (name: string, args: JsonObject, options: CallOptions): Promise<ToolResult> =>
      new Promise<ToolResult>((answer, fail) => {
        this.calls.push({ name, args, options, answer, fail });
        options.signal?.addEventListener('abort', () => fail(options.signal?.reason as Error));
        const time = this.sends ? options.clock?.begin() : undefined;
        this.release = () => time?.release();
        this.hold = () => time?.hold();
      }),
  };

  list(...tools: Tool[]): void {
    this.catalog.set({ phase: 'ready', items: tools, problems: [], fetchedAt: Date.now() });
  }

  get session(): Session {
    return this as unknown as Session;
  }
}

export const echo: Tool = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it <b>again</b>.',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string', minLength: 2 }, times: { type: 'integer' } },
    required: ['message'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};
export const ping: Tool = { name: 'ping', inputSchema: { type: 'object' } };

export const words = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: false });

export async function show(connection: Connection, tool: string): Promise<McpToolFormElement> {
  return fixture(html`<mcp-tool-form tool=${tool} .session=${connection.session}></mcp-tool-form>`);
}

export function part<E extends HTMLElement>(element: McpToolFormElement, name: string): E {
  const found = element.renderRoot.querySelector<E>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
  if (!found) throw new Error(`there is no part ${name}`);
  return found;
}

export const text = (element: McpToolFormElement): string =>
  element.renderRoot.textContent?.replace(/\s+/g, ' ').trim() ?? '';
export const shown = (element: McpToolFormElement): HTMLElementTagNameMap['mcp-tool-result'] | null =>
  element.renderRoot.querySelector('mcp-tool-result');

/** Types into the field of a property. */
export async function type(element: McpToolFormElement, pointer: string, value: string): Promise<void> {
  await aTimeout(0);
  element.renderRoot.querySelector('mcp-schema-field')?.focusIssue(pointer);
  await sendKeys({ type: value });
}

export async function run(element: McpToolFormElement): Promise<void> {
  part(element, 'submit-button').click();
  await decided(element);
}

/** The form has been checked, and was sent or not. */
export async function decided(element: unknown): Promise<void> {
  const { draft } = element as { draft: { isChecking: boolean } | undefined };
  await waitUntil(() => !draft?.isChecking, 'the form is checked');
  await aTimeout(0);
  await (element as McpToolFormElement).updateComplete;
}
