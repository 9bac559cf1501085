import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { SamplingMessage, Tool } from '../../src/protocol/model.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
import { verifies } from '../requirements/verifies.js';

const search: Tool = {
  name: 'search',
  title: 'Search the web',
  description: 'Finds pages. <b>Fast</b>',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
};
const use = {
  type: 'tool_use',
  id: 'call-1',
  name: 'search',
  input: { q: 'tides' },
  _meta: { signature: 's' },
} as const;
const conversation: readonly SamplingMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'When is high water?' }] },
  { role: 'assistant', content: [use] },
  {
    role: 'user',
    content: [{ type: 'tool_result', toolUseId: 'call-1', content: [{ type: 'text', text: '10:42' }], isError: false }],
  },
];

describe('<mcp-sampling-approval>: a model that may use tools', () => {
  const on = new SamplingApprovalHarness();
  const answers = (...content: readonly object[]): void => {
    on.queue.sampler = async () => ({ role: 'assistant', content, model: 'm' }) as never;
  };
  const body = (): string => on.root().querySelector('.body')!.textContent!.replace(/\s+/g, ' ');

  describe('the request', () => {
    it('shows each tool: its name, what it says of itself as text, and its definition', async () => {
      verifies('tools-of-the-model-shown');
      await on.show({ tools: [search], toolChoice: { mode: 'auto' } });
      const item = on.item('Tools offered');
      expect(on.text('Tools offered')).to.contain('1 tool · the model may use tools');
      expect(on.text('Tools offered')).to.contain('search Search the web Finds pages. <b>Fast</b>');
      expect(item.querySelector('b')).not.to.exist;
      const definition = item.querySelector('details')!;
      expect(definition.open).to.equal(true);
      expect(JSON.parse(definition.querySelector('pre')!.textContent!)).to.deep.equal(search);
    });

    it('folds a definition that is long', async () => {
      const long = { ...search, inputSchema: { type: 'object', description: 'long '.repeat(100) } };
      await on.show({ tools: [long] });
      const folded = on.item('Tools offered').querySelector('details')!;
      expect(folded.querySelector('pre')!.textContent).to.equal('');
      folded.open = true;
      await aTimeout(0);
      expect(JSON.parse(folded.querySelector('pre')!.textContent!)).to.deep.equal(long);
    });

    it('shows which tools were used in the conversation, and what each gave', async () => {
      await on.show({ messages: conversation, tools: [search] });
      expect(on.item('Message 2').querySelector('mcp-content')!.block).to.deep.equal(use);
      const result = on.item('Message 3');
      expect(result.querySelector('dt')!.textContent!.replace(/\s+/g, ' ')).to.contain('user, result of search');
      expect(result.querySelector('mcp-content')!.block).to.deep.include({ toolUseId: 'call-1' });
      await expect(on.element).to.be.accessible();
    });

    it('keeps what belongs to the blocks when a text beside them is edited', async () => {
      await on.show({ messages: conversation, tools: [search] });
      await on.press('Edit Message 1');
      await on.type(on.root().querySelector('textarea')!, 'When is low water?');
      await on.press('Ask the model');
      expect(on.pending().step.request.messages.slice(1)).to.deep.equal(conversation.slice(1));
    });

    it('can be answered by hand, with text', async () => {
      await on.show({ tools: [search] });
      expect(on.button('Answer myself')).to.exist;
    });

    it('that must use a tool is for a model alone', async () => {
      await on.show({ tools: [search], toolChoice: { mode: 'required' } });
      expect(on.button('Answer myself')).not.to.exist;
      expect(on.button('Ask the model')).to.exist;
      expect(body()).to.contain('only a model can give it');
      on.queue.sampler = undefined;
      on.element.requestUpdate();
      await on.element.updateComplete;
      expect(on.title()).to.equal('Files asks for a model');
      expect([...on.root().querySelectorAll('footer button')].map((each) => each.textContent!.trim())).to.deep.equal([
        'Decline',
      ]);
    });
  });

  describe('the answer', () => {
    it('says which tools the model wants used, with what, and who runs them', async () => {
      answers({ type: 'text', text: 'Let me see.' }, use, { ...use, id: 'call-2' });
      await on.show({ tools: [search] });
      await on.press('Ask the model');
      expect(body()).to.contain('The model wants Files to use 2 tools. Nothing runs in this page');
      const shown = [...on.root().querySelectorAll('mcp-content')].map(({ block }) => block);
      expect(shown).to.deep.equal([use, { ...use, id: 'call-2' }]);
      expect(on.text('Stopped because')).to.equal('it wants a tool used');
      await expect(on.element).to.be.accessible();
    });

    it('is sent as it is, with what belongs to it', async () => {
      answers(use);
      await on.show({ tools: [search] });
      await on.press('Ask the model');
      await on.press('Send to Files');
      expect(await on.asked.answer).to.deep.equal({
        role: 'assistant',
        content: [use],
        model: 'm',
        stopReason: 'toolUse',
      });
    });

    it('warns when a tool should have been used and was not', async () => {
      answers({ type: 'text', text: 'No.' });
      await on.show({ tools: [search], toolChoice: { mode: 'required' } });
      await on.press('Ask the model');
      expect(on.root().querySelector('.note.warning')!.textContent).to.contain('No tool is used.');
      await expect(on.element).to.be.accessible();
    });

    it('says nothing of tools where there are none', async () => {
      await on.show();
      await on.press('Ask the model');
      expect(body()).not.to.contain('tool');
    });
  });
});
