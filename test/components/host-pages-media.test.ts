import { aTimeout, expect, html, waitUntil } from '@open-wc/testing';
import { emulateMedia, executeServerCommand } from '@web/test-runner-commands';
import { everythingUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpClientElement } from '../../components/index.js';
import type { Tool } from '../../src/index.js';
import { choose, clientOf, parts, place, root } from '../support/harness/client.js';
import { nameOf, shownIn, sticksOutOf } from '../support/harness/host-page.js';
import { inside } from './marks.js';
import { Connection, echo, ping, run, show } from './tool-connection.js';

/** @returns false where the browser cannot be asked for it */
const asks = (features: Readonly<Record<string, string>>): Promise<boolean> =>
  executeServerCommand('emulate-features', features);

/** The width and height that a press needs at least. */
const TARGET = 24;

/** What can be pressed and is smaller. A link or a check box in a sentence is as high as its line. */
function smallTargetsIn(element: Element): string[] {
  return shownIn(element)
    .filter((each) =>
      // A field for a file is pressed by its label.
      each.matches(
        'button, label[part~="button"], summary, select, input:not([type="checkbox"], [type="radio"], [type="file"]), [role="option"]',
      ),
    )
    .flatMap((each) => {
      const { width, height } = each.getBoundingClientRect();
      return width === 0 || Math.min(width, height) >= TARGET - 0.1
        ? []
        : [`${nameOf(each)} “${each.textContent.trim().slice(0, 30)}” ${width} × ${height}`];
    });
}

describe('where the person has asked for it', () => {
  afterEach(() => asks({}));

  describe('forced colours', () => {
    beforeEach(async function () {
      if (!(await asks({ 'forced-colors': 'active' }))) this.skip();
    });

    it('the current section is told from the others by more than the weight of its letters', async () => {
      const element = await clientOf(everythingUrl);
      const [current, other] = parts(element, 'section-button');
      expect(current!.getAttribute('aria-current')).to.equal('true');
      const of = (each: Element): string => getComputedStyle(each).backgroundColor;
      expect(of(current!)).to.not.equal(of(other!));
      const icon = current!.querySelector('svg')!;
      expect(getComputedStyle(icon).color, 'its icon is seen').to.equal(getComputedStyle(current!).color);
    });

    it('an icon has the colour of its words, and the sign of a connection is filled', async () => {
      const element = await clientOf(everythingUrl);
      const tabs = parts(element, 'section-button');
      for (const tab of tabs)
        expect(getComputedStyle(tab.querySelector('svg')!).stroke).to.equal(getComputedStyle(tab).color);
      const status = root(root(element).querySelector<HTMLElement>('mcp-connection-status')!);
      const sign = getComputedStyle(status.querySelector('.dot')!, '::before');
      expect(sign.backgroundColor).to.equal(sign.color);
    });

    it('progress has a frame, and a part that is filled', async () => {
      const connection = new Connection();
      connection.list(ping);
      const element = await show(connection, 'ping');
      await run(element);
      connection.calls[0]!.options.onProgress?.({ progress: 1, total: 4 });
      await waitUntil(() => inside(element, 'progress')[0], 'progress');
      await aTimeout(200);
      const bar = inside<HTMLProgressElement>(element, 'progress')[0]!;
      const style = getComputedStyle(bar);
      expect(Number.parseFloat(style.borderTopWidth)).to.be.above(0);
      expect(bar.getBoundingClientRect().height).to.be.at.least(6);
      expect(style.forcedColorAdjust).to.equal('none');
      bar.removeAttribute('value');
      expect(getComputedStyle(bar).backgroundImage, 'also where nobody knows how far it is').to.contain('gradient');
    });
  });

  it('reduced motion: nothing moves', async function () {
    if (!(await asks({ 'prefers-reduced-motion': 'reduce' }))) this.skip();
    const url = await script({
      session: false,
      capabilities: { tools: {} },
      replies: { 'tools/list': { hang: true } },
    });
    const element = await place(html`<mcp-client url=${url} storage="none"></mcp-client>`);
    await aTimeout(400);
    const connection = new Connection();
    connection.list(ping);
    const form = await show(connection, 'ping');
    await run(form);
    await aTimeout(300);
    expect(inside(form, 'progress')).to.have.length(1);
    const moving = [...shownIn(element), ...shownIn(form)].flatMap((each) => each.getAnimations());
    expect(moving.map((each) => (each as CSSAnimation).animationName)).to.deep.equal([]);
  });
});

