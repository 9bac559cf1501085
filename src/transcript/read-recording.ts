import { McpError } from '../errors.js';
import { asObject, asString } from '../protocol/check/object.js';
import { formatBytes } from '../util/bytes.js';
import { inTurns } from '../util/in-turns.js';
import type { TranscriptEntry } from './entry.js';
import { jsonParts, type JsonPart } from './json-parts.js';
import { MAX_BLOB, MAX_FILE, MAX_HEAD, MAX_ITEM, MAX_PROBLEMS, MAX_RECORDED } from './limits.js';
import { readEntry } from './read-entry.js';
import { RECORDING_FORMAT, RECORDING_VERSION, type RecordedServer } from './save-recording.js';
import { Redactor } from '../util/redactor.js';
import type { ExportLevel } from './exported.js';

/** What a file holds. */
export interface RecordingFile {
  /** Whom it recorded, by what the file says. */
  readonly server: RecordedServer;
  /** When its first entry was, in epoch milliseconds. */
  readonly at: number;
  readonly level: ExportLevel;
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  readonly blobs: ReadonlyMap<string, string>;
  /** What could not be read, as sentences. */
  readonly problems: readonly string[];
}

const APART: ReadonlySet<string> = new Set(['entries', 'blobs']);

/**
 * Reads a recording from a file that may hold anything, in stretches. What is wrong with one entry hides no other.
 * @throws McpError `invalid-input` for what is no recording, `limit` for what is too large
 */
export async function readRecording(text: string, signal?: AbortSignal): Promise<RecordingFile> {
  if (text.length > MAX_FILE) throw tooLarge(text.length);
  const parts = await inTurns(jsonParts(text, APART), signal);
  signal?.throwIfAborted();
  if (!parts) throw noRecording('It is not a JSON object.');
  const head = headOf(text, parts);
  const read = await inTurns(readParts(text, parts), signal);
  signal?.throwIfAborted();
  const { entries, ...rest } = read!;
  const ordered = entries.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  return { ...head, at: ordered[0]?.at ?? 0, entries: ordered, ...rest };
}

function headOf(text: string, parts: readonly JsonPart[]): Pick<RecordingFile, 'server' | 'level'> {
  const head = new Map<string, unknown>();
  for (const { member, start, end } of parts)
    if (!APART.has(member) && end - start <= MAX_HEAD) head.set(member, parse(text.slice(start, end)));
  if (head.has('log')) throw noRecording('It is a HAR file: that has less in it than a recording.');
  if (head.get('format') !== RECORDING_FORMAT) throw noRecording(`It does not say “format”: “${RECORDING_FORMAT}”.`);
  const version = head.get('version');
  if (version !== RECORDING_VERSION)
    throw noRecording(
      `It has version ${String(version).slice(0, 20)} of the format; this page reads version ${RECORDING_VERSION}.`,
    );
  const raw = asObject(head.get('server'));
  const field = (name: string): string | undefined => asString(raw?.[name])?.slice(0, 300);
  return {
    level: head.get('level') === 'values' ? 'values' : 'shapes',
    server: {
      address: field('address') ?? '',
      name: field('name'),
      title: field('title'),
      version: field('version'),
    },
  };
}

type Read = Pick<RecordingFile, 'entries' | 'blobs' | 'problems'>;

function* readParts(text: string, parts: readonly JsonPart[]): Generator<undefined, Read, undefined> {
  const redactor = new Redactor();
  const entries = new Map<string, TranscriptEntry>();
  const blobs = new Map<string, string>();
  const problems: string[] = [];
  let [number, bad] = [0, 0];
  const tell = (problem: string): void => {
    if (++bad <= MAX_PROBLEMS) problems.push(problem);
  };
  for (const { member, name, start, end } of parts) {
    yield;
    if (!APART.has(member)) continue;
    const isTooLong = end - start > MAX_ITEM;
    const value = isTooLong ? undefined : parse(text.slice(start, end));
    if (member === 'blobs') {
      if (typeof value === 'string' && value.length <= MAX_BLOB && HASH.test(name ?? '')) blobs.set(name!, value);
      else tell(`A blob could not be read${isTooLong ? ': it is too long' : ''}.`);
      continue;
    }
    number++;
    if (entries.size >= MAX_RECORDED) continue;
    const entry = isTooLong ? 'is too long' : value === undefined ? 'is not JSON' : readEntry(value, number, redactor);
    if (typeof entry === 'string') tell(`Entry ${number} was left out: it ${entry}.`);
    else entries.set(entries.has(entry.id) ? `${entry.id}-${number}` : entry.id, entry);
  }
  if (number > MAX_RECORDED) problems.push(`It has ${number} entries; the first ${MAX_RECORDED} were read.`);
  if (bad > MAX_PROBLEMS) problems.push(`${bad - MAX_PROBLEMS} more were left out.`);
  return { entries: [...entries].map(([id, entry]) => ({ ...entry, id })), blobs, problems };
}

const HASH = /^[0-9a-f]{64}$/;

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function noRecording(why: string): McpError {
  return new McpError('invalid-input', `This file is not a recording. ${why}`, {
    remedy: 'Choose a JSON file that was saved from a transcript.',
  });
}

export function tooLarge(size: number): McpError {
  const words = `This file has ${formatBytes(size)}; recordings of up to ${formatBytes(MAX_FILE)} can be opened.`;
  return new McpError('limit', words, { remedy: 'Save fewer entries: search or filter first.' });
}
