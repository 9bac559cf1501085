import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-json-view.js';
import type { McpJsonViewElement } from '../../components/index.js';

/** Slices of work take longer where other tests share the machine. */

async function show(source: string): Promise<McpJsonViewElement> {
  const el = await fixture<McpJsonViewElement>(html`<mcp-json-view .source=${source}></mcp-json-view>`);
  await waitUntil(() => !root(el).querySelector('.waiting'));
  await el.updateComplete;
  return el;
}
const root = (el: McpJsonViewElement) => el.shadowRoot!;
const tree = (el: McpJsonViewElement) => root(el).querySelector<HTMLElement>('[role="tree"]')!;
const items = (el: McpJsonViewElement) => [...root(el).querySelectorAll<HTMLElement>('[role="treeitem"]')];
const line = (item: Element) => item.textContent.replaceAll(/\s+/g, ' ').trim();
const lines = (el: McpJsonViewElement) => items(el).map(line);
const active = (el: McpJsonViewElement) =>
  line(root(el).getElementById(tree(el).getAttribute('aria-activedescendant') ?? '') ?? document.createElement('i'));
const path = (el: McpJsonViewElement) => root(el).querySelector('.where')!.textContent.trim();
const words = (el: McpJsonViewElement) => root(el).querySelector('.bar [role="status"]')!.textContent;
const button = (el: McpJsonViewElement, label: string) =>
  [...root(el).querySelectorAll('button')].find((each) => each.textContent.trim() === label);

async function press(el: McpJsonViewElement, ...keys: readonly string[]): Promise<void> {
  tree(el).focus();
  for (const key of keys) {
    tree(el).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    // oxlint-disable-next-line no-await-in-loop -- a key at a time
    await el.updateComplete;
  }
}
async function search(el: McpJsonViewElement, sought: string): Promise<void> {
  const field = root(el).querySelector('input')!;
  field.value = sought;
  field.dispatchEvent(new Event('input'));
  await waitUntil(() => words(el) !== '' && words(el) !== 'Searching…');
  await el.updateComplete;
}
/** What Ctrl+C, or the menu, would put on the clipboard. */
function copied(target: Element): string {
  const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.clipboardData!.getData('text/plain');
}

const itemsOf = (length: number): string =>
  JSON.stringify(Array.from({ length }, (_, id) => ({ id, name: `item ${id}` })));
const SOME = itemsOf(2000);
const MANY = itemsOf(20_000);

