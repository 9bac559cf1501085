import type { RecordEntry } from '../../src/consent/index.js';
import { decisionOf, titleOf, wishOf } from './entry-words.js';

/** Which entries are shown; undefined: all. */
export interface RecordFilter {
  readonly text: string;
  readonly kind: RecordEntry['kind'] | undefined;
  readonly server: string | undefined;
  readonly answer: RecordEntry['answer'] | undefined;
}

export const ALL_ENTRIES: RecordFilter = { text: '', kind: undefined, server: undefined, answer: undefined };

/** Those that fit, in their order. Every word that was typed must be somewhere in an entry. */
export function fitting(entries: readonly RecordEntry[], filter: RecordFilter): readonly RecordEntry[] {
  const { kind, server, answer } = filter;
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (server === undefined || entry.server === server) &&
      (answer === undefined || entry.answer === answer) &&
      (words.length === 0 || holdsAll(entry, words)),
  );
}

function holdsAll(entry: RecordEntry, words: readonly string[]): boolean {
  const values = [...entry.shown, ...(entry.given ?? [])].flatMap(({ name, value }) => [name, value]);
  const { about, serverName, host } = entry;
  const text = [about, serverName, host, titleOf(entry), wishOf(entry), decisionOf(entry), ...values]
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
