import { aTimeout, expect } from '@open-wc/testing';
import { a11ySnapshot } from '@web/test-runner-commands';
import '../../components/define/mcp-content.js';
import '../../components/define/mcp-sampling-approval.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Snapshot {
  readonly role: string;
  readonly name?: string;
  readonly value?: string | number;
  readonly children?: readonly Snapshot[];
}

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
