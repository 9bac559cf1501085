import { expect } from '@open-wc/testing';
import { ClientHarness } from './client-harness.js';
import { itRunsTheFirstTools } from './first-tools.js';
import { verifies } from '../requirements/verifies.js';

/**
 * What a person does with the reference server, by whichever road it is reached. The same steps for each transport: the
 * page must not show which one it is.
 */
export function describeEverything(title: string, url: () => string): void {
  describe(title, () => {
    let client: ClientHarness;

    before(async () => {
      client = await ClientHarness.connect(url(), {
        capabilities: 'sampling elicitation',
        sampler: async () => 'Porto, perhaps.',
      });
    });
    after(() => client.remove());

    it('connects and lists tools, resources and prompts', async () => {
      await client.reads('Connected');
      await client.until(() => client.all('[role=option]').length >= 10, 'ten tools');
      expect(client.element.session!.server.name).to.equal('mcp-servers/everything');
    });

    itRunsTheFirstTools(() => client);

    it('does not send what the schema forbids, and says why', async () => {
      await client.choose('Tools', 'get-sum');
      await client.fill('a', 'two');
      await client.press('Run get-sum');
      await client.reads(/number/i);
      expect(client.all('[aria-invalid=true]')).to.have.lengthOf.at.least(1);
    });

    it('shows progress, and cancels half-way', async () => {
      verifies('cancelling-is-shown', 'running-tool-is-seen');
      await client.choose('Tools', 'trigger-long-running-operation');
      await client.fill('duration', '10');
      await client.fill('steps', '50');
      await client.press('Run trigger-long-running-operation');
      await client.until(() => client.all<HTMLProgressElement>('progress').find((bar) => bar.value > 0), 'progress');
      await client.press('Cancel');
      await client.reads(/cancelled/i);
      await client.until(() => client.all('progress').length === 0, 'an end of the progress');
    });

    it('shows a picture', async () => {
      await client.choose('Tools', 'get-tiny-image');
      await client.press('Run get-tiny-image');
      const image = await client.until(
        () => client.all<HTMLImageElement>('img').find((each) => each.naturalWidth > 0),
        'a picture',
      );
      expect(image.src).to.match(/^blob:/);
    });

    it('reads a resource', async () => {
      await client.choose('Resources', 'architecture.md');
      await client.reads(/Everything Server/);
    });

    it('follows a resource, marks its changes and shows what the server logs', async () => {
      await client.choose('Resources', 'features.md');
      await client.fill('Watch for changes', 'true');
      await client.choose('Tools', 'toggle-subscriber-updates');
      await client.press('Run toggle-subscriber-updates');
      await client.reads(/Started simulated resource updated/);
      await client.press(/^Resources/);
      await client.reads(/features\.md.*Updated \d\d:\d\d/);
      await client.press('Read again');
      await client.press(/^Log/);
      await client.reads(/Received Subscribe Resource request/);
      await client.fill('Search the log', 'no such words');
      await client.reads('No entries match.');
      await client.press('Show all entries');
      await client.press(/^Tools/);
      await client.press('Run toggle-subscriber-updates');
      await client.reads(/Stopped simulated resource updates/);
    });

    it('fills a prompt', async () => {
      await client.choose('Prompts', 'args-prompt');
      await client.fill('city', 'Lisbon');
      await client.press('Get args-prompt');
      await client.reads(/Lisbon/);
    });

    it('asks the model after the person agreed, and sends the answer as edited', async () => {
      await client.choose('Tools', 'trigger-sampling-request');
      await client.fill('prompt', 'What is the capital of Portugal?');
      await client.press('Run trigger-sampling-request');
      await client.press('Ask the model');
      await client.reads('Porto, perhaps.');
      await client.press('Edit Answer');
      await client.fill('Answer', 'Lisbon.');
      await client.press(/^Send to/);
      await client.reads(/"text": "Lisbon\."/);
    });

    it('lets the person answer a sampling request by hand', async () => {
      verifies('person-decides-on-sampling', 'sampling-reviewed-twice');
      await client.choose('Tools', 'trigger-sampling-request');
      await client.fill('prompt', 'What is the capital of Portugal?');
      await client.press('Run trigger-sampling-request');
      await client.reads(/What is the capital of Portugal\?/);
      await client.press('Answer myself');
      await client.fill('Your reply', 'Lisbon, I should think.');
      await client.press(/^Send/);
      await client.reads(/"text": "Lisbon, I should think\."/);
    });

    it('fills an elicitation', async () => {
      await client.choose('Tools', 'trigger-elicitation-request');
      await client.press('Run trigger-elicitation-request');
      await client.fill('String', 'Ada');
      await client.press(/^Send to/);
      await client.reads(/User inputs/);
      await client.reads(/Name: Ada/);
    });
  });
}
