import { expect } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { SamplingRequest } from '../../src/protocol/model.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } }) as const;

describe('<mcp-sampling-approval>: everything can be edited', () => {
  const on = new SamplingApprovalHarness();
  const sent = async (): Promise<SamplingRequest> => {
    await on.press('Ask the model');
    return on.pending().step.request;
  };

  it('leaves parts, messages and tools out, and puts them back', async () => {
    await on.show({
      messages: [
        { role: 'user', content: [text('Look.'), picture] },
        { role: 'user', content: [text('And this.')] },
      ],
      tools: [tool('search'), tool('fetch')],
    });
    await on.press('Leave out Message 1, user, part 2');
    await on.press('Leave out Message 2, user');
    await on.press('Leave out fetch');
    expect(on.text('Tools offered')).to.contain('1 tool · the model may use tools');
    expect(await sent()).to.deep.include({
      messages: [{ role: 'user', content: [text('Look.')] }],
      tools: [tool('search')],
    });
    await on.press('Back');
    await on.press('Put back Message 2, user');
    await on.press('Put back fetch');
    await on.press('Put back Message 1, user, part 2');
    expect(await sent()).to.deep.equal(on.pending().asked);
  });

  it('does not ask without any message', async () => {
    await on.show();
    await on.press('Leave out Message 1, user');
    await on.press('Ask the model');
    expect(on.pending().step.at).to.equal('review-request');
    expect(on.root().querySelector('.body')!.textContent).to.contain('Every message is left out.');
  });

  it('changes tool choice, context, wishes, metadata and stop sequences', async () => {
    await on.show({
      tools: [tool('search')],
      toolChoice: { mode: 'auto' },
      includeContext: 'allServers',
      modelPreferences: { hints: [{ name: 'a' }] },
      metadata: { trace: 1 },
      stopSequences: ['END', '\n\n'],
    });
    const choose = async (label: string, key: string, value: string): Promise<void> => {
      await on.press(`Edit ${label}`);
      const select = on.field<HTMLSelectElement>(`#field-${key}`);
      expect(on.root().activeElement).to.equal(select);
      select.value = value;
      select.dispatchEvent(new Event('change'));
      await on.element.updateComplete;
    };
    await choose('Tools offered', 'tools', 'none');
    await choose('Extra context', 'context', 'none');
    await on.press('Edit Model wished');
    await on.type(on.field('#field-preferences'), '{"hints":[]}');
    await on.press('Edit Metadata');
    await on.type(on.field('#field-metadata'), '');
    await on.press('Edit limits');
    expect(on.field('#field-stops').value).to.equal('END\n\\n\\n');
    await on.type(on.field('#field-stops'), 'STOP\n\\n');
    const { metadata, ...rest } = await sent();
    expect(metadata).to.equal(undefined);
    expect(rest).to.deep.include({
      toolChoice: { mode: 'none' },
      includeContext: 'none',
      modelPreferences: { hints: [] },
      stopSequences: ['STOP', '\n'],
    });
  });

  it('keeps what was there while JSON is not whole, and says so', async () => {
    await on.show({ metadata: { trace: 1 } });
    await on.press('Edit Metadata');
    await on.type(on.field('#field-metadata'), '{"trace": 2');
    expect(on.item('Metadata').textContent).to.contain('This is not JSON yet.');
    await on.type(on.field('#field-metadata'), '[1]');
    expect(on.item('Metadata').textContent).to.contain('no object');
    expect((await sent()).metadata).to.deep.equal({ trace: 1 });
  });

  it('changes what a tool is to be used with', async () => {
    const use = { type: 'tool_use', id: 'c', name: 'search', input: { q: 'a' } } as const;
    on.queue.sampler = async () => ({ role: 'assistant', content: [use], model: 'm' });
    await on.show({ tools: [tool('search')] });
    await on.press('Ask the model');
    await on.press('Edit Answer');
    await on.type(on.field('#field-answer-0'), '{"q":"b"}');
    await on.press('Send to Files');
    expect((await on.asked.answer).content).to.deep.equal([{ ...use, input: { q: 'b' } }]);
  });
});
