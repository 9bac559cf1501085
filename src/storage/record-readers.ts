import { readAuditEntry } from '../approvals/audit-entry.js';
import { readGrant } from '../approvals/grants.js';
import { readStoredRoots } from '../approvals/roots.js';
import { readPrompt, readResource, readResourceContents, readResourceTemplate } from '../protocol/decode/content.js';
import { readStoredProfile, readTool } from '../protocol/decode/server.js';
import { asArray, asObject, asString, asStrings } from '../protocol/decode/values.js';
import type { JsonObject } from '../protocol/model.js';
import { isFieldSnapshot } from '../schema/state/read-snapshot.js';
import { MAX_DATE_MS } from '../util/async.js';
import { isDeeperThan } from '../util/json.js';
import type { Kind, StoredKinds } from './types.js';

/**
 * Characters of one stored record. The lists of 10,000 tools have 5 million, and a server may take 20 MB in all. A longer
 * record is not read, and is removed.
 */
export const MAX_RECORD_CHARACTERS = 20_000_000;

/**
 * Levels of lists and objects in one stored record: more than any form or schema has, and few enough for everything that
 * goes through them. A deeper record is not read, and is removed; of a list, only the item that is deeper.
 */
export const MAX_RECORD_LEVELS = 500;

/** Gives the record as it is where it is right, one without its bad parts where that will do, else undefined. */
type RecordReader<K extends Kind> = (raw: JsonObject) => StoredKinds[K] | undefined;

/** How each kind of record is read. A kind without a row does not compile. */
const READERS: { readonly [K in Kind]: RecordReader<K> } = {
  server: (raw) => {
    const profile = readStoredProfile(raw['profile']);
    return profile && asString(raw['opening']) !== undefined ? as(raw, { profile }) : undefined;
  },
  list: (raw) => {
    const items = asArray(raw['items']);
    return items && as(timed(raw), { items: items.filter(isShallow).flatMap(itemReader(raw['id'])) });
  },
  resource: (raw) => {
    const contents = asArray(raw['contents'])?.filter((part) => !('key' in readResourceContents(part)));
    if (!contents || (contents.length === 0 && asArray(raw['contents'])!.length > 0)) return undefined;
    const isScoped = raw['scope'] === 'public' || raw['scope'] === 'private';
    return as(timed(isScoped ? raw : without(raw, 'scope')), { contents });
  },
  hosts: (raw) => {
    const hosts = asStrings(raw['hosts']);
    return hosts && as(raw, { hosts });
  },
  grant: readGrant,
  audit: readAuditEntry,
  roots: (raw) => readStoredRoots(raw) as StoredKinds['roots'] | undefined,
  draft: (raw) => withForm(raw),
  arguments: (raw) => (isGrouped(raw) ? withForm(raw) : undefined),
  savedArguments: (raw) => (isGrouped(raw) && asString(raw['name']) !== undefined ? withForm(raw) : undefined),
  // The element that wrote a view checks the rest.
  view: (raw) => as(raw, {}),
  // The transcript checks the rest; it is loaded late.
  message: (raw) => (isGrouped(raw) && asString(raw['body']) !== undefined ? as(raw, {}) : undefined),
  blob: (raw) => (asString(raw['body']) === undefined ? undefined : as(raw, {})),
  task: (raw) => {
    if (asString(raw['method']) === undefined) return undefined;
    return as(asString(raw['name']) === undefined ? without(raw, 'name') : raw, {});
  },
  subscription: (raw) => as(raw, {}),
};

/**
 * Reads a record from a storage, into which any code of this origin, and any version of this library, may have written.
 * @returns undefined where it is none
 */
export function readRecord<K extends Kind>(kind: K, value: unknown): StoredKinds[K] | undefined {
  const raw = asObject(value);
  const { server, id, at, group } = raw ?? {};
  if (!raw || typeof server !== 'string' || typeof id !== 'string') return undefined;
  if (typeof at !== 'number' || !(Math.abs(at) <= MAX_DATE_MS)) return undefined;
  if (group !== undefined && typeof group !== 'string') return undefined;
  // A list may have an item that is too deep.
  const isTooDeep = kind === 'list' ? isDeeperThan(without(raw, 'items'), MAX_RECORD_LEVELS) : !isShallow(raw);
  return isTooDeep ? undefined : READERS[kind](raw);
}

/** The same object where nothing of it is replaced. */
function as<T>(raw: JsonObject, parts: Readonly<Record<string, unknown>>): T {
  const isSame = Object.entries(parts).every(([name, part]) => isSamePart(raw[name], part));
  return (isSame ? raw : { ...raw, ...parts }) as unknown as T;
}

function isSamePart(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

function without(raw: JsonObject, name: string): JsonObject {
  const { [name]: _left, ...rest } = raw;
  return rest;
}

/** Leaves out an `expiresAt` that is no number. A list without one counts as old. */
function timed(raw: JsonObject): JsonObject {
  return raw['expiresAt'] === undefined || typeof raw['expiresAt'] === 'number' ? raw : without(raw, 'expiresAt');
}

const isGrouped = (raw: JsonObject): boolean => raw['group'] !== undefined;

const isShallow = (value: unknown): boolean => !isDeeperThan(value, MAX_RECORD_LEVELS);

const ITEM_READERS: Readonly<Record<string, (item: unknown) => object | string>> = {
  // No prototype: a list may be called `constructor`.
  __proto__: null!,
  tools: readTool,
  resources: readResource,
  resourceTemplates: readResourceTemplate,
  prompts: readPrompt,
};

/** Reads the items of a list one by one. A list of a newer version is given as it is. */
function itemReader(id: unknown): (item: unknown) => readonly unknown[] {
  const read = ITEM_READERS[id as string];
  if (!read) return (item) => [item];
  return (item) => {
    const found = read(item);
    return typeof found === 'string' ? [] : [found];
  };
}

const REASONS: ReadonlySet<unknown> = new Set(['secret', 'maybe', 'file']);

/** A record with what was typed into a form: see `StoredForm` in `session/stored-form.ts`. */
function withForm<T>(raw: JsonObject): T | undefined {
  const values = asObject(raw['values']);
  if (!values) return undefined;
  const { form, json, notStored, orphaned } = values;
  if (form !== undefined && !isFieldSnapshot(form)) return undefined;
  if (json !== undefined && typeof json !== 'string') return undefined;
  const parts = {
    ...(notStored !== undefined && {
      notStored: listOf(notStored, (one) => asString(one['label']) !== undefined && REASONS.has(one['why'])),
    }),
    ...(orphaned !== undefined && {
      orphaned: listOf(orphaned, (one) => asString(one['pointer']) !== undefined && one['value'] !== undefined),
    }),
  };
  return as(raw, { values: as(values, parts) });
}

function listOf(value: unknown, isOne: (item: JsonObject) => boolean): readonly unknown[] {
  return (asArray(value) ?? []).filter((item) => isOne(asObject(item) ?? {}));
}
