import { aTimeout, expect } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import '../../components/define/mcp-approval-queue.js';
import type { ApprovalQueue } from '../../src/approvals/queue.js';
import type { ToolResult } from '../../src/index.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askCall, askForm, askPage, askRoots, askSampling, requestingServer } from '../support/questions.js';
import { TREES } from './question-trees.js';

interface Snapshot {
  readonly role: string;
  readonly name?: string;
  readonly value?: string | number;
  readonly description?: string;
  readonly focused?: boolean;
  readonly modal?: boolean;
  readonly children?: readonly Snapshot[];
}

/** The tree as lines: role, name, value, description, and what has the focus. */
function linesOf(node: Snapshot, depth = 0): readonly string[] {
  const { role, name = '', value = '', description = '', focused, modal, children = [] } = node;
  const parts = [
    `${'  '.repeat(depth)}${role}:`,
    name,
    value && `= ${value}`,
    description && `(${description})`,
    modal && '[modal]',
    focused && '[focus]',
  ];
  const own = parts.filter(Boolean).join(' ').replace(/\s+$/, '');
  return [own, ...children.flatMap((child) => linesOf(child, depth + 1))];
}

const model = Object.assign(async () => 'Hi.', { models: [{ id: 'small' }, { id: 'large' }] });

const tools = [
  { name: 'get_tide', inputSchema: { type: 'object', properties: { port: { type: 'string', title: 'Port' } } } },
] as const;

/** Each question, by the name of its tree. */
const QUESTIONS: { readonly [K in keyof typeof TREES]: (queue: ApprovalQueue) => unknown } = {
  'a destructive tool that the person runs': (queue) => askCall(queue),
  'a destructive tool that a model wants to run': (queue) => askCall(queue, 'model'),
  'a request for the model of the page': (queue) => {
    queue.sampler = model;
    return askSampling(queue, { systemPrompt: 'Be brief.' });
  },
  'a request for a model where there is none': (queue) => askSampling(queue, { tools }),
  'a form': (queue) => askForm(queue),
  'a page to open': (queue) => askPage(queue, 'https://pay.example/confirm?id=1'),
  'folders to share': (queue) => askRoots(queue),
  'the result of a tool': (queue) => {
    const result = { content: [{ type: 'text', text: 'Done.' }], isError: false } as unknown as ToolResult;
    const asked = { tool: 'search', initiator: 'model', result } as const;
    return queue.addCall({ kind: 'tool-result', asked }, requestingServer, new AbortController().signal);
  },
};

describe('what a screen reader finds of', () => {
  const on = new ApprovalQueueHarness();
  // Only Chromium hands its tree to a test.
  const isChromium = navigator.userAgent.includes('Chrome/');

  for (const name of Object.keys(QUESTIONS) as (keyof typeof TREES)[])
    it(name, async function () {
      if (!isChromium) this.skip();
      void QUESTIONS[name](on.queue);
      await on.settled();
      on.part('review-button')?.click();
      await on.settled();
      await aTimeout(50);
      const tree = (await a11ySnapshot({})) as unknown as Snapshot;
      const dialog = tree.children!.find(({ role }) => role === 'alertdialog')!;
      expect(linesOf(dialog)).to.deep.equal(TREES[name]);
    });
});
