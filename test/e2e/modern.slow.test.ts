import { expect } from '@open-wc/testing';
import { modernUrl } from '/__servers__.js';
import { ClientHarness } from './client-harness.js';
import { itRunsTheFirstTools } from './first-tools.js';
import { verifies } from '../requirements/verifies.js';

describe('a server of 2026-07-28', () => {
  let client: ClientHarness;

  before(async () => {
    client = await ClientHarness.connect(modernUrl, {
      capabilities: 'sampling elicitation',
      sampler: async ({ messages }) => `You said: ${JSON.stringify(messages.at(-1)?.content[0])}`,
    });
  });
  after(() => client.remove());

  it('connects without a handshake and lists what it offers', async () => {
    await client.reads('Connected');
    expect(client.element.session!.server.revision).to.equal('2026-07-28');
    await client.until(() => client.all('[role=option]').length >= 8, 'eight tools');
  });

  itRunsTheFirstTools(() => client);

  it('shows progress, and cancels half-way by hanging up', async () => {
    verifies('cancelling-is-shown');
    await client.choose('Tools', 'unload-cargo');
    await client.fill('duration', '10');
    await client.fill('steps', '50');
    await client.press('Run unload-cargo');
    await client.reads(/Crate \d+ of 50 is ashore/);
    await client.press('Cancel');
    await client.reads(/cancelled/i);
  });

  it('shows a picture', async () => {
    await client.choose('Tools', 'draw-flag');
    await client.press('Run draw-flag');
    await client.until(() => client.all<HTMLImageElement>('img').find((each) => each.naturalWidth > 0), 'a picture');
  });

  it('repeats an annotated argument in a header', async () => {
    verifies('annotated-arguments-in-headers');
    await client.choose('Tools', 'route-parcel');
    await client.fill('region', 'north');
    await client.press('Run route-parcel');
    await client.reads('The header said: north.');
  });

  it('shows what a failed tool says as an error', async () => {
    await client.choose('Tools', 'close-berth');
    await client.fill('berth', '3');
    await client.press('Run close-berth');
    // Its server says that it can destroy something: one press is not enough.
    await client.reads('This tool can delete or overwrite data. Confirm to run it.');
    await client.press(/^Run close-berth on /);
    await client.reads('Berth 3 is occupied and stays open.');
  });

  it('reads a resource', async () => {
    await client.choose('Resources', 'Notice to mariners');
    await client.reads(/north pier light/);
  });

  it('fills a prompt', async () => {
    await client.choose('Prompts', 'describe-cargo');
    await client.fill('cargo', 'tea');
    await client.press('Get describe-cargo');
    await client.reads(/Describe a cargo of tea/);
  });

  it('asks the model after the person agreed, and sends the answer as edited', async () => {
    await client.choose('Tools', 'ask-model');
    await client.fill('prompt', 'Any news?');
    await client.press('Run ask-model');
    await client.reads(/You are the harbour master/);
    await client.press('Ask the model');
    await client.reads(/You said:/);
    await client.press('Edit Answer');
    await client.fill('Answer', 'Nothing to report.');
    await client.press(/^Send/);
    await client.reads(/says: Nothing to report\./);
  });

  it('ends the call when the person declines', async () => {
    await client.choose('Tools', 'ask-model');
    await client.fill('prompt', 'A secret?');
    await client.press('Run ask-model');
    await client.reads(/A secret\?/);
    await client.press('Decline');
    await client.reads(/declined/i);
  });

  it('fills an elicitation', async () => {
    await client.choose('Tools', 'register-visitor');
    await client.press('Run register-visitor');
    await client.fill('name', 'Ada');
    await client.press(/^Send to/);
    await client.reads(/Welcome, Ada/);
  });

  it('goes through two rounds of questions', async () => {
    await client.choose('Tools', 'book-berth');
    await client.fill('length', '12');
    await client.press('Run book-berth');
    await client.fill('day', '2026-12-24');
    await client.press(/^Send to/);
    await client.reads(/Book a berth of 12 m for 2026-12-24\?/);
    await client.press(/^Send to/);
    await client.reads('Booked a berth of 12 m for 2026-12-24.');
  });
});
