import { ConsentRecord } from '../approvals/record.js';
import type { RecordStore } from '../approvals/record-entry.js';
import type { Storage } from '../store/storage.js';
import { byId } from './by-id.js';
import { onePerPlace } from './keeping-place.js';
import type { SessionOptions } from './session-options.js';

/** What was asked and decided, as sessions with these options record it. */
export const recordOf: (options: SessionOptions) => ConsentRecord = onePerPlace(
  (storage) => new ConsentRecord(storage && recordIn(storage)),
);

/** The record in a storage. */
export function recordIn(storage: Storage): RecordStore {
  const { list, put, remove } = byId(storage, 'record');
  return { listEntries: list, putEntries: put, removeEntries: remove };
}
