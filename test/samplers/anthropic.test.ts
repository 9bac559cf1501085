import { expect } from '@esm-bundle/chai';
import { anthropicSampler } from '../../src/samplers/index.js';
import type { SamplingRequest, SamplingResult } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { anthropicEvents, anthropicText, cutInto, endpoint, Listening } from '../support/model-endpoint.js';

const ask: SamplingRequest = {
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  maxTokens: 99,
};

describe('anthropicSampler', () => {
  let on: Listening;
  beforeEach(() => (on = new Listening()));

  it('sends the request in the words of that wire, and says that it comes from a browser', async () => {
    const { url, seen } = await endpoint({ pieces: [anthropicText('Hi.')] });
    await anthropicSampler({ url, key: () => 'sk-ant-1', model: 'claude' })(
      {
        ...ask,
        temperature: 0,
        stopSequences: ['X'],
        toolChoice: { mode: 'required' },
        tools: [{ name: 'a/b', description: 'Does', inputSchema: { type: 'object' } }],
        messages: [
          { role: 'user', content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'a/b', input: {} }] },
          {
            role: 'user',
            content: [
              { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: 'ok' }], isError: false },
              { type: 'tool_result', toolUseId: 'c2', content: [], structuredContent: { n: 1 }, isError: true },
            ],
          },
        ],
      },
      on.context,
    );
    const [request] = await seen();
    expect(request!.headers).to.include({
      'x-api-key': 'sk-ant-1',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
    expect(request!.body).to.deep.equal({
      model: 'claude',
      max_tokens: 99,
      system: 'Be brief.',
      temperature: 0,
      stop_sequences: ['X'],
      stream: true,
      tools: [{ name: 'a_b', description: 'Does', input_schema: { type: 'object' } }],
      tool_choice: { type: 'any' },
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'a_b', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'ok' }] },
            { type: 'tool_result', tool_use_id: 'c2', content: [{ type: 'text', text: '{"n":1}' }], is_error: true },
          ],
        },
      ],
    });
  });

  for (const size of [1, 4, 1000])
    it(`reads an answer that comes in pieces of ${size} bytes`, async () => {
      const { url } = await endpoint({ pieces: cutInto(size, anthropicText('Drei ', '€')), pauseMs: 0 });
      const answer = await anthropicSampler({ url, model: 'claude' })(ask, on.context);
      expect(answer).to.deep.equal({
        role: 'assistant',
        content: [{ type: 'text', text: 'Drei €' }],
        model: 'claude-test-1',
        stopReason: 'endTurn',
      });
      expect(on.partials).to.deep.equal(['Drei ', 'Drei €']);
      expect(on.usage).to.deep.equal({ inputTokens: 20, outputTokens: 7 });
    });

  it('puts a use of a tool together beside the text', async () => {
    const pieces = anthropicEvents(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never,
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Looking.' } } as never,
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 't', name: 'a_b', input: {} },
      } as never,
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '' } } as never,
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"q":' } } as never,
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"x"}' } } as never,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } } as never,
    );
    const { url } = await endpoint({ pieces: [pieces] });
    const tools = [{ name: 'a/b', inputSchema: {} }];
    const answer = (await anthropicSampler({ url, model: 'c' })({ ...ask, tools }, on.context)) as SamplingResult;
    expect(answer.content).to.deep.equal([
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 't', name: 'a/b', input: { q: 'x' } },
    ]);
    expect(answer.stopReason).to.equal('toolUse');
  });

  it('says when the model does not want to, and when the endpoint breaks off', async () => {
    const refused = await endpoint({
      pieces: [anthropicEvents({ type: 'message_delta', delta: { stop_reason: 'refusal' } } as never)],
    });
    expect((await failureOf(anthropicSampler({ ...refused, model: 'c' })(ask, on.context))).message).to.contain(
      'refused',
    );
    const busy = await endpoint({
      pieces: [
        anthropicText('So').split('event: content_block_stop')[0]!,
        anthropicEvents({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as never),
      ],
    });
    const error = await failureOf(anthropicSampler({ ...busy, model: 'c' })(ask, on.context));
    expect(error.message).to.contain('broke off its answer: “Overloaded”');
    expect(error.remedy).to.contain('Try again');
    expect(on.partials).to.deep.equal(['So']);
  });
});
