import { blobsOf, type TranscriptEntry } from './entry.js';
import { Exporter, safeAddress, type ExportLevel } from './exported.js';
import { inTurns } from '../util/in-turns.js';

/** Named in every file, so that another program knows what it has. */
export const RECORDING_FORMAT = 'mcp-embed-recording';
export const RECORDING_VERSION = 1;

/** Who was recorded. What it says of itself is a claim, as everywhere. */
export interface RecordedServer {
  readonly address: string;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
}

export interface SaveOptions {
  /** Default `shapes`. */
  readonly level?: ExportLevel | undefined;
  readonly server?: Pick<RecordedServer, 'name' | 'title' | 'version'> | undefined;
  /** Gives blobs; without it, or for `shapes`, none are in the file. */
  readonly blob?: ((hash: string) => Promise<string | undefined>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A recording as the pieces of a JSON file, one entry a line. Made in stretches: 10,000 entries take about a second.
 * @param entries oldest first, of one server
 * @returns undefined when `signal` aborts
 */
export async function saveRecording(
  entries: readonly TranscriptEntry[],
  { level = 'shapes', server, blob, signal }: SaveOptions = {},
): Promise<readonly string[] | undefined> {
  const pieces: string[] = [];
  const head = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    savedAt: new Date().toISOString(),
    level,
    server: { address: safeAddress(entries[0]?.server ?? ''), ...server },
  };
  pieces.push(`${JSON.stringify(head, undefined, 1).slice(0, -2)},\n "entries": [`);
  function* write(): Generator<undefined, true, undefined> {
    const exporter = new Exporter(level, entries);
    for (const [at, entry] of entries.entries()) {
      pieces.push(`${at > 0 ? ',' : ''}\n${JSON.stringify(exporter.take(entry))}`);
      yield;
    }
    return true;
  }
  if (!(await inTurns(write(), signal))) return undefined;
  pieces.push('\n ],\n "blobs": {');
  const hashes = level === 'values' && blob ? new Set(entries.flatMap(blobsOf)) : [];
  let isFirst = true;
  for (const hash of hashes) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be megabytes
    const text = await blob!(hash);
    if (signal?.aborted) return undefined;
    if (text === undefined) continue;
    pieces.push(`${isFirst ? '' : ','}\n${JSON.stringify(hash)}: ${JSON.stringify(text)}`);
    isFirst = false;
  }
  pieces.push('\n }\n}\n');
  return pieces;
}
