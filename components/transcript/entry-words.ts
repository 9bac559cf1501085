import {
  type Body,
  type EntryKind,
  isFailed,
  isRefusedProbe,
  kindOf,
  type TranscriptEntry,
} from '../../src/transcript/index.js';
import { counted, oneLine } from '../internal/text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { LANGUAGE } from '../../src/util/language.js';

const BYTE = { one: 'byte', other: 'bytes' };
const short = new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });

/** Returns the size of a body in words. */
export function sizeInWords({ size, isMore }: Body): string {
  const words = size < 10_000 ? counted(size, BYTE) : short.format(size / 1000);
  return isMore ? `more than ${words}` : words;
}

export const KINDS: Readonly<Record<EntryKind, string>> = {
  call: 'Calls',
  question: 'Questions of the server',
  notification: 'Notifications',
  log: 'Log lines',
};

const SIDES: Readonly<Record<TranscriptEntry['direction'], string>> = {
  sent: 'To the server',
  received: 'From the server',
};

const ENDS: Readonly<Record<NonNullable<TranscriptEntry['ended']>, string>> = {
  answered: 'Answered',
  error: 'Refused with an error',
  cancelled: 'Cancelled',
  'timed-out': 'No answer in time',
  'stream-ended': 'The connection ended before the answer',
  failed: 'Request failed',
  closed: 'Closed before the answer',
};

/** How an older server answers the question for the newest revision. */
const OLDER = 'Asked for the newest revision; this server is older';

export function titleOf({ method, subject }: TranscriptEntry): string {
  return subject ? `${oneLine(method, 100)} ${oneLine(subject, 200)}` : oneLine(method, 100);
}

/** Returns the direction of an entry in words. */
export function sideOf({ direction }: TranscriptEntry): string {
  return SIDES[direction];
}

/**
 * Returns how a request ended and how long the server took, apart from the time in which it waited for answers from here, or
 * how often a notification arrived.
 */
export function stateOf(entry: TranscriptEntry): string {
  const { kind, ended, duration, held = 0, times = 1, isToolError } = entry;
  if (kind === 'notification') return times > 1 ? `${times} times` : '';
  if (ended === undefined) return 'No answer yet';
  const words = isToolError ? 'The tool says that it failed' : isRefusedProbe(entry) ? OLDER : ENDS[ended];
  if (duration === undefined) return words;
  const time = `${words}, ${formatDuration(duration - held)}`;
  return held > 0 ? `${time} (and ${formatDuration(held)} for answers from here)` : time;
}

/** Returns the tone of an entry, which sets its colour. Its text says the same. */
export function toneOf(entry: TranscriptEntry): 'failed' | 'open' | 'good' | 'quiet' {
  if (isFailed(entry)) return 'failed';
  if (kindOf(entry) === 'notification' || kindOf(entry) === 'log' || isRefusedProbe(entry)) return 'quiet';
  return entry.ended === undefined ? 'open' : 'good';
}
