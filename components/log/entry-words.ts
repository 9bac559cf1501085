import { type Body, isFailed, isRefusedProbe, kindOf, type TranscriptEntry } from '../../src/transcript/index.js';
import { oneLine } from '../internal/text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { formatter } from '../words/messages.js';
import { t } from './messages.js';

const KILOBYTES = { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 } as const;

/** Returns the size of a body in words. */
export function sizeInWords({ size, isMore }: Body): string {
  const words =
    size < 10_000 ? t('log.bytes', { count: size }) : formatter('NumberFormat', KILOBYTES).format(size / 1000);
  return isMore ? t('log.moreThan', { words }) : words;
}

export function titleOf({ method, subject }: TranscriptEntry): string {
  return subject ? `${oneLine(method, 100)} ${oneLine(subject, 200)}` : oneLine(method, 100);
}

/** Returns the direction of an entry in words. */
export function sideOf({ direction }: Pick<TranscriptEntry, 'direction'>): string {
  return t(`log.sides.${direction}`);
}

/**
 * Returns how a request ended and how long the server took, apart from the time in which it waited for answers from here, or
 * how often a notification arrived.
 */
export function stateOf(entry: TranscriptEntry): string {
  return wordsOfState(entry, true);
}

/** Like {@link stateOf}; of a request that was answered, only the time. */
export function shortStateOf(entry: TranscriptEntry): string {
  return wordsOfState(entry, false);
}

function wordsOfState(entry: TranscriptEntry, isSuccessSaid: boolean): string {
  const { kind, ended, duration, held = 0, times = 1 } = entry;
  if (kind === 'notification') return times > 1 ? t('log.times', { times }) : '';
  if (ended === undefined) return t('log.noAnswerYet');
  const words = endOf(entry);
  if (duration === undefined) return words;
  const isGood = ended === 'answered' && !entry.isToolError && !isSuccessSaid;
  const time = formatDuration(duration - held);
  const said = isGood ? time : `${words}, ${time}`;
  return held > 0 ? t('log.andForAnswersFrom', { time: said, held: formatDuration(held) }) : said;
}

function endOf(entry: TranscriptEntry): string {
  if (entry.isToolError) return t('log.theToolSaysThat');
  return isRefusedProbe(entry) ? t('log.askedForTheNewest') : t(`log.ends.${entry.ended!}`);
}

/** Returns the tone of an entry, which sets its colour. Its text says the same. */
export function toneOf(entry: TranscriptEntry): 'failed' | 'open' | 'plain' | 'quiet' {
  if (isFailed(entry) && entry.ended !== 'cancelled') return 'failed';
  if (kindOf(entry) === 'notification' || kindOf(entry) === 'log' || isRefusedProbe(entry)) return 'quiet';
  return entry.ended === undefined ? 'open' : 'plain';
}
