import { isMessage, isRequest, isResponse } from '../jsonrpc/messages.js';
import { asNumber, asObject, asString } from '../protocol/decode/values.js';
import { Correlation, type WireRequest } from '../wire/correlation.js';
import { parseJson } from '../util/json.js';
import { subjectOf } from '../wire/message-subject.js';
import type { RecordingHead } from '../wire/recording-format.js';
import { entryId, MAX_RECORDING_HEAD_CHARACTERS, MAX_RECORDING_ITEM_CHARACTERS } from './entry.js';
import { endOfWithdrawal } from './recorder.js';

type Fields = Readonly<Record<string, unknown>>;

/** The members of an entry, not yet checked. */
type RawEntry = Record<string, unknown>;

/** The members of a first line, not yet checked. */
export type UncheckedHead = Partial<Record<keyof RecordingHead, unknown>>;

/** Reports of lines that are not messages. */
export interface LineReports {
  /** @param number of the line, from 1 */
  broken(number: number, why: string): void;
  /** @param words a sentence of the file about something that is missing in it */
  missing(words: string): void;
  blob(hash: string, base64: unknown): void;
}

/** The entries of a file of lines. */
export interface ReadLines {
  /** In the order of the file. */
  readonly entries: readonly RawEntry[];
  /** The server of the messages; undefined if the lines name none. */
  readonly server: string | undefined;
  /** Other servers, whose messages were left out. */
  readonly others: readonly string[];
}

/** The first line of a file of lines; undefined for another file. */
export function headOfLines(text: string): UncheckedHead | undefined {
  const end = text.indexOf('\n');
  const line = text.slice(0, end < 0 ? text.length : end);
  if (line.length > MAX_RECORDING_HEAD_CHARACTERS) return undefined;
  const head = asObject(parseJson(line));
  // A document of version 1 may stand on one line.
  return head && !Object.hasOwn(head, 'entries') ? head : undefined;
}

/**
 * Makes entries from the messages of a file, in steps for `runInSlices`. It relates answers to their requests as on a connection: the
 * command writes each message as it passes.
 */
export function* readLines(text: string, reports: LineReports): Generator<undefined, ReadLines, undefined> {
  const sessions = new Map<string, LineSession>();
  const entries: RawEntry[] = [];
  const others = new Set<string>();
  let server: string | undefined;
  let number = 1;
  for (let start = text.indexOf('\n') + 1, end; start > 0 && start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    number++;
    yield;
    if (text.slice(start, Math.min(end, start + 100)).trim() === '') continue;
    const isTooLong = end - start > MAX_RECORDING_ITEM_CHARACTERS;
    const line = isTooLong ? undefined : asObject(parseJson(text.slice(start, end)));
    if (!line) reports.broken(number, isTooLong ? 'is too long' : 'is no JSON object');
    else if (typeof line['blob'] === 'string') reports.blob(line['blob'], line['base64']);
    else if (Object.hasOwn(line, 'message')) {
      const of = asString(line['server']);
      server ??= of;
      if (of !== server) {
        if (of !== undefined && others.size < MAX_OTHER_SERVERS) others.add(of);
        continue;
      }
      const id = String(asString(line['session']) ?? asNumber(line['session']) ?? '');
      if (!sessions.has(id)) sessions.set(id, new LineSession(id, entries));
      const problem = sessions.get(id)!.take(line, number);
      if (problem) reports.broken(number, problem);
    } else reports.missing(asString(line['skipped']) ?? asString(line['ended']) ?? `Line ${number} says nothing.`);
  }
  return { entries, server, others: [...others] };
}

/** Names of other servers that are reported. */
const MAX_OTHER_SERVERS = 20;

/** The messages of one session of a file. */
class LineSession {
  readonly #id: string;
  readonly #entries: RawEntry[];
  readonly #correlation = new Correlation();
  readonly #byRequest = new WeakMap<WireRequest, RawEntry>();

  constructor(id: string, entries: RawEntry[]) {
    this.#id = id || 'file';
    this.#entries = entries;
  }

  /** @returns the error of the line, as the end of a sentence; undefined if it has none */
  take(line: Fields, number: number): string | undefined {
    const { message, direction } = line;
    if (!isMessage(message)) return 'has no message';
    if (direction !== 'sent' && direction !== 'received') return 'does not say who sent it';
    const at = Date.parse(asString(line['time']) ?? '');
    if (Number.isNaN(at)) return 'has no time';
    const { request, about } = this.#correlation.relate({ what: direction, message });
    if (isResponse(message)) {
      const entry = request && this.#byRequest.get(request);
      if (!entry) return 'answers no request of this file';
      const name = message.error ? 'error' : 'result';
      entry[name] = bodyOf(line, message.error ?? message.result);
      entry['ended'] ??= message.error ? 'error' : 'answered';
      entry['isToolError'] = asObject(message.result)?.['isError'] === true;
      entry['duration'] ??= at - (entry['at'] as number);
      return undefined;
    }
    const isNotification = !isRequest(message);
    const { ended, problem, duration, held, times, until } = line;
    const entry: RawEntry = {
      ...{ ended, problem, duration, held, times, until },
      id: asString(line['entry']) ?? entryId(at, this.#id, number),
      ...{ session: this.#id, at, clock: line['clock'] ?? at, direction },
      revision: line['revision'] ?? this.#correlation.revision,
      kind: isNotification ? 'notification' : 'request',
      method: message.method,
      requestId: isNotification ? undefined : message.id,
      subject: line['subject'] ?? subjectOf(message.params),
      params: message.params || line['beginning'] !== undefined ? bodyOf(line, message.params) : undefined,
      about: line['about'] ?? (about && this.#byRequest.get(about)?.['id']),
    };
    const withdrawn = isNotification && request && this.#byRequest.get(request);
    if (withdrawn) withdrawn['ended'] ??= endOfWithdrawal(direction, message.params);
    else if (request) this.#byRequest.set(request, entry);
    this.#entries.push(entry);
    return undefined;
  }
}

function bodyOf({ size, beginning, shown, isMore }: Fields, value: unknown): Fields {
  return { size, shown, isMore, ...(beginning === undefined ? { value } : { beginning }) };
}