describe('what can be pressed', () => {
  const broken = { name: 'broken', inputSchema: 3 };
  const serving = (): Promise<string> =>
    script({
      session: false,
      capabilities: { tools: {} },
      replies: {
        'tools/list': { result: { tools: [echo, broken] } },
        'tools/call': { error: { code: -32000, message: 'No.' } },
      },
    });

  for (const density of ['comfortable', 'compact'] as const)
    it(`is ${TARGET} px high and wide or more, ${density}`, async () => {
      const element = await clientOf(await serving());
      element.density = density;
      root(root(element).querySelector<HTMLElement>('mcp-connection-status')!)
        .querySelector<HTMLElement>('[data-name~="details-button"]')!
        .click();
      await choose(element, 'Echo');
      await waitUntil(() => inside(element, '[part~="submit-button"]').length > 0, 'a form');
      const [text] = inside<HTMLTextAreaElement>(element, 'textarea, input[type="text"]');
      if (text) {
        text.value = 'hello';
        text.dispatchEvent(new Event('input', { bubbles: true }));
      }
      inside<HTMLElement>(element, '[part~="submit-button"]')[0]!.click();
      await aTimeout(600);
      for (const details of inside<HTMLDetailsElement>(element, 'details')) details.open = true;
      await aTimeout(100);
      expect(smallTargetsIn(element)).to.deep.equal([]);
    });
});

describe('on paper', () => {
  const LINES = 300;
  const quiet = (name: string): Tool => ({ ...ping, name, annotations: { readOnlyHint: true } });
  let element: McpClientElement;
  // Only Chromium can be told to print.
  const canPrint = /Chrome\//.test(navigator.userAgent);
  beforeEach(async function () {
    if (!canPrint) this.skip();
    const text = Array.from({ length: LINES }, (_, at) => `line ${at}`).join('\n');
    const url = await script({
      session: false,
      capabilities: { tools: {} },
      replies: {
        'tools/list': { result: { tools: [quiet('ping'), quiet('pong')] } },
        'tools/call': { result: { content: [{ type: 'text', text }] } },
      },
    });
    element = await clientOf(url);
  });
  afterEach(() => (canPrint ? emulateMedia({ media: 'screen' }) : undefined));

  const onPaper = async (): Promise<void> => {
    await emulateMedia({ media: 'print' });
    await aTimeout(50);
  };
  const cutOff = (): string[] =>
    shownIn(element)
      .filter((each) => getComputedStyle(each).overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 2)
      .filter((each) => !each.matches('.visually-hidden, .visually-hidden *'))
      .map(nameOf);

  it('a result is there with all its lines, and in dark letters', async () => {
    element.theme = 'dark';
    await choose(element, 'ping');
    await waitUntil(() => inside(element, '[part~="submit-button"]').length > 0, 'a form');
    inside<HTMLElement>(element, '[part~="submit-button"]')[0]!.click();
    const all = (): HTMLElement | undefined =>
      inside<HTMLElement>(element, 'button').find((each) =>
        new RegExp(`all ${LINES} lines`, 'i').test(each.textContent),
      );
    await waitUntil(all, 'a result');
    all()!.click();
    await waitUntil(() => inside(element, '.text').some((each) => each.textContent.includes('line 299')), 'all lines');
    await onPaper();
    expect(cutOff()).to.deep.equal([]);
    const text = inside(element, '[part~="text"], [part~="code"], pre, .text').find((each) =>
      each.textContent.includes('line 299'),
    )!;
    const { bottom } = text.getBoundingClientRect();
    expect(element.getBoundingClientRect().bottom).to.be.at.least(bottom);
    expect(getComputedStyle(text).colorScheme).to.equal('light');
    expect(sticksOutOf(element)).to.deep.equal([]);
  });

  it('the list is there where nothing is chosen', async () => {
    await onPaper();
    expect(parts(element, 'list-pane')).to.have.length(1);
    expect(cutOff()).to.deep.equal([]);
  });
});