describe('<mcp-json-view>', () => {
  describe('shows', () => {
    it('names, values and how much is in what is folded', async () => {
      const el = await show('{"a": [1, 2, 3], "b": {"c": null}, "d": "text\\n", "e": {}, "f": []}');
      root(el).querySelector<HTMLElement>('[data-row="1"]')!.click();
      await el.updateComplete;
      expect(lines(el)).to.deep.equal([
        '{} 5 fields',
        'a: [] 3 items',
        'b: {} 1 field',
        'c: null',
        'd: "text\\n"',
        'e: {} empty object',
        'f: [] empty list',
      ]);
    });

    it('numbers as they are written, names given twice, and names that mean something to JavaScript', async () => {
      const el = await show('{"n": 12345678901234567890, "n": 1.0, "__proto__": 1e400, "": 1, " x": 2}');
      expect(lines(el).slice(1)).to.deep.equal([
        'n: 12345678901234567890name given more than once',
        'n: 1.0name given more than once',
        '__proto__: 1e400',
        '"": 1',
        '" x": 2',
      ]);
    });

    it('a single value', async () => {
      expect(lines(await show('42'))).to.deep.equal(['42']);
    });

    it('hidden characters by a sign, and markup as text', async () => {
      const el = await show('{"a\\u202Eb": "<img src=x onerror=alert(1)>\\u200B"}');
      expect(lines(el)[1]).to.contain('U+202E').and.to.contain('<img src=x').and.to.contain('U+200B');
      expect(root(el).querySelector('img')).to.equal(null);
    });

    it('the beginning of a long text, and all of it on request', async () => {
      const el = await show(JSON.stringify({ text: 'word '.repeat(1000) }));
      expect(lines(el)[1]!.length).to.be.below(400);
      button(el, 'Show all')!.click();
      await el.updateComplete;
      expect(root(el).querySelector('.whole')!.textContent).to.equal('word '.repeat(1000));
      button(el, 'Show less')!.click();
      await el.updateComplete;
      expect(root(el).querySelector('.whole')).to.equal(null);
    });

    it('text that is not JSON as it came, and says why', async () => {
      const el = await show('{"a": 1,\n}');
      expect(line(root(el).querySelector('[part~="note"]:not([data-name])')!)).to.equal(
        'This text is not valid JSON. Line 2, column 1: there is a comma too many before }. It is shown as it came.',
      );
      expect(root(el).querySelector('.whole')!.textContent).to.equal('{"a": 1,\n}');
    });

    it('another source from its beginning', async () => {
      const el = await show('{"a": [1]}');
      await press(el, 'End');
      el.source = '[true]';
      await waitUntil(() => lines(el).length === 2 && lines(el)[1] === '0: true');
      expect(tree(el).hasAttribute('aria-activedescendant')).to.equal(false);
    });

    it('nesting of 100,000 levels', async () => {
      const el = await show('['.repeat(100_000) + ']'.repeat(100_000));
      button(el, 'Expand all')!.click();
      await el.updateComplete;
      await press(el, 'End');
      expect(active(el)).to.contain('more than 256 levels deep, see the raw text');
    });
  });

  it('shows names whole before values in a narrow box, and says what to do before a row is chosen', async () => {
    const el = await show(
      JSON.stringify({
        description: 'long '.repeat(40),
        created_at: '2026-10-01T09:12:00.000Z',
        url: 'https://a.example/b/c',
      }),
    );
    el.style.inlineSize = '336px';
    const names = [...root(el).querySelectorAll<HTMLElement>('.name')];
    expect(names).to.have.length(3);
    for (const name of names) expect(name.scrollWidth, name.textContent).to.be.at.most(name.clientWidth);
    expect(root(el).textContent).not.to.include('Copy path');
  });
  it('shortens a very long name, and shows it as a tooltip', async () => {
    const name = 'a_very_long_name_'.repeat(4);
    const el = await show(JSON.stringify({ [name]: 'value' }));
    el.style.inlineSize = '336px';
    const shown = root(el).querySelector<HTMLElement>('.name')!;
    expect(shown.title).to.equal(name);
    expect(shown.clientWidth).to.be.below(0.65 * shown.closest('.item')!.clientWidth);
    expect(root(el).querySelector<HTMLElement>('.value')!.clientWidth).to.be.above(40);
  });

  describe('accessibility', () => {
    it('tells level, place and state of each value', async () => {
      const el = await show('{"a": [1, 2], "b": 3}');
      const facts = items(el).map((item) =>
        ['level', 'posinset', 'setsize', 'expanded'].map((name) => item.getAttribute(`aria-${name}`)),
      );
      expect(facts).to.deep.equal([
        ['1', '1', '1', 'true'],
        ['2', '1', '2', 'true'],
        ['3', '1', '2', null],
        ['3', '2', '2', null],
        ['2', '2', '2', null],
      ]);
    });
  });

  describe('keyboard', () => {
    it('walks with arrows, Home and End, and opens and folds', async () => {
      const el = await show('{"a": [1, 2], "b": 3}');
      await press(el, 'ArrowDown');
      expect(active(el)).to.equal('a: [] 2 items');
      await press(el, 'ArrowLeft');
      expect(lines(el)).to.have.length(3);
      await press(el, 'ArrowRight', 'ArrowRight');
      expect(active(el)).to.equal('0: 1');
      await press(el, 'ArrowLeft');
      expect(active(el)).to.equal('a: [] 2 items');
      await press(el, 'End');
      expect(active(el)).to.equal('b: 3');
      await press(el, 'Home', 'Enter');
      expect(lines(el)).to.have.length(1);
    });

    it('goes where letters lead, and to the search with /', async () => {
      const el = await show(MANY.replace('[', '[{"alpha": 1, "beta": 2},'));
      await press(el, 'ArrowDown', 'ArrowRight', 'b');
      expect(active(el)).to.equal('beta: 2');
      await press(el, '/');
      expect(root(el).activeElement).to.equal(root(el).querySelector('input'));
    });

    it('is one tab stop', async () => {
      const el = await show(JSON.stringify({ text: 'word '.repeat(1000), a: [] }));
      await press(el, 'ArrowDown');
      await sendKeys({ press: 'Tab' });
      expect(root(el).activeElement?.textContent.trim()).to.equal('Copy path');
    });
  });

  describe('copying', () => {
    it('gives the value where the keyboard is: text as text, all else as it is written', async () => {
      const el = await show('{"a": "x\\ny", "b": {"n": 1.0, "n": 2}}');
      await press(el, 'ArrowDown');
      expect(copied(tree(el))).to.equal('x\ny');
      await press(el, 'ArrowDown');
      expect(copied(tree(el))).to.equal('{"n": 1.0, "n": 2}');
    });

    it('shows the path as a JSON Pointer, and says when it is not the only one there', async () => {
      const el = await show('{"places": [{"a/b": null}], "x": 1, "x": 2}');
      await press(el, 'ArrowDown', 'ArrowDown', 'ArrowDown');
      expect(path(el)).to.equal('/places/0/a~1b');
      await press(el, 'End');
      expect(path(el)).to.equal('/x');
      expect(root(el).querySelector('.line')!.textContent).to.contain('This path leads to more than one value.');
    });
  });

  describe('search', () => {
    it('counts, opens the way, and goes on and back', async () => {
      const el = await show(SOME);
      await search(el, 'item 199');
      expect(words(el)).to.equal('1 of 11');
      await waitUntil(() => path(el) === '/199/name');
      await waitUntil(() => active(el).includes('"item 199"'));
      button(el, 'Next')!.click();
      await waitUntil(() => words(el) === '2 of 11' && active(el).includes('"item 1990"'));
      button(el, 'Previous')!.click();
      button(el, 'Previous')!.click();
      await waitUntil(() => words(el) === '11 of 11' && path(el) === '/1999/name');
      expect(root(el).querySelectorAll('mark').length).to.be.above(0);
    });

    it('says when there is nothing, and ends with Escape', async () => {
      const el = await show(SOME);
      await search(el, 'zzz');
      expect(words(el)).to.equal('Not found');
      root(el).querySelector('input')!.focus();
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => words(el) === '' && root(el).querySelector('input')!.value === '');
    });

    it('shows where in a long text the match is', async () => {
      const el = await show(JSON.stringify([`${'x'.repeat(2000)} needle ${'y'.repeat(2000)}`, ...Array(20).fill(0)]));
      await search(el, 'needle');
      expect(lines(el)[1]).to.contain('needle');
    });
  });

  describe('with many values', () => {
    it('of which 60,000 are open has only the rows in view in the page', async () => {
      const el = await show(MANY);
      button(el, 'Expand all')!.click();
      await el.updateComplete;
      expect(items(el).length).to.be.below(200);
      await press(el, 'End');
      await waitUntil(() => active(el) === 'name: "item 19999"');
      const row = root(el).querySelector('.active')!.getBoundingClientRect();
      const box = tree(el).getBoundingClientRect();
      expect(row.bottom).to.be.at.most(box.bottom + 1);
      expect(row.top).to.be.at.least(box.top - 1);
      button(el, 'Collapse all')!.click();
      await el.updateComplete;
      expect(items(el).length).to.be.below(200);
    });

    it('has rows wherever it is scrolled to', async () => {
      const el = await show(SOME);
      for (const part of [0.1, 0.77, 1, 0.3]) {
        tree(el).scrollTop = part * tree(el).scrollHeight;
        // A page in the background is told of no scrolling.
        tree(el).dispatchEvent(new Event('scroll'));
        // oxlint-disable-next-line no-await-in-loop -- one place after the other
        await el.updateComplete;
        const box = tree(el).getBoundingClientRect();
        for (const y of [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4])
          expect(
            root(el)
              .elementFromPoint(box.left + 40, y)
              ?.closest('[role="treeitem"]'),
            `${part}`,
          ).to.not.equal(null);
      }
    });

    it('goes on reading when it is moved, and does not when it has another source', async () => {
      const el = await fixture<McpJsonViewElement>(html`<mcp-json-view .source=${MANY}></mcp-json-view>`);
      const box = document.createElement('div');
      el.after(box);
      box.append(el);
      await waitUntil(() => items(el).length > 0);
      el.source = `${MANY} `;
      await el.updateComplete;
      el.source = '[1]';
      await aTimeout(200);
      expect(lines(el)).to.deep.equal(['[] 1 item', '0: 1']);
    });
  });

  it('stays inside its box at 320 px', async () => {
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.style.width = '320px';
    const el = await show(
      JSON.stringify({ ['n'.repeat(500)]: 'v'.repeat(500), deep: JSON.parse('['.repeat(60) + ']'.repeat(60)) }),
    );
    box.append(el);
    button(el, 'Expand all')!.click();
    await el.updateComplete;
    expect(el.scrollWidth).to.be.at.most(320);
    expect(tree(el).scrollWidth).to.be.at.most(tree(el).clientWidth);
  });
});
