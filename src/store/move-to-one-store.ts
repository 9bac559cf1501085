import type { KeptRecord } from './records.js';
import { packText, type Stored } from './stored.js';

/** A record as one of the versions up to the sixth kept it. */
type OldRecord = Readonly<Record<string, unknown>>;

/** What became of each store: the kind of its records, and what they say of themselves now. */
const STORES: readonly (readonly [name: string, kind: string, renew: (record: OldRecord, now: number) => object])[] = [
  ['servers', 'server', ({ url, ...rest }) => ({ server: url, id: '', ...rest })],
  ['lists', 'list', ({ kind, asOf, ...rest }) => ({ id: kind, at: asOf, ...rest })],
  ['hosts', 'hosts', (record, now) => ({ id: '', at: now, ...record })],
  ['grants', 'grant', (record) => record],
  ['record', 'record', (record) => record],
  ['roots', 'roots', (record, now) => ({ id: record['origin'], at: now, ...record })],
];

/**
 * Takes what lies in the stores of the earlier versions over into the one, and removes them. A record that cannot be read
 * is left behind; it does not hold up the others. With callbacks: what waits for a promise may come back when the
 * transaction is over, and half of the work done.
 */
export function moveToOneStore(transaction: IDBTransaction, from = 0): void {
  const row = STORES[from];
  if (!row) return;
  const [name, kind, renew] = row;
  const [store, kept] = [transaction.objectStore(name), transaction.objectStore('kept')];
  const next = (): void => {
    transaction.db.deleteObjectStore(name);
    moveToOneStore(transaction, from + 1);
  };
  // One after the other: not everything at once in memory.
  const take = (keys: readonly IDBValidKey[], at: number): void => {
    if (at === keys.length) return next();
    answered<OldRecord>(store.get(keys[at]!), (old) => {
      const further = (): void => take(keys, at + 1);
      try {
        answered(kept.put(renewed(kind, renew, old)), further);
      } catch {
        further();
      }
    });
  };
  answered(store.getAllKeys(), (keys) => take(keys ?? [], 0));
}

/** @throws for what is damaged */
function renewed(kind: string, renew: (record: OldRecord, now: number) => object, old?: OldRecord): Stored {
  const { json, ...record } = renew(old!, Date.now()) as KeptRecord & { readonly json?: string };
  const text = JSON.stringify(record);
  // A list is a text already, and may be long.
  return packText(kind, record, json === undefined ? text : `${text.slice(0, -1)},"items":${json}}`);
}

/** What a request brings, undefined where it fails: that must not end the transaction, which would lose all the rest. */
function answered<T>(request: IDBRequest<T>, then: (answer: T | undefined) => void): void {
  request.addEventListener('success', () => then(request.result));
  request.addEventListener('error', (event) => {
    event.preventDefault();
    then(undefined);
  });
}
