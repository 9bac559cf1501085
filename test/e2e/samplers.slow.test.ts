import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { anthropicSampler, openAiSampler } from '../../src/samplers/index.js';
import { anthropicEvents, anthropicText, cutInto, endpoint, openAiText } from '../support/model-endpoint.js';
import { ClientHarness } from './client-harness.js';

const answers = 'sampling elicitation';
const useOf = (name: string, id: string): string =>
  anthropicEvents(
    { type: 'message_start', message: { model: 'claude-test-1', usage: { input_tokens: 30 } } } as never,
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name, input: {} } } as never,
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"port":"Kiel"}' },
    } as never,
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } } as never,
  );

describe('a real server asks, a model answers over HTTP', () => {
  let client: ClientHarness;
  afterEach(() => client.remove());

  it('in the words of OpenAI: seen as it comes, edited, sent', async () => {
    const { url, seen } = await endpoint({ pieces: cutInto(9, openAiText('Porto, ', 'I ', 'think.')), pauseMs: 5 });
    const sampler = openAiSampler({ url, key: 'sk-test-1', model: 'gpt-test' });
    client = await ClientHarness.connect(everythingUrl, { capabilities: answers, sampler });
    await client.choose('Tools', 'trigger-sampling-request');
    await client.fill('prompt', 'What is the capital of Portugal?');
    await client.press('Run trigger-sampling-request');
    await client.reads('0 of 10 requests this minute');
    await client.press('Ask the model');
    await client.until(
      () => client.all('.stream').some((each) => /Porto, /.test(each.textContent!)),
      'the answer coming',
    );
    await client.reads('12 in, 5 out');
    await client.press('Edit Answer');
    await client.fill('Answer', 'Lisbon.');
    await client.press(/^Send to/);
    await client.reads(/"text": "Lisbon\."/);
    await client.reads(/gpt-test-1/);
    const [request] = await seen();
    expect(request!.headers['authorization']).to.equal('Bearer sk-test-1');
    expect(JSON.stringify(request!.body.messages)).to.contain('What is the capital of Portugal?');
  });

  it('in the words of Anthropic: uses the tools of the server, round after round', async () => {
    const { url, seen } = await endpoint({
      rounds: [[useOf('get_tide', 'a')], [useOf('get_wind', 'b')], [anthropicText('Leave at 11.')]],
    });
    const sampler = anthropicSampler({ url, key: 'sk-ant-test', model: 'claude-test' });
    client = await ClientHarness.connect(modernUrl, { capabilities: answers, sampler });
    await client.choose('Tools', 'plan-voyage');
    await client.press('Run plan-voyage');
    for (const tool of ['get_tide', 'get_wind']) {
      await client.press('Ask the model');
      await client.reads(tool);
      await client.press(/^Send to/);
      await client.until(() => client.button('Ask the model'), 'the next round');
    }
    await client.reads('2 of 10 rounds of using tools');
    await client.press('Ask the model');
    await client.reads('Leave at 11.');
    await client.press(/^Send to/);
    await client.until(() => client.all('dialog').length === 0, 'the end of the questions');
    await client.reads('Leave at 11.');
    const last = (await seen())[2]!.body;
    expect(last.messages).to.have.length(5);
    expect(last.messages[2].content[0]).to.deep.include({ type: 'tool_result', tool_use_id: 'a' });
  });

  it('not at all: the person reads why, and answers by hand', async () => {
    const { url } = await endpoint({ status: 429, headers: { 'retry-after': '7' }, pieces: ['{}'] });
    client = await ClientHarness.connect(everythingUrl, {
      capabilities: answers,
      sampler: openAiSampler({ url, model: 'gpt-test' }),
    });
    await client.choose('Tools', 'trigger-sampling-request');
    await client.fill('prompt', 'What is the capital of Portugal?');
    await client.press('Run trigger-sampling-request');
    await client.press('Ask the model');
    await client.reads('gets too many requests (429)');
    await client.reads('Try again in 7 seconds.');
    await client.press('Answer myself');
    await client.fill('Your reply', 'Lisbon.');
    await client.press(/^Send/);
    await client.reads(/"text": "Lisbon\."/);
  });
});
