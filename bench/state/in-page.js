// What bench/state.mjs measures inside a page, on a real database.
import { Session } from '../../src/index.ts';
import { fitting } from '../../src/transcript/search.ts';
import { runInSlices } from '../../src/util/async.ts';
import { transcriptsIn } from '../../src/session/stored-transcripts.ts';
import { createStorage } from '../../src/storage/storage.ts';

const SERVER = 'https://bench.example/mcp';
const echo = { kind: 'tool', name: 'echo' };
const form = (index) => ({
  form: {
    fields: [
      ['query', { text: `harbour number ${index}`, of: 'string' }],
      ['limit', { text: '10', of: 'number' }],
      ['order', { option: 'newest' }],
    ],
  },
});

async function timed(act) {
  const before = performance.now();
  const found = await act();
  return { ms: performance.now() - before, found };
}

/** Keeps drafts and argument sets, as a form does, and reads them. */
export async function keeping(rounds) {
  const session = new Session(SERVER, { storage: 'local', namespace: `bench-${crypto.randomUUID()}` });
  const kept = await session.storage.ready();
  await kept.drafts.put(echo, form(0));
  for (let index = 0; index < 60; index++) await kept.history.add(echo, form(index));
  const times = { draft: [], add: [], list: [], read: [] };
  for (let round = 0; round < rounds; round++) {
    times.draft.push((await timed(() => kept.drafts.put(echo, form(round)))).ms);
    times.read.push((await timed(() => kept.drafts.get(echo))).ms);
    times.add.push((await timed(() => kept.history.add(echo, form(round % 70)))).ms);
    times.list.push((await timed(() => kept.history.list(echo))).ms);
  }
  return times;
}

let called;

/** Connects, and calls once, so that everything is loaded. */
export async function connect(url, storage) {
  called = new Session(url, { storage, namespace: `bench-${crypto.randomUUID()}` });
  await called.connect();
  await called.tools.call('echo', { message: 'first' }, { initiator: 'person' });
}

export async function call(count) {
  for (let index = 0; index < count; index++)
    await called.tools.call('echo', { message: `call ${index}` }, { initiator: 'person' });
  // What is written behind is part of it.
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

const entry = (at) => ({
  id: `${String(at).padStart(9, '0')}-0-s`,
  session: 's',
  server: SERVER,
  at,
  clock: at,
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  subject: `tool-${at % 7}`,
  params: {
    json: JSON.stringify({ name: `tool-${at % 7}`, arguments: { text: `${at} ${'word '.repeat(60)}` } }),
    size: 360,
  },
  result: {
    json: JSON.stringify({ content: [{ type: 'text', text: `answer ${at} ${'more '.repeat(120)}` }] }),
    size: 660,
  },
  duration: 5,
  ended: 'answered',
});

/** A database with so many entries of a kilobyte: written, opened anew, its first page, all of it searched, and trimmed. */
export async function transcript(count) {
  const namespace = `bench-${crypto.randomUUID()}`;
  const store = transcriptsIn(createStorage('local', namespace));
  const all = Array.from({ length: count }, (_, index) => entry(index + 1));
  const write = await timed(async () => {
    for (let at = 0; at < all.length; at += 250) await store.appendTranscript(all.slice(at, at + 250), []);
  });
  const page = await timed(() => store.pageTranscript(SERVER, { limit: 250 }));
  const read = await timed(() => store.pageTranscript(SERVER, { limit: count }));
  const search = await timed(() => runInSlices(fitting(read.found, { text: `answer ${count >> 1}` })));
  const one = await timed(() => store.appendTranscript([entry(count + 1)], []));
  const trim = await timed(() => store.trimTranscript(SERVER, { entries: count - 500, characters: Infinity }));
  const left = await store.pageTranscript(SERVER, { limit: count * 2 });
  return {
    write: write.ms,
    page: page.ms,
    read: read.ms,
    search: search.ms,
    one: one.ms,
    trim: trim.ms,
    pageSize: page.found.length,
    hits: search.found.length,
    left: left.length,
  };
}
