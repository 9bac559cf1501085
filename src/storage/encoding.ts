import { holdsCredential } from '../secrets/credentials.js';
import { MAX_RECORD_CHARACTERS, readRecord } from './record-readers.js';
import { KINDS } from './retention.js';
import type { Kind, StoredKinds, StoredRecord, Usage } from './types.js';
import { toJson } from '../util/json.js';

/**
 * A stored record, the same for every kind. The content is one JSON text: writing it takes half as long as thousands of
 * objects.
 */
export interface Stored {
  readonly server: string;
  readonly kind: string;
  readonly id: string;
  readonly at: number;
  readonly group?: string;
  readonly bytes: number;
  readonly json: string;
}

/** @throws TypeError for content that is not JSON, or without server, id and time */
export function pack<K extends Kind>(kind: K, record: StoredKinds[K]): Stored {
  const { server, id, at, group } = record as StoredRecord;
  if (typeof server !== 'string' || typeof id !== 'string' || !Number.isFinite(at))
    throw new TypeError(`A record of the kind “${kind}” needs a server, an id and a time.`);
  return packText(
    kind,
    { server, id, at, ...(group !== undefined && { group }) },
    toJson(record, KINDS[kind].isTyped ? noKeysBut(record) : undefined),
  );
}

/** Replacer for `JSON.stringify` that removes credentials, except in the fields of the record itself. */
function noKeysBut(record: unknown): (this: unknown, name: string, value: unknown) => unknown {
  return function (_name, value) {
    return this !== record && typeof value === 'string' && holdsCredential(value) ? undefined : value;
  };
}

/** As {@link pack}, for content that is JSON text already. */
export function packText(kind: string, { server, id, at, group }: StoredRecord, json: string): Stored {
  // Engines store Latin-1 text in one byte per character.
  const bytes = (server.length + id.length + json.length) * (/[^\0-\xff]/.test(json) ? 2 : 1);
  return { server, kind, id, at, ...(group !== undefined && { group }), bytes, json };
}

/** A record that this page wrote during this visit. @throws SyntaxError, TypeError for a damaged one */
export function unpack<K extends Kind>({ json, id, server }: Stored): StoredKinds[K] {
  const record = JSON.parse(json) as StoredKinds[K] | null;
  if (record?.id !== id || record.server !== server) throw new TypeError('This is not the record that it says it is.');
  return record;
}

/** A record that anybody may have written. @throws SyntaxError, TypeError for one that is none */
export function unpackChecked<K extends Kind>(kind: K, stored: Stored): StoredKinds[K] {
  if (!(stored.json.length <= MAX_RECORD_CHARACTERS)) throw new TypeError('This record is too large.');
  const record = readRecord(kind, unpack<K>(stored));
  if (!record) throw new TypeError(`This is no record of the kind “${kind}”.`);
  return record;
}

/** Newest first; with equal times, the later id first. */
export function newestFirst(stored: readonly Stored[]): readonly Stored[] {
  return stored.toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}

/** Key, time and size of a record. */
export type Size = Pick<Stored, 'server' | 'kind' | 'id' | 'at' | 'bytes'>;

/** Totals by server and kind. */
export function usageOf(sizes: readonly Size[]): readonly Usage[] {
  const totals = new Map<string, { -readonly [K in keyof Usage]: Usage[K] }>();
  for (const { server, kind, at, bytes } of sizes) {
    const key = JSON.stringify([server, kind]);
    const total = totals.get(key) ?? { server, kind, count: 0, bytes: 0, oldest: at, newest: at };
    total.count += 1;
    total.bytes += bytes;
    total.oldest = Math.min(total.oldest, at);
    total.newest = Math.max(total.newest, at);
    totals.set(key, total);
  }
  return [...totals.values()];
}

/** Groups items by name. */
export function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}
