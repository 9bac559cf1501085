import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-tool-form.js';
import type { McpToolFormElement } from '../../components/index.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import { fieldAt, part } from './field-harness.js';
import { Connection } from './tool-connection.js';

const CITIES = Array.from({ length: 30 }, (_, at) => `City ${at}`);

const isWebKit = /AppleWebKit/.test(navigator.userAgent) && !/Chrome\//.test(navigator.userAgent);

/** A form whose last field is a long enumeration, in a pane with the given styles. */
async function lastField(style: string, above = 2): Promise<{ pane: HTMLElement; city: McpSchemaFieldElement }> {
  const connection = new Connection();
  const names = Array.from({ length: above }, (_, at) => `before_${at}`);
  const properties = {
    ...Object.fromEntries(names.map((name) => [name, { type: 'string', description: 'A text.' }])),
    city: { type: 'string', enum: CITIES },
  };
  connection.list({ name: 'go', inputSchema: { type: 'object', properties, required: [...names, 'city'] } });
  const pane = await fixture<HTMLElement>(
    html`<div style=${style}><mcp-tool-form tool="go" .session=${connection.session}></mcp-tool-form></div>`,
  );
  await aTimeout(0);
  const form = pane.querySelector<McpToolFormElement>('mcp-tool-form')!;
  return { pane, city: fieldAt(form.renderRoot.querySelector('mcp-schema-field')!, '/city') };
}

const frames = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
};

async function open(city: McpSchemaFieldElement): Promise<HTMLElement> {
  part(city, '#control').focus();
  await sendKeys({ press: 'ArrowDown' });
  await waitUntil(() => part(city, '#control').getAttribute('aria-expanded') === 'true');
  await frames();
  return part(city, '[role=listbox]');
}

/** Nothing covers the list at its corners, and it is inside the window. */
function isSeenWhole(list: HTMLElement): boolean {
  const { left, right, top, bottom } = list.getBoundingClientRect();
  const root = list.getRootNode() as ShadowRoot;
  const isOnTop = (x: number, y: number): boolean => list.contains(root.elementFromPoint(x, y));
  return (
    bottom - top > 60 &&
    top >= 0 &&
    bottom <= innerHeight &&
    [left + 6, right - 20].every((x) => isOnTop(x, top + 6) && isOnTop(x, bottom - 6))
  );
}

/** The list stands at its box: as wide, and right above or below. */
function isAtBox(list: HTMLElement): boolean {
  const one = list.getBoundingClientRect();
  const other = list.parentElement!.getBoundingClientRect();
  const isBeside = Math.abs(one.top - other.bottom - 4) < 1 || Math.abs(other.top - one.bottom - 4) < 1;
  return Math.abs(one.left - other.left) < 1 && Math.abs(one.width - other.width) < 1 && isBeside;
}

for (const [where, style] of [
  ['a pane that is lower than the form', 'block-size: 260px; overflow: auto'],
  ['a pane at the end of the window', 'position: fixed; inset: auto 0 0 0; block-size: 220px; overflow: auto'],
  ['a dialog that is centered with a transform', 'position: fixed; top: 50%; left: 50%; translate: -50% -50%'],
  ['a page that is scaled', 'scale: 0.8; transform-origin: 0 0'],
  ['a page that is zoomed', 'zoom: 1.25'],
] as const)
  describe(`the list of choices in ${where}`, () => {
    it('is seen whole, at its box', async () => {
      const { city } = await lastField(style);
      const list = await open(city);
      expect(isAtBox(list), 'at its box').to.equal(true);
      // WebKit measures boxes in a zoomed page as if it were not zoomed: what stands at a point cannot be asked for.
      if (!(isWebKit && style.includes('zoom'))) expect(isSeenWhole(list), 'whole').to.equal(true);
    });
  });

describe('the list of choices', () => {
  it('opens upwards where there is no room below', async () => {
    const { city } = await lastField('position: fixed; inset: auto 0 0 0; block-size: 220px; overflow: auto');
    const list = await open(city);
    const { bottom } = list.getBoundingClientRect();
    expect(bottom).to.be.below(part(city, '#control').getBoundingClientRect().top);
  });

  it('stays at its box while the pane is scrolled, and is not seen once the box is gone', async () => {
    const { pane, city } = await lastField('block-size: 260px; overflow: auto', 8);
    const list = await open(city);
    pane.scrollTop -= 20;
    await frames();
    expect(isAtBox(list)).to.equal(true);
    pane.scrollTop = 0;
    await frames();
    expect(list.checkVisibility({ visibilityProperty: true })).to.equal(false);
  });

  it('goes when the field loses the focus, and when its form leaves the page', async () => {
    const { pane, city } = await lastField('');
    const list = await open(city);
    part(city, '#control').blur();
    await city.updateComplete;
    await waitUntil(() => !list.matches(':popover-open'), 'it is closed');
    await open(city);
    pane.firstElementChild!.remove();
    await frames();
    expect(list.matches(':popover-open')).to.equal(false);
  });
});
