// The elements in every kind of place that a page has for them, measured in pixels: the built script tag, a real browser, a real
// server. A place that is as wide as its contents must not make them 0 px wide, nor wider than there is room.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, openTagSite, runsTool } from './tag-site.mjs';

const WIDTHS = [280, 360, 768, 1280, 2000];

/** Pixels that any element needs at least, where there are as many. */
const USABLE = 200;

/** Name of the place → the rules of the page, what is before and after the element, attributes of it. */
const PLACES = {
  block: {},
  'dialog, modal': { before: '<dialog id="box">', after: '</dialog>', run: () => globalThis.box.showModal() },
  popover: { before: '<div popover id="box">', after: '</div>', run: () => globalThis.box.showPopover() },
  'popover itself': { attributes: 'popover', run: () => globalThis.subject.showPopover() },
  'row of a flex box': { css: '.box { display: flex }' },
  'row of a flex box, beside others': {
    css: '.box { display: flex; gap: 8px }',
    before: '<div class="box"><p>Beside</p>',
    after: '</div>',
  },
  'column of a flex box, at its start': { css: '.box { display: flex; flex-direction: column; align-items: start }' },
  'inline-block': { css: '#subject { display: inline-block }' },
  'in an inline-block': { css: '.box { display: inline-block }' },
  float: { css: '#subject { float: left }' },
  'in a float': { css: '.box { float: right }' },
  absolute: { css: '#subject { position: absolute; inset: 0 auto auto 0 }' },
  'in an absolute': { css: '.box { position: absolute; top: 0; left: 0 }' },
  fixed: { css: '#subject { position: fixed; inset: auto 0 0 auto }' },
  'fit-content': { css: '#subject { width: fit-content }' },
  'cell of a table': { before: '<table><tr><td>', after: '</td></tr></table>' },
  'column of a grid, auto': { css: '.box { display: grid; grid-template-columns: auto auto }' },
  'grid, at its start': { css: '.box { display: grid; justify-items: start }' },
  'columns of text': { css: '.box { columns: 2 }', half: true },
  'all: unset': { css: '* { all: unset }' },
  'all: initial': { css: '* { all: initial }' },
  'a reset that reverts display': {
    css: '*:where(:not(html, iframe, canvas, img, svg, video, audio):not(svg *, symbol *)) { all: unset; display: revert; }',
  },
};

/** The elements that a page writes by itself, inside a session. */
const INSIDE = [
  'mcp-connection-status',
  'mcp-tool-list',
  'mcp-resource-list',
  'mcp-prompt-list',
  'mcp-tool-form tool="get-sum"',
  'mcp-prompt-form prompt="args-prompt"',
  'mcp-resource-view uri="demo://resource/static/document/architecture.md"',
  'mcp-log',
  'mcp-permissions',
  'mcp-storage',
];

let site;
before(async () => {
  site = await openTagSite();
});
after(() => site?.close());

function page(element, { css = '', before: open = '<div class="box">', after: close = '</div>', attributes = '' }) {
  const own = `body { margin: 0; font: 16px/1.5 sans-serif } td { padding: 0 } dialog { box-sizing: border-box } ${css}`;
  const subject = `<${element} id="subject" ${attributes}></${element.split(' ')[0]}>`;
  const whole = element.startsWith('mcp-client')
    ? subject
    : `<mcp-session url="${site.server}" storage="none">${subject}</mcp-session>`;
  return html(
    `<meta name="viewport" content="width=device-width"><style>${own}</style><script src="/dist/mcp-embed.iife.js"></script>`,
    `${open}${whole}${close}`,
  );
}

/** Opens a page, and shows what is in it. */
async function show(element, place) {
  const visit = await site.visit(site.page(page(element, place)), { viewport: { width: 1280, height: 900 } });
  await visit.page.waitForFunction(() => document.querySelector('#subject')?.matches(':defined'));
  if (place.run) await visit.page.evaluate(place.run);
  await visit.page.waitForFunction(
    () =>
      document.querySelector('mcp-client, mcp-session').status === 'ready' &&
      document.querySelector('#subject').updateComplete,
  );
  return visit;
}

