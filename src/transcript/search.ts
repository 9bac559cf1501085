import { PROBE_METHOD } from '../protocol/revisions.js';
import type { TranscriptEntry } from './entry.js';

/** The kind of an entry in a search. */
export type EntryKind = 'call' | 'question' | 'notification' | 'log';

/** A search. An absent member matches every entry. */
export interface TranscriptFilter {
  /** Words that must all occur in an entry: in its method, name or bodies. */
  readonly text?: string | undefined;
  readonly kind?: EntryKind | undefined;
  /** Only entries that failed. */
  readonly failed?: boolean | undefined;
  /** Only calls of that tool, and the entries that belong to them. */
  readonly tool?: string | undefined;
}

/** Entries that are searched between two checks of the clock: each has about a kilobyte. */
const SEARCHED_ENTRIES_PER_STEP = 32;

export function kindOf({ kind, direction, method }: TranscriptEntry): EntryKind {
  if (kind === 'request') return direction === 'sent' ? 'call' : 'question';
  return method === 'notifications/message' ? 'log' : 'notification';
}

/**
 * True for the first question of a connection, for the newest revision, where the server answers it with an error: that is
 * how an older server says that it is older.
 */
export function isRefusedProbe({ method, direction, ended }: TranscriptEntry): boolean {
  return method === PROBE_METHOD && direction === 'sent' && ended === 'error';
}

/** True for an exchange that ended without success. */
export function isFailed(entry: TranscriptEntry): boolean {
  const { ended, isToolError } = entry;
  return isToolError === true || (ended !== undefined && ended !== 'answered' && !isRefusedProbe(entry));
}

/** The tool that an entry calls; undefined for other entries. */
export function toolOf({ method, subject, direction }: TranscriptEntry): string | undefined {
  return method === 'tools/call' && direction === 'sent' ? subject : undefined;
}

/**
 * The matching entries in their order, in steps for `runInSlices`: 10,000 entries of a kilobyte take some 50 ms in all.
 */
export function* fitting(
  entries: readonly TranscriptEntry[],
  { text = '', kind, failed, tool }: TranscriptFilter,
): Generator<undefined, readonly TranscriptEntry[], undefined> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: TranscriptEntry[] = [];
  const ofTool = new Set<string | undefined>();
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at]!;
    if (toolOf(entry) === tool) ofTool.add(entry.id);
    if (
      (kind === undefined || kindOf(entry) === kind) &&
      (!failed || isFailed(entry)) &&
      (tool === undefined || ofTool.has(entry.id) || ofTool.has(entry.about)) &&
      (words.length === 0 || holdsAll(entry, words))
    )
      found.push(entry);
    if (at % SEARCHED_ENTRIES_PER_STEP === 0) yield;
  }
  return found;
}

function holdsAll(
  { method, subject, problem, params, result, error }: TranscriptEntry,
  words: readonly string[],
): boolean {
  const parts = [`${method} ${subject ?? ''} ${problem ?? ''}`, params?.json, result?.json, error?.json];
  // In JSON a quotation mark has a backslash before it.
  const texts = parts.flatMap((part) => (part ? [part.toLowerCase()] : []));
  return words.every((word) => texts.some((text) => text.includes(word)));
}
