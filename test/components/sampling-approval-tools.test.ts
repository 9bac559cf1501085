import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { SamplingMessage, SamplingRequest, Tool, ToolUseBlock } from '../../src/protocol/model.js';
import { MAX_TOOL_USES_BY_HAND } from '../../components/sampling-approval/by-hand.js';
import { fieldIn } from '../support/harness/elicitation-approval.js';
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
    });

    it('keeps what belongs to the blocks when a text beside them is edited', async () => {
      await on.show({ messages: conversation, tools: [search] });
      await on.press('Edit Message 1');
      await on.type(on.root().querySelector('textarea')!, 'When is low water?');
      await on.press('Ask the model');
      expect(on.pending().step.request.messages.slice(1)).to.deep.equal(conversation.slice(1));
    });

    it('that must use a tool says so to who answers by hand', async () => {
      await on.show({ tools: [search], toolChoice: { mode: 'required' } });
      expect(on.button('Ask the model')).to.exist;
      await on.press('Answer myself');
      expect(body()).to.contain('The reply has to use a tool.');
      await on.type(on.field('#by-hand'), 'No tool.');
      await on.press('Send to Files');
      expect(on.root().querySelector('#by-hand-issue')!.textContent).to.equal('Use a tool first.');
      expect(on.queue.pending.get()).to.have.length(1);
    });
  });

  describe('the answer by hand', () => {
    const byHand = async (request: Partial<SamplingRequest> = {}): Promise<void> => {
      on.queue.sampler = undefined;
      await on.show({ tools: [search, { ...search, name: 'fetch' }], ...request });
    };
    const add = async (name: string): Promise<void> => {
      on.field<HTMLSelectElement>('#by-hand-tool').value = name;
      await on.press('Add tool');
      await aTimeout(0);
    };
    const fill = (label: string, value: string): void => {
      const field = fieldIn(on.root(), label)!;
      field.value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };

    it('uses a tool with the arguments of its form', async () => {
      await byHand();
      await add('search');
      fill('q', 'tides');
      await on.press('Send to Files');
      const { content, stopReason } = await on.asked.answer;
      expect(stopReason, 'chosen by itself').to.equal('toolUse');
      expect(content).to.have.length(1);
      const [block] = content as [ToolUseBlock];
      expect(block).to.deep.include({ type: 'tool_use', name: 'search', input: { q: 'tides' } });
      expect(block.id).to.match(/./);
    });

    it('uses several, beside a text, each with an id of its own', async () => {
      await byHand({ messages: conversation });
      await on.type(on.field('#by-hand'), 'Let me see.');
      await add('search');
      await add('search');
      await add('fetch');
      await on.press('Remove fetch');
      expect(on.root().activeElement!.id).to.equal('by-hand-tool');
      await on.press('Send to Files');
      const { content } = await on.asked.answer;
      expect(content.map(({ type }) => type)).to.deep.equal(['text', 'tool_use', 'tool_use']);
      const ids = content.slice(1).map((block) => (block as ToolUseBlock).id);
      expect(new Set([...ids, use.id]).size, 'also another one than the conversation has').to.equal(3);
    });

    it('keeps the stop reason that the person chose', async () => {
      await byHand();
      const stop = on.field<HTMLSelectElement>('#by-hand-stop');
      stop.value = 'maxTokens';
      stop.dispatchEvent(new Event('change', { bubbles: true }));
      await add('search');
      await on.press('Send to Files');
      expect((await on.asked.answer).stopReason).to.equal('maxTokens');
    });

    it('sends no arguments that the tool refuses', async () => {
      const strict = { ...search, inputSchema: { ...search.inputSchema, required: ['q'] } };
      await byHand({ tools: [strict] });
      await add('search');
      await on.press('Send to Files');
      await aTimeout(50);
      expect(on.queue.pending.get()).to.have.length(1);
      expect(on.root().querySelector('#by-hand-issue')!.textContent).to.equal('1 argument needs attention.');
    });

    it('offers a tool of a server whatever its name and schema are', async () => {
      const hostile = { name: '<b>x</b>\u202E', inputSchema: { type: 'object', properties: 7 } } as unknown as Tool;
      await byHand({ tools: [hostile, { name: 'x', inputSchema: {} }] });
      await add('x');
      await on.press('Send to Files');
      expect((await on.asked.answer).content).to.have.length(1);
    });

    it(`uses ${MAX_TOOL_USES_BY_HAND} tools at most`, async () => {
      await byHand();
      for (let uses = 0; uses < MAX_TOOL_USES_BY_HAND; uses++) on.button('Add tool')!.click();
      await on.element.updateComplete;
      expect(on.button('Add tool')).not.to.exist;
      expect(on.root().querySelectorAll('fieldset')).to.have.length(MAX_TOOL_USES_BY_HAND);
    });

    it('uses none where the server offers none, or wants none used', async () => {
      await byHand({ tools: undefined });
      expect(on.root().querySelector('#by-hand-tool')).not.to.exist;
      await byHand({ toolChoice: { mode: 'none' } });
      expect(on.root().querySelector('#by-hand-tool')).not.to.exist;
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
      expect(on.text('Stop reason')).to.equal('tool use');
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
    });

    it('says nothing of tools where there are none', async () => {
      await on.show();
      await on.press('Ask the model');
      expect(body()).not.to.contain('tool');
    });
  });
});
