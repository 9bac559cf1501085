import { asArray, asObject } from '../protocol/decode/values.js';
import type { JsonObject } from '../protocol/model.js';
import type { MessageRecord, Storage } from '../storage/types.js';
import { notRemoved } from '../storage/errors.js';
import {
  blobsOf,
  charactersOf,
  TRANSCRIPT_PAGE_ENTRIES,
  type TranscriptEntry,
  type TranscriptStore,
} from '../transcript/entry.js';
import { Transcript } from '../transcript/transcript.js';
import { MAX_BODY_DEPTH } from '../wire/body.js';
import { cappedStorage, cappedTranscript } from '../policy/site-policy.js';
import type { SessionContext } from './context.js';
import type { Partition } from './person/partition.js';
import { MAX_DATE_MS } from '../util/async.js';
import { isDeeperThan, toJson } from '../util/json.js';

/** The part of a limit that is left after trimming. Below 1, because trimming reads every entry and must be rare. */
const LEFT = 0.9;
/** Entries that are removed in one transaction. */
const TRANSCRIPT_ENTRIES_REMOVED_AT_ONCE = 100;

/** The transcripts in a storage. */
export function transcriptsIn(storage: Storage): TranscriptStore {
  const page: TranscriptStore['pageTranscript'] = async (server, { before, limit }) =>
    entriesIn(server, await storage.list('message', { server, before, limit }));

  /** Records that are no entries are removed, so that they are not read again. */
  const entriesIn = (server: string, records: readonly MessageRecord[]): readonly TranscriptEntry[] => {
    const broken: MessageRecord[] = [];
    const entries = records.flatMap((record) => {
      const entry = readStoredEntry(record);
      if (!entry) broken.push(record);
      return entry ?? [];
    });
    if (broken.length > 0)
      void storage
        .remove(
          'message',
          broken.map(({ id }) => ({ server, id })),
        )
        .catch(() => {});
    return entries;
  };

  const remove = async (
    server: string,
    entries: readonly TranscriptEntry[],
    blobs: Iterable<string>,
  ): Promise<void> => {
    // In several transactions: WebKit takes 15 ms for each entry, and other code waits for the database meanwhile.
    for (let at = 0; at < entries.length; at += TRANSCRIPT_ENTRIES_REMOVED_AT_ONCE)
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await storage.remove(
        'message',
        entries.slice(at, at + TRANSCRIPT_ENTRIES_REMOVED_AT_ONCE).map(({ id }) => ({ server, id })),
      );
    await storage.remove(
      'blob',
      [...blobs].map((id) => ({ server, id })),
    );
  };

  return {
    async appendTranscript(entries, blobs) {
      const [server] = entries.map((entry) => entry.server);
      if (server === undefined) return;
      const at = Date.now();
      // Blobs first, so that an entry never refers to a missing blob.
      await storage.put(
        'blob',
        blobs.map(({ hash, text }) => ({ server, id: hash, at, body: text })),
      );
      await storage.put(
        'message',
        entries.map((entry) => ({
          server,
          id: entry.id,
          at: entry.at,
          group: entry.session,
          body: toJson(entry),
        })),
      );
    },
    pageTranscript: page,
    async getTranscriptBlob(server, hash) {
      return (await storage.get('blob', server, hash))?.body;
    },
    async trimTranscript(server, { entries, characters }) {
      const keptBlobs = new Set<string>();
      const gone: TranscriptEntry[] = [];
      let [number, size] = [0, 0];
      // Entries are read instead of calling `usage()`, whose walk through the keys takes WebKit a minute.
      for (let before: number | undefined, some: readonly TranscriptEntry[]; ; before = some.at(-1)!.at) {
        // oxlint-disable-next-line no-await-in-loop -- a page at a time: all of them may be 20 MB
        some = await page(server, { before, limit: TRANSCRIPT_PAGE_ENTRIES });
        // A storage implemented by the page may ignore `before`.
        if (some.length === 0 || (before !== undefined && some[0]!.at >= before)) break;
        for (const entry of some) {
          number++;
          size += charactersOf(entry) + blobSizeOf(entry);
          if (number > entries * LEFT || size > characters * LEFT) gone.push(entry);
          else blobsOf(entry).forEach((hash) => keptBlobs.add(hash));
        }
      }
      if (number <= entries && size <= characters) return;
      await remove(server, gone, new Set(gone.flatMap(blobsOf).filter((hash) => !keptBlobs.has(hash))));
    },
    async eraseTranscript(server) {
      for (let gone: readonly string[] = []; ;) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        const some = await storage.list('message', { server, limit: TRANSCRIPT_PAGE_ENTRIES });
        if (some.some(({ id }) => gone.includes(id))) throw notRemoved();
        gone = some.map(({ id }) => id);
        const entries = some.flatMap((record) => readStoredEntry(record) ?? []);
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await remove(server, entries, new Set(entries.flatMap(blobsOf)));
        // Removes unreadable entries as well.
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        await storage.remove('message', some);
        if (some.length === 0) return;
      }
    },
  };
}

