import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import type { Sampler } from '../../src/index.js';
import { anthropicSampler, openAiSampler } from '../../src/samplers/index.js';
import { anthropicText, cutInto, endpoint, openAiText } from '../support/model-endpoint.js';
import { verifies } from '../requirements/verifies.js';
import { ClientHarness } from './client-harness.js';
import { askingServer, ERAS, given, PIXEL, SOUND } from './sampling-request.js';

const answers = 'sampling elicitation';

for (const era of ERAS)
  describe(`a server asks for everything it can, ${era}`, () => {
    let client: ClientHarness;
    let url: string;
    afterEach(() => client.remove());

    /** Has it ask, in a page whose model is that. */
    const ask = async (sampler: Sampler): Promise<void> => {
      url = await askingServer(era);
      client = await ClientHarness.connect(url, { capabilities: answers, sampler });
      client.element.session!.tools.call('echo', { message: 'x' }, { initiator: 'person' }).catch(() => {});
      await client.reads('You are the harbour master.');
    };
    const edit = async (what: string, field: string, value: string): Promise<void> => {
      await client.press(`Edit ${what}`);
      await client.fill(field, value);
      await client.press(`Done ${what}`);
    };
    /** What the model gets is what the person made of it. */
    const editRequest = async (): Promise<void> => {
      await edit('System prompt', 'System prompt', 'Be brief.');
      await edit('Message 1', 'Message 1', 'What is on this chart?');
      await client.press('Edit limits');
      await client.fill('Maximum tokens', '50');
      await client.fill('Temperature', '0');
      await client.press('Done limits');
    };
    const seesItCome = (words: RegExp): Promise<unknown> =>
      client.until(() => client.all('.stream').some((each) => words.test(each.textContent!)), 'the answer coming');

    it('answered by a model in the words of OpenAI: as edited there, and as edited here', async () => {
      verifies('person-decides-on-sampling');
      const model = await endpoint({ pieces: cutInto(11, openAiText('Porto, ', 'I ', 'think.')), pauseMs: 20 });
      await ask(openAiSampler({ url: model.url, key: 'sk-test-1', model: 'gpt-test' }));
      await editRequest();
      await client.press('Ask the model');
      await seesItCome(/Porto, /);
      await client.press('Edit Answer');
      await client.fill('Answer', 'A lighthouse.');
      await client.press(/^Send to/);
      expect(await given(era, url)).to.deep.equal({
        role: 'assistant',
        content: { type: 'text', text: 'A lighthouse.' },
        model: 'gpt-test-1',
        stopReason: 'endTurn',
      });
      const { body } = (await model.seen())[0]!;
      expect(body.messages).to.deep.equal([
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is on this chart?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
            { type: 'input_audio', input_audio: { data: SOUND, format: 'wav' } },
          ],
        },
      ]);
      expect(body).to.deep.include({ model: 'gpt-test', temperature: 0, stop: ['ENDE'], tool_choice: 'auto' });
      expect(body.max_completion_tokens ?? body.max_tokens).to.equal(50);
      expect(body.tools[0].function).to.deep.include({ name: 'get_tide', description: 'When it is high water.' });
      // Who asks, and what for, is nobody's but the person's.
      expect(JSON.stringify(body)).not.to.match(/abc-123|thisServer/);
    });

    it('answered by a model in the words of Anthropic, that is not given the sound', async () => {
      verifies('person-decides-on-sampling');
      const model = await endpoint({ pieces: cutInto(13, anthropicText('A light', 'house.')), pauseMs: 20 });
      await ask(anthropicSampler({ url: model.url, key: 'sk-ant-test', model: 'claude-test' }));
      await editRequest();
      await client.press('Leave out Message 1, user, part 3');
      await client.press('Ask the model');
      await seesItCome(/A light/);
      await client.press(/^Send to/);
      expect(await given(era, url)).to.deep.equal({
        role: 'assistant',
        content: { type: 'text', text: 'A lighthouse.' },
        model: 'claude-test-1',
        stopReason: 'endTurn',
      });
      const { body } = (await model.seen())[0]!;
      expect(body).to.deep.include({ system: 'Be brief.', max_tokens: 50, temperature: 0, stop_sequences: ['ENDE'] });
      expect(body.messages).to.deep.equal([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is on this chart?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
          ],
        },
      ]);
      expect(body.tools).to.have.length(1);
      expect(body.tool_choice).to.deep.equal({ type: 'auto' });
    });

    it('answered by hand: no model hears of it', async () => {
      verifies('person-decides-on-sampling');
      const model = await endpoint({ pieces: [] });
      await ask(openAiSampler({ url: model.url, model: 'gpt-test' }));
      await client.press('Answer myself');
      await client.reads('What is on this chart, and what do you hear?');
      await client.fill('Your reply', 'A lighthouse, and gulls.');
      await client.press(/^Send/);
      expect(await given(era, url)).to.deep.include({
        role: 'assistant',
        content: { type: 'text', text: 'A lighthouse, and gulls.' },
      });
      expect(await model.seen()).to.be.empty;
    });
  });

for (const [era, url, tool] of [
  ['legacy', everythingUrl, 'trigger-sampling-request'],
  ['modern', modernUrl, 'ask-model'],
] as const)
  describe(`a page without a model, ${era}`, () => {
    it('lets the person answer what a real server asks', async () => {
      const client = await ClientHarness.connect(url, { capabilities: answers });
      await client.choose('Tools', tool);
      await client.fill('prompt', 'Any news?');
      await client.press(`Run ${tool}`);
      await client.reads('No model is connected to this page.');
      await client.reads(/Any news\?/);
      await client.fill('Your reply', 'Nothing to report.');
      await client.press(/^Send/);
      await client.until(() => client.all('dialog').length === 0, 'the end of the question');
      await client.reads('Nothing to report.');
      client.remove();
    });
  });
