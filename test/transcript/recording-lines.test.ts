import { expect } from '@esm-bundle/chai';
import {
  MAX_RECORDING_ENTRIES,
  openRecording,
  saveHar,
  saveRecording,
  type Recording,
  type TranscriptEntry,
} from '../../src/transcript/index.js';
import { CountedClock } from '../fixtures/counted-clock.js';

const HEAD = { format: 'mcp-embed-recording', version: 2, time: '2026-11-29T12:00:00.000Z', level: 'values' };
const at = (ms: number): string => new Date(Date.UTC(2026, 10, 29, 12) + ms).toISOString();
const sent = (message: object, more: object = {}): object => ({
  ...{ time: at(0), session: 1, direction: 'sent', message: { jsonrpc: '2.0', ...message } },
  ...more,
});
const received = (message: object, more: object = {}): object => sent(message, { direction: 'received', ...more });
const call = (id: number, args: object = { a: 1 }): object =>
  sent({ id, method: 'tools/call', params: { name: 'x', arguments: args } });
const fileWith = (lines: readonly unknown[], head: object = HEAD): string =>
  [head, ...lines].map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
const entriesOf = async (lines: readonly unknown[], head?: object): Promise<readonly TranscriptEntry[]> =>
  (await openRecording(fileWith(lines, head))).entries.get();

