import fc from 'fast-check';
import { MAX_RECORDING_ENTRIES, MAX_RECORDING_PROBLEMS } from '../../src/transcript/entry.js';
import { openRecording, type Recording } from '../../src/transcript/playback.js';
import { RECORDING_FORMAT } from '../../src/wire/recording-format.js';
import { anyJson, around, changedDocument, deepJson, oddText } from './arbitraries.js';
import { fuzz, must, mustLeavePrototypes, orMcpErrorLater } from './fuzz.js';

const body = (value: unknown): object => ({ value, size: 10 });
const entry = {
  ...{ id: 'a', session: 's', at: 1000, clock: 1, revision: '2025-11-25', direction: 'sent', kind: 'request' },
  ...{ method: 'tools/call', requestId: 1, subject: 'x', params: body({ name: 'x', arguments: { a: 1 } }) },
  ...{ result: body({ content: [{ type: 'text', text: 'done' }] }), duration: 1, ended: 'answered' },
};
const note = {
  ...{ id: 'b', session: 's', at: 1001, clock: 2, direction: 'received', kind: 'notification', about: 'a' },
  ...{ method: 'notifications/progress', params: body({ progressToken: 1, progress: 1 }) },
};
const list = {
  ...{ id: 'c', session: 's', at: 1002, clock: 3, direction: 'sent', kind: 'request', method: 'tools/list' },
  ...{ params: body({}), result: body({ tools: [{ name: 'x', inputSchema: { type: 'object' } }] }) },
};
const file = {
  ...{ format: RECORDING_FORMAT, version: 1, level: 'values', server: { address: 'https://a.example', name: 'n' } },
  entries: [entry, note, list],
  blobs: { ['a'.repeat(64)]: 'AAAA' },
};

/** The same messages as lines. */
const line = (direction: string, message: object, more: object = {}): object => ({
  ...{ time: '2026-11-29T12:00:00.000Z', session: 1, server: 'n', direction },
  message: { jsonrpc: '2.0', ...message },
  ...more,
});
const lines = [
  { format: RECORDING_FORMAT, version: 2, time: '2026-11-29T12:00:00.000Z', level: 'values' },
  line('sent', { id: 1, method: 'tools/list' }, { entry: 'a', size: 10, clock: 1 }),
  line('received', { id: 1, result: { tools: [{ name: 'x', inputSchema: { type: 'object' } }] } }, { size: 10 }),
  line('sent', { id: 2, method: 'tools/call', params: { name: 'x', arguments: { a: 1 } } }, { ended: 'cancelled' }),
  line('received', { method: 'notifications/progress', params: { progressToken: 1 } }, { about: 'a', times: 3 }),
  line('sent', { method: 'notifications/cancelled', params: { requestId: 2 } }),
  line('received', { id: 2, error: { code: -1, message: 'no' } }, { beginning: '{' }),
  { blob: 'a'.repeat(64), base64: 'AAAA' },
  { time: '2026-11-29T12:00:00.000Z', skipped: 'too long' },
];
const textOfLines = (value: unknown): string => {
  const drawn = (value as { readonly lines?: unknown } | null)?.lines;
  return Array.isArray(drawn) ? drawn.map((one) => JSON.stringify(one)).join('\n') : JSON.stringify(value);
};

/** What a recording answers, as text. */
async function answers(recording: Recording, message: object): Promise<string[]> {
  const heard: string[] = [];
  const listen = (event: Event): void => void heard.push((event as MessageEvent<string>).data);
  recording.addEventListener('message', listen);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of messages, which has no origin
  recording.postMessage({ jsonrpc: '2.0', id: 7, ...message });
  for (let turn = 0; turn < 40 && !heard.some((text) => text.includes('"id":7')); turn++)
    // oxlint-disable-next-line no-await-in-loop -- until it has answered
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(port1.close());
      port2.postMessage(0);
    });
  recording.removeEventListener('message', listen);
  return heard;
}

