import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-sampling-approval.js';
import type { AnswerContext } from '../../src/approvals/sampler.js';
import type { SamplingRequest } from '../../src/protocol/model.js';
import { SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
import { requestingServer } from '../support/questions.js';

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
    expect(on.text('Model wished')).to.equal('a model like “sonnet” · cares about speed (0.4)');
    const select = on.field<HTMLSelectElement>('#model');
    expect(select.value).to.equal('x-sonnet');
    expect(on.text('Model to ask')).to.contain('fits what the server wishes · $3.00 per million tokens in, $15.00 out');
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
        /Files has used up its budget\. It has asked 10 times in a minute\. It may again in \d+ seconds\./,
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
