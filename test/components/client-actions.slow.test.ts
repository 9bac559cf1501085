import { aTimeout, expect, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { everythingUrl } from '/__servers__.js';
import { choose, isVisible, openSection, options, place, root } from '../support/harness/client.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import type { McpClientElement } from '../../components/index.js';

/** Milliseconds in which an act has drawn what it does. */
const DRAWN_IN = 120;
/** What leaves the page or the connection, or opens a window of the browser. */
const LEAVES = /^(?:Disconnect|Connect|Stop|Download|Save|Export|Open in a new tab|Open the page)\b/;
const MOST_ACTIONS = 80;

function* everything(node: ParentNode): Generator<HTMLElement> {
  for (const element of node.querySelectorAll<HTMLElement>('*')) {
    yield element;
    if (element.shadowRoot) yield* everything(element.shadowRoot);
  }
}

const wordsOf = (one: HTMLElement): string =>
  (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replaceAll(/\s+/g, ' ');
const nameOf = (one: HTMLElement): string =>
  `${(one.getRootNode() as ShadowRoot).host?.localName} ${one.dataset['name'] ?? ''} ${wordsOf(one).slice(0, 60)}`;

async function client(): Promise<McpClientElement> {
  const el = await place(
    html`<mcp-client
      url=${everythingUrl}
      storage="none"
      transcript
      capabilities="elicitation sampling roots"
    ></mcp-client>`,
  );
  await waitUntil(() => options(el).length > 0, 'a list is shown', { timeout: 5000 });
  return el;
}

/** Presses each button in turn, also those that a press brings; gives those after which the page itself had the focus. */
async function lostBy(el: McpClientElement): Promise<{ lost: string[]; pressed: string[] }> {
  const pressed = new Set<string>();
  const lost: string[] = [];
  while (pressed.size < MOST_ACTIONS) {
    const next = [...everything(root(el))].find(
      (one) =>
        one.matches('button:not([disabled], [data-name="section-button"]), summary') &&
        isVisible(one) &&
        !LEAVES.test(wordsOf(one)) &&
        !pressed.has(nameOf(one)),
    );
    if (!next) break;
    const name = nameOf(next);
    pressed.add(name);
    next.focus();
    next.click();
    // oxlint-disable-next-line no-await-in-loop -- one act after the other
    await aTimeout(DRAWN_IN);
    if (deepActiveElement(document) === document.body) lost.push(name);
    if ([...everything(root(el))].some((one) => one.matches('dialog[open]'))) {
      // oxlint-disable-next-line no-await-in-loop -- one act after the other
      await sendKeys({ press: 'Escape' });
      // oxlint-disable-next-line no-await-in-loop -- one act after the other
      await aTimeout(DRAWN_IN);
      if (deepActiveElement(document) === document.body) lost.push(`Escape after ${name}`);
    }
  }
  return { lost, pressed: [...pressed] };
}

/** Headings that are seen and leave out a level after the one before. */
function jumps(el: McpClientElement): string[] {
  const seen = [...everything(root(el))].filter(
    (one) => one.matches('h1, h2, h3, h4, h5, h6, [role="heading"]') && isVisible(one),
  );
  const levels = seen.map((one) => Number(one.getAttribute('aria-level') ?? one.localName.slice(1)));
  return seen.flatMap((one, at) => {
    const before = levels[at - 1] ?? 1;
    return levels[at]! > before + 1 ? [`${before} → ${levels[at]} ${nameOf(one)}`] : [];
  });
}

const SECTIONS: readonly (readonly [section: string, item: string | undefined])[] = [
  ['Tools', 'get-tiny-image'],
  ['Tools', 'get-structured-content'],
  ['Resources', 'architecture'],
  ['Prompts', 'simple-prompt'],
  ['Log', undefined],
];

describe('every action of every section of <mcp-client>', function () {
  this.timeout(60_000);

  for (const [section, item] of SECTIONS)
    it(`leaves the focus inside, and headings in order: ${section}${item ? `, ${item}` : ''}`, async () => {
      const el = await client();
      await openSection(el, section);
      if (item) await choose(el, item);
      await aTimeout(500);
      expect(jumps(el), 'before').to.deep.equal([]);
      const { lost, pressed } = await lostBy(el);
      expect(pressed.length).to.be.above(0);
      expect(lost).to.deep.equal([]);
      expect(jumps(el), 'after').to.deep.equal([]);
    });
});
