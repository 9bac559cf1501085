import { expect } from '@esm-bundle/chai';
import { openAiSampler } from '../../src/samplers/index.js';
import type { SamplingRequest, SamplingResult } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { cutInto, endpoint, Listening, openAiEvents, openAiText } from '../support/model-endpoint.js';

const ask: SamplingRequest = {
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Grüß Gott' }] }],
  maxTokens: 99,
  temperature: 0.5,
  stopSequences: ['END'],
};

describe('openAiSampler', () => {
  let on: Listening;
  beforeEach(() => (on = new Listening()));

  it('sends the request in the words of that wire, with the key in its header', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    await openAiSampler({ url, key: 'sk-secret', model: 'gpt-test', headers: { 'x-team': 'a' } })(ask, on.context);
    const [request] = await seen();
    expect(request!.headers).to.include({ authorization: 'Bearer sk-secret', 'x-team': 'a' });
    expect(request!.headers).not.to.have.property('referer');
    expect(request!.body).to.deep.equal({
      model: 'gpt-test',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Grüß Gott' }] },
      ],
      temperature: 0.5,
      stop: ['END'],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 99,
    });
  });

  for (const size of [1, 3, 7, 1000])
    it(`reads an answer that comes in pieces of ${size} bytes, as it comes`, async () => {
      const { url } = await endpoint({ pieces: cutInto(size, openAiText('Grüß ', 'dich 👋', '!')), pauseMs: 0 });
      const answer = await openAiSampler({ url, model: 'gpt-test' })(ask, on.context);
      expect(answer).to.deep.equal({
        role: 'assistant',
        content: [{ type: 'text', text: 'Grüß dich 👋!' }],
        model: 'gpt-test-1',
        stopReason: 'endTurn',
      });
      expect(on.partials).to.deep.equal(['Grüß ', 'Grüß dich 👋', 'Grüß dich 👋!']);
    });

  it('counts what it took, and what it cost where a price is known', async () => {
    const { url } = await endpoint({ pieces: [openAiText('Hi.')] });
    const models = [{ id: 'gpt-test', cost: { input: 1, output: 10 } }];
    await openAiSampler({ url, model: 'gpt-test', models })(ask, on.context);
    expect(on.usage).to.deep.equal({ inputTokens: 12, outputTokens: 5, cost: 62 / 1e6 });
  });

  it('carries pictures, sound, tools, their uses and their results', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    await openAiSampler({ url, model: 'm' })(
      {
        maxTokens: 9,
        tools: [{ name: 'files.search', description: 'Finds', inputSchema: { type: 'object' } }],
        toolChoice: { mode: 'required' },
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', data: 'AAAA', mimeType: 'image/png' },
              { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
            ],
          },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'files.search', input: { q: 1 } }] },
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                toolUseId: 'c1',
                isError: true,
                content: [
                  { type: 'text', text: 'nothing' },
                  { type: 'image', data: 'CCCC', mimeType: 'image/gif' },
                ],
              },
            ],
          },
        ],
      },
      on.context,
    );
    const { body } = (await seen())[0]!;
    expect(body['tools']).to.deep.equal([
      { type: 'function', function: { name: 'files_search', description: 'Finds', parameters: { type: 'object' } } },
    ]);
    expect(body['tool_choice']).to.equal('required');
    expect(body['messages']).to.deep.equal([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'files_search', arguments: '{"q":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'The tool failed: nothing\n[The picture follows.]' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/gif;base64,CCCC' } }] },
    ]);
  });

  it('puts together tools that come in pieces, under the names their server knows', async () => {
    const call = (index: number, part: object): object => ({
      choices: [{ delta: { tool_calls: [{ index, ...part }] } }],
    });
    const pieces = openAiEvents(
      call(0, { id: 'a', function: { name: 'files_search', arguments: '' } }),
      call(1, { id: 'b', function: { name: 'fetch', arguments: '{"n"' } }),
      call(0, { function: { arguments: '{"q":"ti' } }),
      call(0, { function: { arguments: 'des"}' } }),
      call(1, { function: { arguments: ':2}' } }),
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    );
    const { url } = await endpoint({ pieces: cutInto(5, pieces), pauseMs: 0 });
    const tools = ['files.search', 'fetch'].map((name) => ({ name, inputSchema: {} }));
    const answer = (await openAiSampler({ url, model: 'm' })({ ...ask, tools }, on.context)) as SamplingResult;
    expect(answer.stopReason).to.equal('toolUse');
    expect(answer.content).to.deep.equal([
      { type: 'tool_use', id: 'a', name: 'files.search', input: { q: 'tides' } },
      { type: 'tool_use', id: 'b', name: 'fetch', input: { n: 2 } },
    ]);
  });

  it('takes an answer in one piece from an endpoint that does not stream', async () => {
    const whole = {
      model: 'local',
      choices: [{ message: { content: 'Hi.' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    };
    const { url } = await endpoint({ pieces: [JSON.stringify(whole)], type: 'application/json' });
    const answer = (await openAiSampler({ url, model: 'm' })(ask, on.context)) as SamplingResult;
    expect(answer).to.deep.include({ model: 'local', stopReason: 'maxTokens' });
    expect(on.usage).to.deep.equal({ inputTokens: 1, outputTokens: 2 });
  });

  it('asks the model the person chose, else what the server wishes, else its own', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    const sampler = openAiSampler({ url, model: 'small', models: [{ id: 'big-sonnet' }, { id: 'small' }] });
    expect(sampler.models!.map(({ id }) => id)).to.deep.equal(['small', 'big-sonnet']);
    const hinted = { ...ask, modelPreferences: { hints: [{ name: 'sonnet' }] } };
    await sampler(ask, on.context);
    await sampler(hinted, on.context);
    await sampler(hinted, { ...on.context, model: 'small' });
    expect((await seen()).map(({ body }) => body.model)).to.deep.equal(['small', 'big-sonnet', 'small']);
  });

  it('says when the model does not want to', async () => {
    const { url } = await endpoint({
      pieces: [openAiEvents({ choices: [{ delta: { refusal: 'I cannot.' }, finish_reason: 'stop' }] })],
    });
    const error = await failureOf(openAiSampler({ url, model: 'm' })(ask, on.context));
    expect(error.message).to.contain('refused to answer').and.to.contain('I cannot.');
    const filtered = await endpoint({
      pieces: [openAiEvents({ choices: [{ delta: { content: 'So' }, finish_reason: 'content_filter' }] })],
    });
    expect((await failureOf(openAiSampler({ ...filtered, model: 'm' })(ask, on.context))).message).to.contain(
      'refused',
    );
  });

  it('sends nothing it has no words for', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    const odd = { type: 'audio', data: 'AA', mimeType: 'audio/ogg' } as const;
    const request = { ...ask, messages: [{ role: 'user', content: [odd] }] } as SamplingRequest;
    const error = await failureOf(openAiSampler({ url, model: 'm' })(request, on.context));
    expect(error.message).to.contain('audio/ogg');
    expect(await seen()).to.deep.equal([]);
  });
});
