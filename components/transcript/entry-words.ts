import {
  type Body,
  type EntryKind,
  isFailed,
  isRefusedProbe,
  kindOf,
  type TranscriptEntry,
} from '../../src/transcript/index.js';
import { oneLine } from '../internal/text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { formatter } from '../words/messages.js';
import { t } from './messages.js';

const KILOBYTES = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const;

/** Returns the size of a body in words. */
export function sizeInWords({ size, isMore }: Body): string {
  const words =
    size < 10_000 ? t('transcript.bytes', { count: size }) : formatter('NumberFormat', KILOBYTES).format(size / 1000);
  return isMore ? t('transcript.moreThan', { words }) : words;
}

export const KINDS: readonly EntryKind[] = ['call', 'question', 'notification', 'log'];

/** How an older server answers the question for the newest revision. */

export function titleOf({ method, subject }: TranscriptEntry): string {
  return subject ? `${oneLine(method, 100)} ${oneLine(subject, 200)}` : oneLine(method, 100);
}

/** Returns the direction of an entry in words. */
export function sideOf({ direction }: TranscriptEntry): string {
  return t(`transcript.sides.${direction}`);
}

/**
 * Returns how a request ended and how long the server took, apart from the time in which it waited for answers from here, or
 * how often a notification arrived.
 */
export function stateOf(entry: TranscriptEntry): string {
  const { kind, ended, duration, held = 0, times = 1, isToolError } = entry;
  if (kind === 'notification') return times > 1 ? t('transcript.times', { times }) : '';
  if (ended === undefined) return t('transcript.noAnswerYet');
  const words = isToolError
    ? t('transcript.theToolSaysThat')
    : isRefusedProbe(entry)
      ? t('transcript.askedForTheNewest')
      : t(`transcript.ends.${ended}`);
  if (duration === undefined) return words;
  const time = `${words}, ${formatDuration(duration - held)}`;
  return held > 0 ? t('transcript.andForAnswersFrom', { time, held: formatDuration(held) }) : time;
}

/** Returns the tone of an entry, which sets its colour. Its text says the same. */
export function toneOf(entry: TranscriptEntry): 'failed' | 'open' | 'good' | 'quiet' {
  if (isFailed(entry)) return 'failed';
  if (kindOf(entry) === 'notification' || kindOf(entry) === 'log' || isRefusedProbe(entry)) return 'quiet';
  return entry.ended === undefined ? 'open' : 'good';
}