/** Size of an entry’s blobs. A blob that several entries share counts for each. */
function blobSizeOf({ params, result, error }: TranscriptEntry): number {
  const bodies = [params, result, error].filter((body) => body?.blobs !== undefined);
  return bodies.reduce((sum, body) => sum + Math.max(0, body!.size - body!.json.length), 0);
}

const DIRECTIONS: ReadonlySet<unknown> = new Set<TranscriptEntry['direction']>(['sent', 'received']);
const ENTRY_KINDS: ReadonlySet<unknown> = new Set<TranscriptEntry['kind']>(['request', 'notification']);

/** Reads an entry, which any code of this origin may have written. Undefined where it is none. */
function readStoredEntry({ id, at, body }: MessageRecord): TranscriptEntry | undefined {
  let raw: JsonObject | undefined;
  try {
    raw = asObject(JSON.parse(body));
  } catch {
    return undefined;
  }
  if (!raw || isDeeperThan(raw, MAX_BODY_DEPTH)) return undefined;
  const is = (type: 'string' | 'number', ...names: readonly string[]): boolean =>
    names.every((name) => typeof raw[name] === type);
  const may = (type: 'string' | 'number', ...names: readonly string[]): boolean =>
    names.every((name) => raw[name] === undefined || typeof raw[name] === type);
  const isWhole =
    raw['id'] === id &&
    raw['at'] === at &&
    is('string', 'session', 'server', 'method') &&
    is('number', 'clock') &&
    DIRECTIONS.has(raw['direction']) &&
    ENTRY_KINDS.has(raw['kind']) &&
    may('string', 'revision', 'subject', 'ended', 'problem', 'about') &&
    may('number', 'duration', 'times') &&
    Math.abs((raw['until'] as number | undefined) ?? 0) <= MAX_DATE_MS &&
    ['params', 'result', 'error'].every((name) => raw[name] === undefined || isBody(raw[name]));
  return isWhole ? (raw as unknown as TranscriptEntry) : undefined;
}

function isBody(value: unknown): boolean {
  const raw = asObject(value) ?? {};
  const isListed = (name: string): boolean =>
    raw[name] === undefined || asArray(raw[name])?.every((item) => typeof item === 'string') === true;
  return typeof raw['json'] === 'string' && typeof raw['size'] === 'number' && isListed('blobs') && isListed('shown');
}

/** The transcripts of the identity that is signed in at the moment. For an unnamed person nothing is stored. */
function identityTranscripts(partition: Partition): TranscriptStore {
  const now = (): { store: TranscriptStore; server: string } | undefined => {
    const { storage, server, isUnidentified } = partition.resolvePlace();
    return isUnidentified ? undefined : { store: transcriptsIn(storage), server };
  };
  return {
    async appendTranscript(entries, blobs) {
      const { store, server } = now() ?? {};
      if (store && server)
        await store.appendTranscript(
          entries.map((entry) => ({ ...entry, server })),
          blobs,
        );
    },
    async pageTranscript(_, options) {
      const { store, server } = now() ?? {};
      return store && server ? store.pageTranscript(server, options) : [];
    },
    async getTranscriptBlob(_, hash) {
      const { store, server } = now() ?? {};
      return store && server ? store.getTranscriptBlob(server, hash) : undefined;
    },
    async trimTranscript(_, limits) {
      const { store, server } = now() ?? {};
      if (store && server) await store.trimTranscript(server, limits);
    },
    async eraseTranscript() {
      const { store, server } = now() ?? {};
      if (store && server) await store.eraseTranscript(server);
    },
  };
}

/** Opens the transcript of a session, in its partition where that outlives the page. */
export function openTranscript({ partition, options, redactor }: SessionContext): Transcript {
  const isStored =
    cappedTranscript(options.transcript ?? true) === true && cappedStorage(options.storage ?? 'local') !== 'none';
  return new Transcript({
    server: partition.server,
    store: isStored ? identityTranscripts(partition) : undefined,
    redactor,
  });
}
