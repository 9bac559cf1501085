import { expect } from '@open-wc/testing';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';
import { ClientHarness } from './client-harness.js';

type Message = Readonly<Record<string, unknown>>;

const ASKED = 250;
const many = (count: number, message: (index: number) => Message): Message[] =>
  Array.from({ length: count }, (_, index) => ({ jsonrpc: '2.0', ...message(index) }));
const sampling = (index: number): Message => ({
  id: `s${index}`,
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: `Question ${index}` } }], maxTokens: 10 },
});
const tool = { name: 'storm', inputSchema: { type: 'object' } };
const during = (messages: readonly Message[]): Record<string, Reply> => ({
  'tools/list': { result: { tools: [tool] } },
  'tools/call': { sse: [...messages, { wait: 30_000 }], end: false },
});

describe('a server that asks without end', function () {
  // A thousand refusals are a thousand requests, one after the other.
  this.timeout(60_000);
  let client: ClientHarness;
  let url: string;
  afterEach(() => client.remove());

  /** Answers and refusals that the server was sent. */
  const told = async (): Promise<Message[]> =>
    (await scriptedLog(url)).map(({ body }) => body as Message).filter((body) => body && !('method' in body));
  const hasTold = async (count: number): Promise<void> => {
    while ((await told()).length < count) await pause(250);
    expect(await told()).to.have.length(count);
  };
  const codesTold = async (): Promise<unknown[]> =>
    (await told()).map(({ error }) => (error as { code: number } | undefined)?.code);

  async function run(messages: readonly Message[]): Promise<void> {
    url = await script({ replies: during(messages) });
    client = await ClientHarness.connect(url, { capabilities: 'sampling elicitation' });
    await client.choose('Tools', 'storm');
    await client.press('Run storm');
  }

  it('shows one of many questions, folds what a person might still read, and tells the server of the rest', async () => {
    verifies('questions-rate-limited');
    await run(many(ASKED, sampling));
    await client.reads('1 of 20');
    await client.reads(/It asked too much: \d+ questions were refused/);
    expect(client.all('[role=alertdialog]')).to.have.length(1);
    await hasTold(ASKED - 20);
    // One call may ask a model so often only, whatever else there is.
    expect((await codesTold()).filter((code) => code !== -32000 && code !== -1)).to.be.empty;
    const refused = (await codesTold()).filter((code) => code === -1).length;

    await client.reads('19 more questions');
    await client.press('Decline all 20');
    await hasTold(ASKED);
    expect((await codesTold()).filter((code) => code === -1)).to.have.length(refused + 20);
    expect(client.all('[role=alertdialog]')).to.be.empty;
  });

  it('says so once where problems are listed', async () => {
    await run(many(150, sampling));
    await eventually(() => client.element.session!.problems.get().length > 0);
    await hasTold(130);
    const words = client.element.session!.problems.get().map(({ message }) => message);
    expect(words.filter((word) => /too much|too many questions/.test(word)).length).to.be.within(1, 2);
  });

  it('also of forms: those that are too many are refused, not declined in the person’s name', async () => {
    const form = (index: number): Message => ({
      id: `e${index}`,
      method: 'elicitation/create',
      params: { message: `Form ${index}`, requestedSchema: { type: 'object', properties: {} } },
    });
    await run(many(30, form));
    await client.reads('1 of 20');
    await hasTold(10);
    expect(new Set(await codesTold())).to.deep.equal(new Set([-32000]));
  });

  it('is answered its pings, as many as are open at a time', async () => {
    await run(many(200, (index) => ({ id: `p${index}`, method: 'ping' })));
    await hasTold(200);
    expect((await told()).filter((body) => 'result' in body).length).to.be.at.least(100);
  });

  it('is asked for a list that changes all the time once, and a second later once more', async () => {
    await run(many(ASKED, () => ({ method: 'notifications/tools/list_changed' })));
    const asked = async (): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => (body as Message | undefined)?.['method'] === 'tools/list').length;
    await eventually(() => client.element.session!.problems.get().some(({ message }) => /too often/.test(message)));
    expect(await asked()).to.be.within(2, 4);
  });
});

describe('a round of questions that is too long', () => {
  it('ends the call, in words', async () => {
    const inputRequests = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `k${index}`,
        {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
        },
      ]),
    );
    const url = await script({
      revision: '2026-07-28',
      replies: {
        'tools/list': { result: { resultType: 'complete', tools: [tool], ttlMs: 0, cacheScope: 'private' } },
        'tools/call': { result: { resultType: 'input_required', inputRequests } },
      },
    });
    const client = await ClientHarness.connect(url, { capabilities: 'elicitation' });
    await client.choose('Tools', 'storm');
    await client.press('Run storm');
    await client.reads(/20 questions of this server wait already/);
    client.remove();
  });
});
