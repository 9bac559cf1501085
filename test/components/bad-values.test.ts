import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../components/define/all.js';
import { script } from '/__servers__.js';
import type { McpSessionElement } from '../../components/index.js';
import { testedElements, uncaughtDuring, WRONG_ATTRIBUTES, WRONG_PROPERTIES } from './bad-values.js';

const tested = testedElements();
const boxes: HTMLElement[] = [];
const { warn, error } = console;
let said: string[];

/** Lets what an element started settle, also what it starts then. */
async function settled(element: LitElement): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await element.updateComplete;
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function place(element: Element, parent: Element = document.body): HTMLElement {
  const box = document.createElement('div');
  boxes.push(box);
  box.append(element);
  parent.append(box);
  return box;
}

describe('wrong values', () => {
  beforeEach(() => {
    said = [];
    console.warn = (...words: unknown[]) => said.push(words.map(String).join(' '));
    console.error = (...words: unknown[]) => said.push(words.map(String).join(' '));
  });
  afterEach(() => {
    Object.assign(console, { warn, error });
    for (const box of boxes.splice(0)) box.remove();
    expect((globalThis as { hacked?: unknown }).hacked).to.equal(undefined);
  });

  it('finds every element, its attributes and its properties', () => {
    expect(tested.length).to.be.above(25);
    for (const { tag } of tested) expect(customElements.get(tag), tag).not.to.equal(undefined);
    const client = tested.find(({ tag }) => tag === 'mcp-client')!;
    expect(client.attributes).to.include('deny-tools');
    expect(client.properties).to.include.members(['url', 'headers', 'sessionOptions']);
    expect(client.properties).not.to.include('status');
  });

  for (const { tag, attributes } of tested)
    it(`<${tag}>: attributes`, async function () {
      this.timeout(60_000);
      const problems: string[] = [];
      for (const attribute of attributes)
        for (const [kind, value] of Object.entries(WRONG_ATTRIBUTES)) {
          // oxlint-disable-next-line no-await-in-loop -- what nobody catches must be told apart by value
          const uncaught = await uncaughtDuring(async () => {
            const element = document.createElement(tag) as LitElement;
            element.setAttribute(attribute, value);
            if (tag === 'mcp-client' || tag === 'mcp-session') element.setAttribute('storage', 'none');
            const box = place(element);
            await settled(element);
            element.removeAttribute(attribute);
            await settled(element);
            element.setAttribute(attribute, value);
            await settled(element);
            box.remove();
          });
          problems.push(...uncaught.map((one) => `${attribute}=${kind}: ${one}`));
        }
      expect(problems).to.deep.equal([]);
    });

  for (const inside of [false, true])
    for (const { tag, properties } of tested)
      it(`<${tag}>: properties${inside ? ', in a session' : ''}`, async function () {
        this.timeout(60_000);
        const problems: string[] = [];
        const around = document.createElement('mcp-session') as McpSessionElement;
        if (inside) {
          around.storage = 'none';
          around.url = await script({ capabilities: { tools: {}, resources: {}, prompts: {} } });
          place(around);
          await around.updateComplete;
          await around.session!.connect();
        }
        for (const property of properties)
          for (const [kind, make] of Object.entries(WRONG_PROPERTIES)) {
            said = [];
            // oxlint-disable-next-line no-await-in-loop -- what nobody catches must be told apart by value
            const uncaught = await uncaughtDuring(async () => {
              const element = document.createElement(tag) as LitElement;
              (element as unknown as Record<string, unknown>)[property] = make();
              const box = place(element, inside ? around : document.body);
              await settled(element);
              (element as unknown as Record<string, unknown>)[property] = undefined;
              await settled(element);
              (element as unknown as Record<string, unknown>)[property] = make();
              await settled(element);
              box.remove();
              await settled(element);
            });
            problems.push(...uncaught.map((one) => `${property}=${kind}: ${one}`));
            // Each is told at most once.
            if (new Set(said).size !== said.length)
              problems.push(`${property}=${kind} said twice: ${said.join(' | ')}`);
          }
        expect(problems).to.deep.equal([]);
      });
});
