import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../components/define/all.js';
import type { McpApprovalQueueElement } from '../../components/index.js';
import { ApprovalQueue, type RequestingServer, type CallReason } from '../../src/approvals/index.js';
import type { Tool } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';
import { askForm, requestingServer, askPage, askRoots, askSampling } from '../support/questions.js';
import { EVERYTHING_ASKED } from './sampling-request.js';

const LONG = 'averyveryverylongnamewithoutanyplacetobreakitthatgoesonandonandonandon';
const stranger: RequestingServer = {
  ...requestingServer,
  host: `${LONG}.${LONG}.example`,
  encrypted: false,
  server: { ...requestingServer.server, name: LONG, title: `${LONG} ${LONG}` },
};
const tool: Tool = {
  name: LONG,
  description: LONG.repeat(10),
  annotations: { destructiveHint: true, openWorldHint: true },
  inputSchema: { type: 'object', properties: { [LONG]: { type: 'string', title: LONG } } },
};
const call = (queue: ApprovalQueue, why: CallReason): void => {
  const before = { ...tool, description: LONG } as never;
  const args = { [LONG]: `${LONG}\u200B`, api_key: `sk-${'a'.repeat(60)}` };
  const asked = { tool, arguments: args, initiator: 'model' } as const;
  queue.addCall({ kind: 'tool-call', asked, why, before }, stranger, new AbortController().signal).catch(() => {});
};
const result = (queue: ApprovalQueue): void => {
  const asked = {
    tool: LONG,
    initiator: 'model',
    result: { content: [{ type: 'text', text: LONG }], isError: false },
  } as const;
  queue.addCall({ kind: 'tool-result', asked }, stranger, new AbortController().signal).catch(() => {});
};
const sampling = (queue: ApprovalQueue): void => {
  queue.sampler = Object.assign(async () => LONG, { models: [{ id: LONG }, { id: 'small' }] });
  askSampling(queue, structuredClone(EVERYTHING_ASKED) as never);
};
const form = { type: 'object', properties: { [LONG]: { type: 'string', description: LONG } } } as const;

describe('questions at 320 px', () => {
  let queue: ApprovalQueue;
  let element: McpApprovalQueueElement | undefined;
  beforeEach(async function () {
    await setViewport({ width: 320, height: 640 });
    // WebKit's small browser keeps its size.
    if (innerWidth !== 320) this.skip();
    queue = new ApprovalQueue();
    element = Object.assign(document.createElement('mcp-approval-queue'), { approvals: queue });
    document.body.append(element);
  });
  afterEach(() => element?.remove());
  after(() => setViewport({ width: 800, height: 600 }));

  for (const [name, ask] of [
    ['a call, with all there is to warn of', (q: ApprovalQueue) => call(q, 'changed')],
    ['a result', result],
    ['sampling, with everything', sampling],
    ['a form', (q: ApprovalQueue) => askForm(q, form, LONG)],
    ['a page', (q: ApprovalQueue) => askPage(q, `http://user@${LONG}.example/${LONG.repeat(5)}`)],
    ['roots', askRoots],
  ] as const)
    it(`${name}: nothing runs out sideways, and every button can be reached`, async () => {
      ask(queue);
      await element!.updateComplete;
      // What no person started is opened by one.
      element!.shadowRoot!.querySelector<HTMLElement>('[data-name~="review-button"]')?.click();
      const dialog = (await eventually(() => element!.shadowRoot!.querySelector('dialog')))!;
      await eventually(() => everything(dialog, 'footer button').length > 0);
      await atRest(dialog);
      for (const fold of everything(dialog, 'details')) (fold as HTMLDetailsElement).open = true;
      await atRest(dialog);
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      expect(left).to.be.at.least(0);
      expect(right).to.be.at.most(320);
      expect(top).to.be.at.least(0);
      expect(bottom).to.be.at.most(640);
      expect(dialog.scrollWidth).to.equal(dialog.clientWidth);
      for (const button of everything(dialog, 'footer button')) {
        const box = button.getBoundingClientRect();
        expect(box.left, button.textContent!).to.be.at.least(left);
        expect(box.right, button.textContent!).to.be.at.most(right);
        expect(box.height, button.textContent!).to.be.at.least(24);
        button.scrollIntoView();
        expect(button.getBoundingClientRect().bottom, button.textContent!).to.be.at.most(640);
      }
    });
});

/** Its parts come one after the other: waits until several looks find the same ones, as high as before. */
async function atRest(dialog: Element): Promise<void> {
  let [before, same] = ['', 0];
  await eventually(() => {
    const now = `${everything(dialog, '*').length} ${dialog.scrollHeight}`;
    same = now === before ? same + 1 : 0;
    before = now;
    return same === 4;
  });
}

function everything(root: Element | ShadowRoot, selector: string): readonly Element[] {
  return [...root.querySelectorAll('*')].flatMap((each) => [
    ...(each.matches(selector) ? [each] : []),
    ...(each.shadowRoot ? everything(each.shadowRoot, selector) : []),
  ]);
}
