import { expect, waitUntil } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import type { McpToolListElement } from '../../components/index.js';
import type { PortTool } from '../fixtures/port-server.js';
import {
  closeAll,
  connected,
  labels,
  listbox,
  listOf,
  options,
  root,
  servingLists,
  tool,
  words,
} from '../support/harness/tool-list.js';

const list = (...names: string[]): PortTool[] => names.map((name) => tool(name));

describe('a list that changes while somebody is at it', () => {
  afterEach(async () => {
    await sendMouse({ type: 'move', position: [0, 0] });
    closeAll();
  });

  /** Shows the first of these lists; looking again gives the next. */
  const shows = async (
    ...lists: (PortTool[] | Error)[]
  ): Promise<{ el: McpToolListElement; look: () => Promise<void> }> => {
    const session = await connected(servingLists(...lists));
    const el = await listOf(session);
    await waitUntil(() => options(el).length > 0, 'listed');
    return {
      el,
      look: async () => {
        await session.tools.refresh();
        await el.updateComplete;
      },
    };
  };
  const point = async (at: HTMLElement): Promise<void> => {
    const { left, top, width, height } = at.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  };
  const button = (el: McpToolListElement): HTMLElement | null =>
    root(el).querySelector('[data-name~=show-changes-button]');

  it('under the pointer nothing moves; what has changed is said, and shown once the pointer is away', async () => {
    const { el, look } = await shows(list('b', 'c'), list('a', 'b', 'd'));
    await point(options(el)[1]!);
    const before = options(el)[1]!.getBoundingClientRect().top;
    await look();
    expect(labels(el)).to.deep.equal(['b', 'c']);
    expect(options(el)[1]!.getBoundingClientRect().top).to.equal(before);
    expect(words(el)).to.contain('The list has changed: 2 tools more, 1 gone.');
    await sendMouse({ type: 'move', position: [0, 0] });
    await waitUntil(() => labels(el).join() === 'a,b,d', 'shown');
    expect(button(el) === null).to.equal(true);
  });

  it('with the keyboard in it nothing moves either; it is shown on request', async () => {
    const { el, look } = await shows(list('b', 'c'), list('a', 'b'));
    listbox(el).focus();
    await look();
    expect(labels(el)).to.deep.equal(['b', 'c']);
    button(el)!.click();
    await el.updateComplete;
    expect(labels(el)).to.deep.equal(['a', 'b']);
  });

  it('what comes at the end, and what says something else in its place, is shown at once', async () => {
    const { el, look } = await shows(list('a', 'b'), list('a', 'b', 'c'));
    await point(options(el)[0]!);
    await look();
    expect(labels(el)).to.deep.equal(['a', 'b', 'c']);
    expect(button(el) === null).to.equal(true);
  });

  it('where nobody is, everything is shown at once', async () => {
    const { el, look } = await shows(list('b'), list('a', 'b'));
    await look();
    expect(labels(el)).to.deep.equal(['a', 'b']);
  });

  it('how old it is stands below: its coming and going moves no row', async () => {
    const { el, look } = await shows(list('a', 'b'), new Error('no'), list('a', 'b'));
    const top = (): number => options(el)[0]!.getBoundingClientRect().top - el.getBoundingClientRect().top;
    const before = top();
    const age = root(el).querySelector('.age')!;
    await look();
    expect(age.textContent).to.match(/Read at/);
    expect(age.compareDocumentPosition(listbox(el)) & Node.DOCUMENT_POSITION_PRECEDING).to.be.above(0);
    await look();
    expect(top()).to.equal(before);
  });
});