/** What a recording answers to a call of the tool x. */
async function answerOf(recording: Recording, args: object): Promise<unknown> {
  const heard = new Promise<string>((resolve) => {
    recording.addEventListener('message', (event) => resolve((event as MessageEvent<string>).data), { once: true });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of messages, which has no origin
  recording.postMessage({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'x', arguments: args } });
  const { result, error } = JSON.parse(await heard) as { result?: unknown; error?: { message: string } };
  return result ?? error?.message;
}

describe('a recording of lines', () => {
  for (const [what, head] of [
    ['today’s', HEAD],
    ['of the command before it had a name', { format: 'mcp-embed-recording', version: 1, time: at(0), command: '0.2' }],
    ['of the command, with the name that it had', { format: 'mcp-embed-message-lines', version: 1, time: at(0) }],
  ] as const)
    it(`is opened and played back: ${what}`, async () => {
      const answer = received({ id: 1, result: { content: [] } }, { time: at(40), server: 'one' });
      const lines = [{ ...call(1), server: 'one', way: 'stdio' }, answer];
      const [entry, ...more] = await entriesOf(lines, head);
      expect(more).to.deep.equal([]);
      expect(entry).to.include({ method: 'tools/call', subject: 'x', ended: 'answered', duration: 40, session: '1' });
      const recording = await openRecording(fileWith(lines, head));
      expect(recording.url).to.contain('one');
      expect(await answerOf(recording, { a: 1 })).to.deep.equal({ content: [] });
      expect(await answerOf(recording, { a: 2 })).to.contain('no answer');
    });

  it('ties an answer to the request of its own session, and progress to its call', async () => {
    const entries = await entriesOf([
      { ...call(1), session: 1 },
      { ...call(1), session: 2 },
      received({ method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }),
      sent({ id: 2, method: 'tools/call', params: { name: 'y', _meta: { progressToken: 'p' } } }),
      received({ method: 'notifications/progress', params: { progressToken: 'p', progress: 2 } }),
      received({ id: 1, error: { code: -1, message: 'no' } }, { session: 2 }),
      sent({ method: 'notifications/cancelled', params: { requestId: 1 } }),
    ]);
    const [one, other, , y, progress] = entries;
    expect([one!.ended, other!.ended]).to.deep.equal(['cancelled', 'error']);
    expect(progress!.about).to.equal(y!.id);
  });

  it('tells a request that timed out from one that was cancelled, as the transcript does', async () => {
    const withdraw = (requestId: number, reason: string): object =>
      sent({ method: 'notifications/cancelled', params: { requestId, reason } });
    const entries = await entriesOf([
      call(1),
      call(2),
      withdraw(1, 'The server did not answer tools/call within 60 s.'),
      withdraw(2, 'No longer wanted.'),
    ]);
    expect(entries.slice(0, 2).map(({ ended }) => ended)).to.deep.equal(['timed-out', 'cancelled']);
  });

  it('takes a result from an answer only, and no member of a line for one', async () => {
    const [entry] = await entriesOf([{ ...call(1), result: { value: 'not said' }, isToolError: true }]);
    expect(entry).not.to.have.any.keys('result', 'isToolError');
  });

  it('is saved also where a stored entry has a time that no date has', async () => {
    const [entry] = await entriesOf([call(1), received({ id: 1, result: {} })]);
    const far = { ...entry!, at: 8e15, duration: 1e300 };
    const text = (await saveRecording([entry!, far], { level: 'values' }))!.join('');
    expect((await openRecording(text)).entries.get()).to.have.length(2);
    expect((await saveHar([far], { level: 'values' }))!.join('')).to.contain('"startedDateTime"');
  });

  it('finds the answer to a call whose arguments had a secret', async () => {
    const tool = { name: 'x', inputSchema: { properties: { who: { type: 'string', writeOnly: true } } } };
    const lines = [
      sent({ id: 1, method: 'tools/list' }),
      received({ id: 1, result: { tools: [tool] } }),
      call(2, { who: '$MCP_WHO' }),
      received({ id: 2, result: { content: [] } }),
    ];
    expect(await answerOf(await openRecording(fileWith(lines)), { who: 'hunter2' })).to.deep.equal({ content: [] });
  });

  it('reads the messages of one server, and names the others', async () => {
    const recording = await openRecording(
      fileWith([
        { ...call(1), server: 'one' },
        { ...call(2), server: 'two' },
      ]),
    );
    expect(recording.entries.get()).to.have.length(1);
    expect(recording.file.problems).to.deep.equal(['It has messages of other servers, which were left out: “two”.']);
  });

  it('says what is missing in it', async () => {
    const { file } = await openRecording(
      fileWith([
        { time: at(0), skipped: 'A message is too long.' },
        { time: at(1), ended: 'The file is full.' },
      ]),
    );
    expect(file.problems).to.deep.equal(['A message is too long.', 'The file is full.']);
  });

  it('one bad line hides no other', async () => {
    const bad = [
      '{"time":',
      '7',
      '[]',
      { message: 1 },
      sent({ id: {}, method: 'x' }),
      { ...call(1), direction: 'up' },
      { ...call(1), time: 'soon' },
      received({ id: 99, result: {} }),
    ];
    const { file, entries } = await openRecording(fileWith([...bad, call(1)]));
    expect(entries.get()).to.have.length(1);
    expect(file.problems).to.have.length(bad.length);
    expect(file.problems[0]).to.equal('Line 2 was left out: it is no JSON object.');
  });

  it('a file that breaks off gives what it has', async () => {
    const text = fileWith([call(1), call(2)]);
    expect((await openRecording(text.slice(0, -30))).entries.get()).to.have.length(1);
  });

  it('keys of the prototype, ids of others, depth and secrets do no harm', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const entries = await entriesOf([
      JSON.stringify(call(1, { x: 1 })).replace('"x":1', '"__proto__":{"polluted":true}'),
      { ...call(2), entry: 'a' },
      { ...call(3, { password: 'in-the-file' }), entry: 'a', about: {} },
      JSON.stringify(call(4, { x: 1 })).replace('"x":1', `"x":${deep}`),
      sent({ method: 'notifications/cancelled', params: { requestId: { toString: 1 } } }),
    ]);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    expect(new Set(entries.map(({ id }) => id)).size).to.equal(entries.length);
    expect(JSON.stringify(entries)).not.to.contain('in-the-file');
    expect(entries.length).to.be.above(3);
  });

  it('more messages than are kept are left out, and said', async () => {
    const lines = Array.from({ length: MAX_RECORDING_ENTRIES + 5 }, (_, id) => sent({ id, method: 'ping' }));
    const recording = await openRecording(fileWith(lines));
    expect(recording.entries.get()).to.have.length(MAX_RECORDING_ENTRIES);
    expect(recording.file.problems.join()).to.contain(`${MAX_RECORDING_ENTRIES + 5} entries`);
  });

  it('ten megabytes are read in steps of one line, with turns of the page between them', async () => {
    const lines = Array.from({ length: 2000 }, (_, id) => call(id, { text: 'word '.repeat(1000) }));
    const { result, looks, turns } = await CountedClock.during(() => openRecording(fileWith(lines)));
    expect(result.entries.get()).to.have.length(2000);
    expect(looks).to.be.above(2 * 2000);
    expect(turns).to.be.above(2000 / 8);
  });
});
