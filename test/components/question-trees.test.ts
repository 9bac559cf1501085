import { aTimeout, expect } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import '../../components/define/mcp-approval-queue.js';
import type { ApprovalQueue } from '../../src/approvals/queue.js';
import type { ToolResult } from '../../src/index.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askCall, askForm, askPage, askRoots, askSampling, requestingServer } from '../support/questions.js';
import '../../components/define/mcp-content.js';
import '../../components/define/mcp-sampling-approval.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const said = ({ role, name = '', value = '', children = [] }: Snapshot): string =>
  [`${role}: ${name} ${value}`, ...children.map(said)].join('\n');

describe('<mcp-sampling-approval>: what a screen reader finds', () => {
  const on = new SamplingApprovalHarness();

  it('is every part of a request with pictures, tools and a system prompt', async function () {
    on.queue.sampler = Object.assign(async () => 'Hi.', { models: [{ id: 'small' }, { id: 'large' }] });
    await on.show({
      systemPrompt: 'You are the harbour master.',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is on this chart?' },
            { type: 'image', data: PIXEL, mimeType: 'image/png' },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'get_tide', input: { port: 'Kiel' } }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              toolUseId: 'c',
              content: [{ type: 'text', text: 'High water 10:42' }],
              isError: false,
            },
          ],
        },
      ],
      tools: [{ name: 'get_tide', description: 'When it is high water.', inputSchema: { type: 'object' } }],
      toolChoice: { mode: 'required' },
      includeContext: 'thisServer',
      modelPreferences: { hints: [{ name: 'sonnet' }], costPriority: 0.2 },
      temperature: 0.3,
      stopSequences: ['ENDE'],
      metadata: { trace: 'abc' },
    });
    await aTimeout(300);
    let tree: Snapshot;
    try {
      tree = (await a11ySnapshot({})) as unknown as Snapshot;
    } catch {
      // Only Chromium hands its tree to a test.
      return this.skip();
    }
    const all = said(tree);
    for (const part of [
      'Files',
      'files.example',
      'You are the harbour master.',
      'What is on this chart?',
      'image: ',
      'get_tide',
      'Kiel',
      'High water 10:42',
      'When it is high water.',
      'the model must use a tool',
      'from this server',
      'sonnet',
      'low cost (0.2)',
      'Up to 500 tokens',
      'temperature 0.3',
      'ENDE',
      'Metadata',
      'Model to ask',
      '0 of 10 requests this minute',
      '0 of 50,000 tokens',
      'button: Ask the model',
      'button: Decline',
    ])
      expect(all).to.contain(part);
  });
});
