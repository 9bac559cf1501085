import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../components/define/mcp-tool-form.js';
import '../../components/define/mcp-prompt-form.js';
import type { McpPromptFormElement, McpToolFormElement } from '../../components/index.js';
import { Store, type CatalogState, type Prompt, type Session } from '../../src/index.js';
import { fieldAt, focused } from './field-harness.js';
import { Connection, decided } from './tool-connection.js';
import { isVisible } from '../support/harness/client.js';

type Form = McpToolFormElement | McpPromptFormElement;

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `field_${at}`);

/** A form with so many required fields, in a pane that is lower than it. */
async function tool(count: number): Promise<Form> {
  const connection = new Connection();
  const properties = Object.fromEntries(names(count).map((name) => [name, { type: 'string', description: 'A text.' }]));
  connection.list({ name: 'fill', inputSchema: { type: 'object', properties, required: names(count) } });
  return inPane(html`<mcp-tool-form tool="fill" .session=${connection.session}></mcp-tool-form>`);
}

async function prompt(count: number): Promise<Form> {
  const connection = new Connection();
  const items = [{ name: 'fill', arguments: names(count).map((name) => ({ name, required: true })) }];
  const state = new Store<CatalogState<Prompt>>({ phase: 'ready', items, problems: [], fetchedAt: Date.now() });
  const session = Object.assign(connection, { prompts: { state, changes: undefined } }) as unknown as Session;
  return inPane(html`<mcp-prompt-form prompt="fill" .session=${session}></mcp-prompt-form>`);
}

async function inPane(form: unknown): Promise<Form> {
  const pane = await fixture(html`<div style="block-size: 300px; overflow: auto">${form}</div>`);
  await aTimeout(0);
  return pane.querySelector<Form>('mcp-tool-form, mcp-prompt-form')!;
}

const find = (form: Form, name: string): HTMLElement | null =>
  form.renderRoot.querySelector(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);

async function submit(form: Form): Promise<void> {
  find(form, 'submit-button')!.click();
  await decided(form);
  await waitUntil(() => find(form, 'error-summary'), 'the summary');
  // The browser scrolls to what has the focus a frame later.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** Nothing covers it at its edges, and it is inside its pane. */
function isSeenWhole(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const root = element.getRootNode() as ShadowRoot;
  const at = (y: number): boolean => element.contains(root.elementFromPoint((left + right) / 2, y));
  return isVisible(element) && at(top + 2) && at(bottom - 2);
}

for (const [kind, show] of [
  ['tool', tool],
  ['prompt', prompt],
] as const)
  describe(`what is wrong in the form of a ${kind}`, () => {
    it('is a list that is seen whole, above the row of actions', async () => {
      // The form just fits at some of these heights: its end then lies under the row of actions.
      for (const height of [300, 400, 450, 500, 550, 600]) {
        const form = await show(3);
        form.parentElement!.style.blockSize = `${height}px`;
        await submit(form);
        const summary = find(form, 'error-summary')!;
        expect(form.shadowRoot?.activeElement === summary).to.equal(true);
        expect(isSeenWhole(summary), `${height}px`).to.equal(true);
      }
    });

    it('is gone to at once, where it is one field or two', async () => {
      const form = await show(2);
      await submit(form);
      const first = fieldAt(form.renderRoot.querySelector('mcp-schema-field')!, '/field_0');
      expect(first.renderRoot.contains(focused())).to.equal(true);
      expect(isSeenWhole(focused() as HTMLElement)).to.equal(true);
    });

    it('stands in the row, which leads there again', async () => {
      const form = await show(2);
      await submit(form);
      const fix = find(form, 'fix-button')!;
      expect(fix.textContent?.trim()).to.equal('Fix 2 fields');
      expect(isSeenWhole(fix)).to.equal(true);
      find(form, 'menu-button')!.focus();
      fix.click();
      await form.updateComplete;
      const first = fieldAt(form.renderRoot.querySelector('mcp-schema-field')!, '/field_0');
      expect(first.renderRoot.contains(focused())).to.equal(true);
    });
  });

describe('the state of a call', () => {
  it('is not squeezed between the buttons', async () => {
    const connection = new Connection();
    connection.list({ name: 'trigger-long-running-operation', inputSchema: { type: 'object' } });
    const form = await inPane(
      html`<div style="inline-size: 740px; font-size: 15px">
        <mcp-tool-form tool="trigger-long-running-operation" .session=${connection.session}></mcp-tool-form>
      </div>`,
    );
    find(form, 'submit-button')!.click();
    await decided(form);
    find(form, 'cancel-button')!.click();
    await waitUntil(() => find(form, 'state')?.textContent.includes('Cancelled.'), 'it is cancelled');
    const words = find(form, 'state')!.querySelector('.words')!;
    const lineHeight = Number.parseFloat(getComputedStyle(words).lineHeight);
    for (let width = 840; width > 480; width -= 10) {
      form.parentElement!.style.inlineSize = `${width}px`;
      find(form, 'show-result-button')!.hidden = false;
      expect(words.getBoundingClientRect().height, `${width}px`).to.be.below(2 * lineHeight);
    }
  });
});