const measure = (where) =>
  where.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const subject = document.querySelector('#subject');
    const { width, height, left, right } = subject.getBoundingClientRect();
    return {
      width: Math.round(width),
      height: Math.round(height),
      left: Math.round(left),
      right: Math.round(right),
      room: document.documentElement.clientWidth,
      display: getComputedStyle(subject).display,
    };
  });

describe('<mcp-client> is as wide as it can use, and no wider than the page', { timeout: 900_000 }, () => {
  for (const [name, place] of Object.entries(PLACES))
    it(name, async () => {
      const { page: where, context } = await show(`mcp-client url="${site.server}" storage="none"`, place);
      for (const width of WIDTHS) {
        await where.setViewportSize({ width, height: 900 });
        const box = await measure(where);
        const room = place.half ? box.room / 2 : box.room;
        const said = `${width} px: ${JSON.stringify(box)}`;
        // A dialog has its own border and margin; what is beside the element takes some.
        assert.ok(box.width >= Math.min(room, 800) - 120, `too narrow: ${said}`);
        assert.ok(box.left >= 0 && box.right <= box.room + 1, `sticks out: ${said}`);
        assert.ok(box.height >= 288, `too low: ${said}`);
        assert.ok(box.height <= 900, `too high: ${said}`);
        assert.notEqual(box.display, 'inline', said);
      }
      await where.setViewportSize({ width: 1280, height: 900 });
      await runsTool(where);
      await context.close();
    });

  it('a size of the page takes precedence', async () => {
    for (const css of ['#subject { inline-size: 333px }', '.box { display: flex } #subject { flex: 0 0 333px }']) {
      const { page: where, context } = await show(`mcp-client url="${site.server}"`, { css });
      assert.equal((await measure(where)).width, 333);
      await context.close();
    }
  });

  it('hidden hides it, with and without a reset, and so does display: none', async () => {
    for (const css of ['', '* { all: unset }', '* { all: initial }']) {
      const { page: where, context } = await show(`mcp-client url="${site.server}"`, {
        css: `${css} .away { display: none }`,
      });
      assert.ok((await measure(where)).width > 0);
      await where.evaluate(() => document.querySelector('#subject').toggleAttribute('hidden'));
      assert.equal((await measure(where)).width, 0, `hidden ${css}`);
      await where.evaluate(() => {
        document.querySelector('#subject').toggleAttribute('hidden');
        document.querySelector('#subject').classList.add('away');
      });
      assert.equal((await measure(where)).width, 0, `display: none ${css}`);
      await context.close();
    }
  });

  it('a popover is not shown before it is opened', async () => {
    const { page: where, context } = await show(`mcp-client url="${site.server}"`, { attributes: 'popover' });
    assert.equal((await measure(where)).width, 0);
    await context.close();
  });
});

/** Those in which an element is as wide as its contents. */
const NARROWING = [
  'dialog, modal',
  'popover',
  'row of a flex box',
  'inline-block',
  'float',
  'absolute',
  'fit-content',
  'cell of a table',
  'column of a grid, auto',
  'all: unset',
];

for (const element of INSIDE)
  describe(`<${element}> in a session`, { timeout: 300_000 }, () => {
    it('is wide enough, and no wider than the page, in every place', async () => {
      const wrong = [];
      for (const name of NARROWING) {
        const { page: where, context } = await show(element, PLACES[name]);
        for (const width of [280, 1280]) {
          await where.setViewportSize({ width, height: 900 });
          const box = await measure(where);
          const said = `${name}, ${width} px: ${JSON.stringify(box)}`;
          if (box.width < Math.min(USABLE, box.room - 60)) wrong.push(`too narrow: ${said}`);
          if (box.right > box.room + 1) wrong.push(`sticks out: ${said}`);
        }
        await context.close();
      }
      assert.deepEqual(wrong, []);
    });
  });
