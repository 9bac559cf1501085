import { expect } from '@open-wc/testing';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { everythingVisible, spellings } from '../fixtures/visible.js';
import { ClientHarness } from './client-harness.js';

const PASSWORD = 'hunter2-of-the-harbour';
const PIN = '4711-0815-2342';
const TOKEN = 'a-header-of-ours-0123456789';
const SECRETS = { 'a header': TOKEN, 'a password field': PASSWORD, 'an elicited secret': PIN };
/** Servers repeat what they were told, in every place that they have words for. */
const echo = `You said ${PASSWORD}, ${PIN} and Bearer ${TOKEN}.`;
const complete = (result: object): Reply => ({ result: { resultType: 'complete', ...result } });
const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });

const login = {
  name: 'login',
  description: 'Signs a visitor in.',
  inputSchema: {
    type: 'object',
    properties: { user: { type: 'string' }, word: { type: 'string', format: 'password' } },
    required: ['user', 'word'],
  },
};
const asksForPin = {
  result: {
    resultType: 'input_required',
    requestState: 'once',
    inputRequests: {
      pin: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `Is ${PASSWORD} yours? Your PIN, please.`,
          requestedSchema: { type: 'object', properties: { pin: { type: 'string' } }, required: ['pin'] },
        },
      },
    },
  },
};

const server = (): Promise<string> =>
  script({
    revision: '2026-07-28',
    replies: {
      'tools/list': complete({ tools: [login], ttlMs: 0, cacheScope: 'private' }),
      'tools/call': [
        asksForPin,
        complete({ ...text(echo), structuredContent: { said: [PASSWORD, PIN], header: `Bearer ${TOKEN}` } }),
        { error: { code: -32_000, message: echo } },
      ],
      'resources/read': complete({
        contents: [{ uri: 'test://one', text: echo }],
        ttlMs: 60_000,
        cacheScope: 'private',
      }),
    },
  });

describe('after a session with a header, a password argument and an elicited secret', function () {
  this.timeout(30_000);
  const names = tempDatabases();
  let client: ClientHarness;
  afterEach(() => client.remove());

  it('none of them is in anything that is stored', async () => {
    const url = await server();
    const namespace = names();
    client = await ClientHarness.connect(url, {
      storage: 'local',
      answers: 'elicitation',
      headers: { authorization: `Bearer ${TOKEN}` },
      sessionOptions: { identity: 'ada', namespace },
      transcript: true,
    });
    await client.choose('Tools', 'login');
    await client.fill('user', 'ada');
    await client.fill('word', PASSWORD);
    // Long enough for a draft to be written.
    await pause(700);
    await client.press(/^Run login/);
    await client.fill('pin', PIN);
    await client.press(/^Send to/);
    await client.reads('You said');
    // The same once more, with an error at the end; nobody asks for the PIN again.
    await client.fill('word', PASSWORD);
    await client.press(/^Run login/);
    await eventually(
      async () => (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call').length,
      (count) => count === 3,
      8000,
    );
    await client.choose('Resources', 'one');
    await eventually(
      async () => (await scriptedLog(url)).some(({ body }) => body?.method === 'resources/read'),
      Boolean,
      8000,
    );
    await client.element.session!.close();
    // Everything is written behind.
    await pause(1500);
    // What is on the screen is the person’s.
    client.remove();
    const seen = await everythingVisible(namespace);
    // They were sent, the session is there, and what is harmless of it was kept.
    expect(JSON.stringify(await scriptedLog(url)))
      .to.contain(PASSWORD)
      .and.contain(PIN)
      .and.contain(TOKEN);
    for (const kept of ['tools/call', 'resources/read', 'ada', '"kind":"arguments"', '"kind":"record"'])
      expect(seen['databases'], kept).to.contain(kept);
    for (const [what, secret] of Object.entries(SECRETS))
      for (const [place, words] of Object.entries(seen).filter(([place]) => place !== 'document'))
        expect(
          spellings(secret).some((one) => words.includes(one)),
          `${what} in ${place}`,
        ).to.equal(false);
  });
});
