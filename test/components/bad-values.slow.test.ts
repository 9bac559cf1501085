import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../components/define/all.js';
import { script } from '/__servers__.js';
import type { McpSessionElement } from '../../components/index.js';
import { testedElements, uncaughtDuring, WRONG_ATTRIBUTES, WRONG_PROPERTIES } from './bad-values.js';

interface Trial {
  readonly set: (element: LitElement, kind: string) => void;
  readonly clear: (element: LitElement) => void;
  readonly around?: Element;
}

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
  });

  /** Sets, takes away and sets again each wrong value, each on an element of its own, all at the same time. */
  async function tryAll(
    tag: string,
    name: string,
    kinds: readonly string[],
    { set, clear, around = document.body }: Trial,
  ): Promise<readonly string[]> {
    said = [];
    const uncaught = await uncaughtDuring(async () => {
      const all = kinds.map((kind) => ({ kind, element: document.createElement(tag) as LitElement }));
      const setAll = (): void => all.forEach(({ kind, element }) => set(element, kind));
      for (const { element } of all) if (/client|session$/.test(tag)) element.setAttribute('storage', 'none');
      setAll();
      const shown = all.map(({ element }) => place(element, around));
      const settle = (): Promise<unknown> => Promise.all(all.map(({ element }) => settled(element)));
      await settle();
      for (const { element } of all) clear(element);
      await settle();
      setAll();
      await settle();
      for (const box of shown) box.remove();
      await settle();
    });
    const ours = said.filter((one) => /ignores the value|cannot use what/.test(one));
    const twice = ours.filter((one, at) => ours.indexOf(one) !== at);
    return [...new Set([...uncaught, ...twice.map((one) => `said twice: ${one}`)])].map((one) => `${name}: ${one}`);
  }

  for (const { tag, attributes } of tested)
    it(`<${tag}>: attributes`, async function () {
      this.timeout(60_000);
      const problems: string[] = [];
      for (const name of attributes)
        problems.push(
          // oxlint-disable-next-line no-await-in-loop -- what nobody catches must be told apart by attribute
          ...(await tryAll(tag, name, Object.keys(WRONG_ATTRIBUTES), {
            set: (element, kind) => element.setAttribute(name, WRONG_ATTRIBUTES[kind]!),
            clear: (element) => element.removeAttribute(name),
          })),
        );
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
          around.url = await script({ capabilities: { tools: {}, prompts: {} } });
          place(around);
          await around.updateComplete;
          await around.session!.connect();
        }
        for (const name of properties) {
          const put = (element: LitElement, value: unknown): void => {
            (element as unknown as Record<string, unknown>)[name] = value;
          };
          problems.push(
            // oxlint-disable-next-line no-await-in-loop -- what nobody catches must be told apart by property
            ...(await tryAll(tag, name, Object.keys(WRONG_PROPERTIES), {
              set: (element, kind) => put(element, WRONG_PROPERTIES[kind]!()),
              clear: (element) => put(element, undefined),
              ...(inside && { around }),
            })),
          );
        }
        expect(problems).to.deep.equal([]);
      });

  it('a session that is none: named once, and the element shows what it shows without one', async () => {
    const list = document.createElement('mcp-tool-list');
    list.session = 7 as never;
    place(list);
    await list.updateComplete;
    expect(list.session).to.equal(undefined);
    expect(list.shadowRoot!.textContent).to.match(/No server yet/);
    const log = document.createElement('mcp-connection-status');
    for (const wrong of [{}, 'session', NaN]) log.session = wrong as never;
    place(log);
    await log.updateComplete;
    expect(said.filter((one) => one.includes('mcp-connection-status')).length).to.be.at.most(1);
  });

  it('an error while an element is drawn: the element says so in its place, and draws again with another value', async () => {
    const element = document.createElement('mcp-tool-result');
    const result = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    element.result = result as never;
    place(element);
    await element.updateComplete;
    const error = element.shadowRoot!.querySelector('[role="alert"]');
    expect(error?.textContent).to.equal(
      '<mcp-tool-result> cannot use what it was given as result. Give it another value.',
    );
    element.result = { content: [{ type: 'text', text: 'good' }], isError: false };
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('[role="alert"]')).to.equal(null);
  });
});
