import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import type { SamplingApproval } from '../../src/approvals/types.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
import { askSampling, requestingServer } from '../support/questions.js';
import type { SamplingRequest } from '../../src/protocol/model.js';
import type { AnswerContext } from '../../src/approvals/sampler.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('<mcp-sampling-approval>', () => {
  const on = new SamplingApprovalHarness();

  describe('what is shown', () => {
    it('names who asks, from where and during what', async () => {
      await on.show();
      const words = (name: string): string =>
        on.root().querySelector(`[part~="${name}"]`)!.textContent!.replace(/\s+/g, ' ');
      expect(words('source')).to.contain('Files files.example · encrypted');
      expect(words('header')).to.contain('Server name files-server');
      expect(words('header')).to.contain('While running get-weather, which you started');
      expect(on.title()).to.equal('Ask your model to answer this?');
    });

    it('shows everything that goes to the model', async () => {
      await on.show({
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'What is this?' }] },
          { role: 'assistant', content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] },
        ],
        maxTokens: 1500,
        temperature: 0.7,
        stopSequences: ['END'],
        includeContext: 'allServers',
        modelPreferences: { hints: [{ name: 'sonnet' }, { name: 'claude' }], speedPriority: 0.9, costPriority: 0.1 },
        tools: [{ name: 'search', title: 'Search the web', inputSchema: { type: 'object' } }],
        toolChoice: { mode: 'required' },
        metadata: { trace: 'abc' },
      });
      expect(on.text('System prompt')).to.equal('Be brief.');
      expect(on.item('Message 1').querySelector('dt')!.textContent).to.contain('user');
      expect(on.text('Message 1')).to.equal('What is this?');
      expect(on.item('Message 2').querySelector('dt')!.textContent).to.contain('assistant');
      expect(on.item('Message 2').querySelector('mcp-content')!.block).to.deep.include({ type: 'image', data: PIXEL });
      expect(on.text('Tools offered')).to.contain('1 tool · the model must use a tool');
      expect(on.text('Tools offered')).to.contain('search Search the web');
      expect(on.text('Extra context')).to.equal('from all connected servers');
      expect(on.text('Limits')).to.equal('Up to 1,500 tokens · temperature 0.7 · stops at “END”');
      expect(on.text('Preferred model')).to.equal(
        'a model like “sonnet” or “claude” · cares about speed (0.9), low cost (0.1)',
      );
      expect(on.item('Metadata')).to.exist;
    });

    it('says what is missing', async () => {
      await on.show();
      expect(on.text('System prompt')).to.equal('none');
      expect(on.text('Extra context')).to.equal('none');
      expect(on.item('Tools offered')).not.to.exist;
      expect(on.item('Preferred model')).not.to.exist;
    });

    it('shows text as it is: no markup, no links', async () => {
      const hostile = '<img src=x onerror=alert(1)> [link](javascript:alert(1)) https://evil.example';
      await on.show({ messages: [{ role: 'user', content: [{ type: 'text', text: hostile }] }] });
      expect(on.text('Message 1')).to.equal(hostile);
      expect(on.item('Message 1').querySelector('a, img')).not.to.exist;
    });

    it('folds a long text, whole and reachable', async () => {
      const long = 'word '.repeat(2000);
      await on.show({ messages: [{ role: 'user', content: [{ type: 'text', text: long }] }] });
      const fold = on.item('Message 1').querySelector('details')!;
      expect(fold.open).to.equal(false);
      expect(fold.querySelector('summary')!.textContent).to.contain('Show all 10,000 characters');
      fold.open = true;
      expect(fold.querySelector('div')!.textContent).to.equal(long);
    });

    it('shows many messages in two steps', async () => {
      const messages = Array.from(
        { length: 50 },
        (_, i) => ({ role: 'user', content: [{ type: 'text', text: `Number ${i + 1}.` }] }) as const,
      );
      await on.show({ messages });
      expect(on.item('Message 21')).not.to.exist;
      await on.press('Show 30 more messages');
      expect(on.text('Message 50')).to.equal('Number 50.');
    });

    it('spells out the whole request as JSON, as it would go now', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      const [details] = [...on.root().querySelectorAll('details')].slice(-1);
      details!.open = true;
      await aTimeout(0);
      expect(JSON.parse(details!.querySelector('pre')!.textContent!)).to.deep.equal(on.pending().asked);
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, 'Be long.');
      expect(JSON.parse(details!.querySelector('pre')!.textContent!)).to.include({ systemPrompt: 'Be long.' });
    });
  });

  describe('events', () => {
    const decisions: [press: readonly string[], kind: string][] = [
      [['Ask the model'], 'ask-model'],
      [['Ask the model', 'Send to Files'], 'respond'],
      [['Decline'], 'decline'],
    ];
    for (const [presses, kind] of decisions)
      it(`fires mcp-approval-decide-request: ${kind}`, async () => {
        await on.show();
        const seen: McpApprovalDecideRequestEvent[] = [];
        on.element.addEventListener('mcp-approval-decide-request', (event) => seen.push(event));
        for (const name of presses) await on.press(name);
        expect(seen.at(-1)!.decision.kind).to.equal(kind);
        expect(seen.at(-1)!.approval.kind).to.equal('sampling');
      });

    it('carries nothing out that the page prevents', async () => {
      await on.show();
      on.element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
      await on.press('Ask the model');
      await on.press('Decline');
      expect(on.pending().step.at).to.equal('review-request');
    });
  });

  describe('properties and parts', () => {
    it('shows nothing without a question', async () => {
      on.element = await fixture(html`<mcp-sampling-approval></mcp-sampling-approval>`);
      expect(on.root().querySelector('*')).not.to.exist;
    });

    it('forgets one question’s edits for the next', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, 'Be kind.');
      askSampling(on.queue, { systemPrompt: 'Other.' });
      on.element.approval = on.queue.pending.get()[1] as SamplingApproval;
      await on.element.updateComplete;
      expect(on.root().querySelector('textarea')).not.to.exist;
      expect(on.text('System prompt')).to.equal('Other.');
    });

    it('has the parts that pages style', async () => {
      await on.show();
      for (const part of ['base', 'header', 'title', 'item', 'actions', 'approve-button', 'decline-button'])
        expect(on.root().querySelector(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`), part).to
          .exist;
    });
  });
});

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
    await on.press('Edit Preferred model');
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
    expect(on.item('Metadata').textContent).to.contain('not an object');
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

describe('<mcp-sampling-approval>: the model, its answer and its budget', () => {
  const on = new SamplingApprovalHarness();
  const body = (): string => on.root().querySelector('.body')!.textContent!.replace(/\s+/g, ' ');
  let context: AnswerContext | undefined;
  const slowly = (): void => {
    on.queue.sampler = (_, given) => {
      context = given;
      return new Promise(() => {});
    };
  };
  const say = async (text: string): Promise<void> => {
    context!.onPartial!(text);
    await aTimeout(100);
    await on.element.updateComplete;
  };

  it('lets the person choose the model, and has chosen what the server wishes', async () => {
    const asked: (string | undefined)[] = [];
    const models = [
      { id: 'small', name: 'Small' },
      { id: 'x-sonnet', name: 'Large', cost: { input: 3, output: 15 } },
    ];
    on.queue.sampler = Object.assign(async (_: unknown, { model }: AnswerContext) => (asked.push(model), 'Hi.'), {
      models,
    });
    await on.show({ modelPreferences: { hints: [{ name: 'sonnet' }], speedPriority: 0.4 } });
    expect(on.text('Preferred model')).to.equal('a model like “sonnet” · cares about speed (0.4)');
    const select = on.field<HTMLSelectElement>('#model');
    expect(select.value).to.equal('x-sonnet');
    expect(on.text('Model to ask')).to.contain(
      'fits the server’s preference · $3.00 per million tokens in, $15.00 out',
    );
    await on.press('Ask the model');
    await on.press('Back');
    const again = on.field<HTMLSelectElement>('#model');
    again.value = 'small';
    again.dispatchEvent(new Event('change'));
    await on.element.updateComplete;
    await on.press('Ask the model');
    expect(asked).to.deep.equal(['x-sonnet', 'small']);
  });

  it('shows the answer as it comes, as text, and follows its end', async () => {
    slowly();
    await on.show();
    await on.press('Ask the model');
    await say('<b>One</b>\n'.repeat(500));
    const stream = on.root().querySelector('.stream')!;
    expect(stream.textContent).to.contain('<b>One</b>');
    expect(stream.scrollTop + stream.clientHeight).to.be.closeTo(stream.scrollHeight, 2);
    expect(stream.closest('[aria-live]'), 'not read out piece by piece').to.equal(null);
    stream.scrollTop = 0;
    await say('<b>One</b>\n'.repeat(600));
    expect(stream.scrollTop, 'nobody is pulled away from what they read').to.equal(0);
  });

  it('keeps what came when it is stopped, to be edited and sent', async () => {
    slowly();
    await on.show();
    await on.press('Ask the model');
    await say('Half a sen');
    await on.press('Stop');
    expect(on.text('Answer')).to.equal('Half a sen');
    expect(on.text('Stop reason')).to.contain('stopped here');
    await on.press('Edit Answer');
    await on.type(on.field(), 'Half a sentence.');
    await on.press('Send to Files');
    expect((await on.asked.answer).content).to.deep.equal([{ type: 'text', text: 'Half a sentence.' }]);
  });

  it('asks again, with the same request', async () => {
    const seen: SamplingRequest[] = [];
    on.queue.sampler = async (request) => (seen.push(request), `Answer ${seen.length}`);
    await on.show({ systemPrompt: 'Be brief.' });
    await on.press('Ask the model');
    await on.press('Ask again');
    expect(on.text('Answer')).to.equal('Answer 2');
    expect(seen[0]).to.equal(seen[1]);
  });

  it('says what the answer took', async () => {
    on.queue.sampler = async (_, { onUsage }) => {
      onUsage!({ inputTokens: 1200, outputTokens: 30, cost: 0.0042 });
      return 'Hi.';
    };
    await on.show();
    await on.press('Ask the model');
    expect(on.text('Tokens')).to.equal('1,200 in, 30 out · $0.0042');
  });

  describe('the budget', () => {
    it('stands below the question as meters with words', async () => {
      on.queue.budget.begin(requestingServer.server.url);
      on.queue.budget.spend(requestingServer.server.url, {
        inputTokens: 1000,
        outputTokens: 200,
        cost: 0.02,
        isEstimate: true,
      });
      await on.show();
      expect(body()).to.contain('1 of 10 requests this minute');
      expect(body()).to.contain('1,200 of 50,000 tokens, estimated');
      expect(body()).to.contain('$0.02 spent, estimated');
      expect(on.root().querySelectorAll('meter')).to.have.length(2);
    });

    it('used up, takes a tick before the model is asked', async () => {
      for (let count = 0; count < 10; count++) on.queue.budget.begin(requestingServer.server.url);
      await on.show();
      expect(body()).to.match(
        /Files has used up its budget\. It asked 10 times in a minute\. It may ask again in \d+ seconds\./,
      );
      await on.press('Ask the model');
      expect(on.pending().step.at).to.equal('review-request');
      expect(body()).to.contain('Tick the box first.');
      expect(on.root().activeElement!.id).to.equal('deliberate');
      on.field<HTMLInputElement>('#deliberate').click();
      await on.press('Ask the model');
      expect(on.pending().step.at).to.equal('review-response');
    });

    it('where the page refuses, leaves answering by hand', async () => {
      await on.show();
      on.queue.budget.limits = { ...on.queue.budget.limits, tokensPerSession: 0, past: 'refuse' };
      on.element.requestUpdate();
      await on.element.updateComplete;
      expect(on.button('Ask the model')).not.to.exist;
      expect(on.field('#by-hand')).to.exist;
      expect(body()).to.contain('This page does not let it ask a model again.');
    });

    it('counts the rounds of using tools, and asks past the tenth', async () => {
      const use = { type: 'tool_use', id: '1', name: 't', input: {} } as const;
      const result = { type: 'tool_result', toolUseId: '1', content: [], isError: false } as const;
      const round = [
        { role: 'assistant', content: [use] },
        { role: 'user', content: [result] },
      ] as const;
      await on.show({ messages: Array.from({ length: 10 }, () => round).flat() });
      expect(body()).to.contain('10 of 10 rounds of using tools');
      expect(body()).to.contain('has used tools for 10 rounds in this conversation');
      await on.press('Ask the model');
      expect(on.pending().step.at).to.equal('review-request');
    });
  });
});
