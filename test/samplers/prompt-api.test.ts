import { expect } from '@esm-bundle/chai';
import { isPromptApiAvailable, promptApiSampler } from '../../src/samplers/index.js';
import type { SamplingRequest, SamplingResult } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { Listening } from '../support/model-endpoint.js';
import { samplingRequest } from '../support/questions.js';

/** A model of the browser that says these pieces, a token each, and keeps what it was told. */
function install(
  pieces: readonly string[],
  availability = 'available',
): { options?: object; asked?: object; isGone: boolean } {
  const seen: { options?: object; asked?: object; isGone: boolean } = { isGone: false };
  const session = {
    inputUsage: 40,
    measureInputUsage: async (text: string) => Math.ceil(text.length / 4),
    promptStreaming(asked: object) {
      seen.asked = asked;
      return new ReadableStream<string>({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
    },
    destroy: () => (seen.isGone = true),
  };
  Object.assign(globalThis, {
    LanguageModel: {
      availability: async () => availability,
      create: async (options: object) => ((seen.options = options), session),
    },
  });
  return seen;
}

describe('promptApiSampler', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'LanguageModel');
  beforeEach(() => Reflect.deleteProperty(globalThis, 'LanguageModel'));
  after(() => void (own && Object.defineProperty(globalThis, 'LanguageModel', own)));
  const ask = async (more: Partial<SamplingRequest> = {}, on = new Listening()): Promise<SamplingResult> =>
    (await promptApiSampler()({ ...samplingRequest, ...more }, on.context)) as SamplingResult;

  it('is not there where the browser has no model', async () => {
    expect(await isPromptApiAvailable()).to.equal(false);
    expect((await failureOf(ask())).message).to.equal('This browser has no model of its own.');
    install([], 'unavailable');
    expect(await isPromptApiAvailable()).to.equal(false);
    install([], 'downloadable');
    expect(await isPromptApiAvailable()).to.equal(true);
  });

  it('gives the conversation to the model, hands on what it says, and leaves nothing behind', async () => {
    const seen = install(['Two ', 'sentences.']);
    const on = new Listening();
    const answer = await ask({ systemPrompt: 'Be brief.' }, on);
    expect(answer).to.deep.equal({
      role: 'assistant',
      content: [{ type: 'text', text: 'Two sentences.' }],
      model: 'browser-built-in',
      stopReason: 'endTurn',
    });
    expect(on.partials).to.deep.equal(['Two ', 'Two sentences.']);
    expect(on.usage).to.deep.equal({ inputTokens: 36, outputTokens: 4, cost: 0 });
    expect(seen.options).to.deep.include({
      initialPrompts: [{ role: 'system', content: [{ type: 'text', value: 'Be brief.' }] }],
      expectedInputs: [{ type: 'text' }],
    });
    expect(seen.asked).to.deep.equal([{ role: 'user', content: [{ type: 'text', value: 'Summarise this page.' }] }]);
    expect(seen.isGone).to.equal(true);
  });

  it('stops at the ceiling, and at a stop sequence', async () => {
    install(Array.from({ length: 50 }, () => 'abcd'));
    expect(await ask({ maxTokens: 10 })).to.deep.include({ stopReason: 'maxTokens' });
    expect((await ask({ maxTokens: 10 })).content).to.deep.equal([{ type: 'text', text: 'abcd'.repeat(10) }]);
    install(['One EN', 'D two']);
    expect(await ask({ stopSequences: ['END'] })).to.deep.include({
      stopReason: 'stopSequence',
      content: [{ type: 'text', text: 'One ' }],
    });
  });

  it('does not pretend to use tools', async () => {
    install(['Hi.']);
    expect((await failureOf(ask({ tools: [], toolChoice: { mode: 'required' } }))).message).to.contain('tools');
  });
});