describe('a recording from anywhere, drawn', () => {
  fuzz(
    'is read, or refused with what is wrong; no entry hides another',
    fc.oneof(
      { arbitrary: changedDocument(file).map((value) => JSON.stringify(value)), weight: 8 },
      { arbitrary: changedDocument({ lines }).map(textOfLines), weight: 8 },
      { arbitrary: anyJson.map((value) => JSON.stringify(value)), weight: 1 },
      {
        arbitrary: fc
          .tuple(changedDocument(file), fc.nat())
          .map(([value, end]) => JSON.stringify(value).slice(0, end % 900)),
        weight: 1,
      },
      { arbitrary: oddText, weight: 1 },
    ),
    async (text) => {
      const recording = await orMcpErrorLater(() => openRecording(text));
      if (!recording) return;
      const { entries, problems, blobs } = recording.file;
      must(new Set(entries.map(({ id }) => id)).size === entries.length, 'Two entries have the same id.');
      must(
        entries.every(({ at }) => at >= 0 && !Number.isNaN(new Date(at).getTime())),
        'A time is none.',
      );
      must(problems.length <= MAX_RECORDING_PROBLEMS + 2, `${problems.length} problems`);
      must(
        [...blobs.keys()].every((hash) => /^[0-9a-f]{64}$/.test(hash)),
        'A blob has no hash.',
      );
      for (const { params, result, error } of entries)
        for (const one of [params, result, error]) if (one && !one.isCut) JSON.parse(one.json);
      mustLeavePrototypes();
    },
    { cases: 4_000 },
  );

  fuzz(
    'answers what it holds, and says so of what it does not',
    fc.tuple(
      changedDocument(file),
      fc.constantFrom(
        'tools/call',
        'tools/list',
        'ping',
        'initialize',
        'server/discover',
        'resources/read',
        '__proto__',
      ),
      fc.oneof(fc.constant({ name: 'x', arguments: { a: 1 } }), fc.dictionary(oddText, anyJson, { maxKeys: 3 })),
    ),
    async ([value, method, params]) => {
      const recording = await orMcpErrorLater(() => openRecording(JSON.stringify(value)));
      if (!recording) return;
      for (const said of await answers(recording, { method, params })) {
        const message = JSON.parse(said) as { jsonrpc?: string };
        must(message.jsonrpc === '2.0', said.slice(0, 200));
      }
    },
    { cases: 600 },
  );

  fuzz(
    'with more entries than are read says so',
    fc.constantFrom(MAX_RECORDING_ENTRIES - 1, MAX_RECORDING_ENTRIES, MAX_RECORDING_ENTRIES + 1),
    async (count) => {
      const one = JSON.stringify({ at: 1, direction: 'sent', kind: 'request', method: 'ping' });
      const text = JSON.stringify({ ...file, entries: [] }).replace(
        '"entries":[]',
        `"entries":[${Array.from({ length: count }, () => one).join()}]`,
      );
      const { file: read } = await openRecording(text);
      must(read.entries.length === Math.min(count, MAX_RECORDING_ENTRIES), `${read.entries.length} entries`);
      must(
        read.problems.some((said) => said.includes('were read')) === count > MAX_RECORDING_ENTRIES,
        read.problems.join(),
      );
    },
    { cases: 4 },
  );

  fuzz(
    'with something deep or long in it is read in slices',
    fc.tuple(deepJson, around(200_000, 4)),
    async ([deep, long]) => {
      const text = JSON.stringify({
        ...file,
        entries: [{ ...entry, result: body(deep) }, { ...entry, id: 'z', params: body({ long }) }, note],
      });
      const recording = await orMcpErrorLater(() => openRecording(text));
      must((recording?.file.entries.length ?? 3) + (recording?.file.problems.length ?? 0) >= 3, 'An entry is lost.');
    },
    { cases: 150 },
  );
});
