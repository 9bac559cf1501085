import type { RecordEntry } from '../../src/consent/index.js';
import { fileStamp, giveFile } from '../files/give-file.js';

/** The record for other programs, newest first. What looks secret was never in it. */
export function recordAsJson(entries: readonly RecordEntry[]): string {
  const readable = entries.map(({ at, until, ...rest }) => ({
    at: new Date(at).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...rest,
  }));
  return JSON.stringify({ format: 'mcp-embed-record', version: 1, entries: readable }, undefined, 2);
}

/** Gives it to the person as a file. */
export function saveRecord(entries: readonly RecordEntry[]): void {
  giveFile(`record-${fileStamp()}.json`, [recordAsJson(entries)]);
}
