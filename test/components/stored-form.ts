import { fixture, html, waitUntil } from '@open-wc/testing';
import { script, type Reply } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import '../../components/define/mcp-tool-form.js';
import type { McpSessionElement } from '../../components/session/session.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import type { SessionOptions } from '../../src/index.js';

export const weather = {
  name: 'weather',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'number' }, apiKey: { type: 'string' } },
  },
};

/** Server of one revision that lists these tools, one list after the other, and answers each call with “done”. */
export const serverWith = (...lists: object[][]): Promise<string> =>
  script({
    replies: {
      'tools/list': lists.map((tools): Reply => ({ result: { tools } })),
      'tools/call': { result: { content: [{ type: 'text', text: 'done' }] } },
    },
  });

/** A visit to a page with the form of one tool: another element and another session each time, as after a reload. */
export class Visit {
  readonly #around: McpSessionElement;
  readonly form: McpToolFormElement;

  private constructor(around: McpSessionElement) {
    this.#around = around;
    this.form = around.querySelector('mcp-tool-form')!;
  }

  static async to(url: string, options: SessionOptions, tool: string = weather.name): Promise<Visit> {
    const visit = new Visit(
      await fixture<McpSessionElement>(
        html`<mcp-session url=${url} .storage=${options.storage ?? 'local'} .sessionOptions=${options}
          ><mcp-tool-form tool=${tool}></mcp-tool-form
        ></mcp-session>`,
      ),
    );
    await waitUntil(() => visit.#around.status === 'ready' && visit.find('submit-button'), 'the form is there');
    return visit;
  }

  leave(): void {
    this.#around.remove();
  }

  find<E extends HTMLElement>(part: string): E | null {
    return this.form.renderRoot.querySelector<E>(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`);
  }

  all<E extends HTMLElement>(part: string): E[] {
    return [
      ...this.form.renderRoot.querySelectorAll<E>(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`),
    ];
  }

  async part<E extends HTMLElement>(part: string): Promise<E> {
    await waitUntil(() => this.find(part), `there is a part ${part}`);
    return this.find<E>(part)!;
  }

  /** What the form would send, valid or not. */
  get values(): unknown {
    return (this.form as unknown as { draft: { form: { draft: unknown } } | undefined }).draft?.form.draft;
  }

  async fill(pointer: string, text: string): Promise<void> {
    this.form.renderRoot.querySelector('mcp-schema-field')!.focusIssue(pointer);
    // As keys do, and without a way to the browser and back for each.
    document.execCommand('insertText', false, text);
    await this.form.updateComplete;
  }

  async press(part: string): Promise<void> {
    (await this.part(part)).click();
    await this.form.updateComplete;
  }

  /** Runs the tool and waits until it has answered. */
  async run(): Promise<void> {
    const before = this.form.renderRoot.querySelector('mcp-tool-result')?.result;
    await this.press('submit-button');
    await waitUntil(() => {
      const result = this.form.renderRoot.querySelector('mcp-tool-result')?.result;
      return result !== undefined && result !== before;
    }, 'the tool has answered');
  }

  get text(): string {
    return this.form.renderRoot.textContent!.replace(/\s+/g, ' ').trim();
  }
}
