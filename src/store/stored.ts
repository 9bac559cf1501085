import { holdsCredential } from '../util/secrets.js';
import { KINDS } from './kinds.js';
import type { KeptRecord, Kept, Kind } from './records.js';

/**
 * A record as it lies there, in a database or in memory: the same for every kind, so that a new kind changes nothing in
 * the database. Its content is one text, which is written in half the time that thousands of objects take.
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

/** @throws TypeError for what is no JSON, or says not whose it is */
export function pack<K extends Kind>(kind: K, record: Kept[K]): Stored {
  const { server, id, at, group } = record as KeptRecord;
  if (typeof server !== 'string' || typeof id !== 'string' || !Number.isFinite(at))
    throw new TypeError(`A record of the kind “${kind}” needs a server, an id and a time.`);
  return packText(
    kind,
    { server, id, at, ...(group !== undefined && { group }) },
    JSON.stringify(record, KINDS[kind].isTyped && noKeysBut(record)),
  );
}

/** For `JSON.stringify`. What the record says of itself stays: it is found by it. */
function noKeysBut(record: unknown): (this: unknown, name: string, value: unknown) => unknown {
  return function (_name, value) {
    return this !== record && typeof value === 'string' && holdsCredential(value) ? undefined : value;
  };
}

/** The same where the text is there already. */
export function packText(kind: string, { server, id, at, group }: KeptRecord, json: string): Stored {
  // Engines keep text in one byte for each character where they can.
  const bytes = (server.length + id.length + json.length) * (/[^\0-\xff]/.test(json) ? 2 : 1);
  return { server, kind, id, at, ...(group !== undefined && { group }), bytes, json };
}

/** @throws SyntaxError, TypeError for a record that is damaged */
export function unpack<K extends Kind>({ json, id, server }: Stored): Kept[K] {
  const record = JSON.parse(json) as Kept[K] | null;
  if (record?.id !== id || record.server !== server) throw new TypeError('This is not the record that it says it is.');
  return record;
}

/** Newest first; of the same moment, the later id first. */
export function newestFirst(stored: readonly Stored[]): readonly Stored[] {
  return stored.toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}
