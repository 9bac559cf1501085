import type { LogLevel } from '../../src/index.js';
import type { Redactor } from '../../src/transcript/index.js';
import { oneLine } from '../internal/text.js';
import { decisionOf, outcomeOf, titleOfDecision } from './decision.js';
import { shortStateOf, sideOf as sideOfEntry, titleOf as titleOfEntry, toneOf as toneOfEntry } from './entry-words.js';
import { hasFailed, type RowRelations } from './filter.js';
import { rankOf } from './log-level.js';
import { rowText } from './log-text.js';
import {
  factsOf as factsOfMessage,
  statusOfWhole,
  titleOf as titleOfMessage,
  toneOf as toneOfMessage,
} from './message-words.js';
import { t } from './messages.js';
import type { LogRow } from './rows.js';

/** The tone of a row, which sets its colour. Its text says the same. */
export type Tone = 'failed' | 'warning' | 'open' | 'plain' | 'quiet';

/** One line that names the row: for lists, headings and screen readers. */
export function titleOf(row: LogRow, redactor: Redactor | undefined): string {
  switch (row.kind) {
    case 'entry':
      return titleOfEntry(row.entry);
    case 'message':
      return titleOfMessage(row.message, redactor!);
    case 'exchange':
      return titleOfMessage(row.exchange, redactor!);
    case 'line':
      return oneLine(rowText(row.line), SPOKEN_LENGTH);
    case 'decision':
      return titleOfDecision(row.decision);
  }
}

/** Characters of a line by which its details are called. */
const SPOKEN_LENGTH = 200;

/** `sent` or `received` for what went over the wire. */
export function directionOf(row: LogRow): 'sent' | 'received' | undefined {
  if (row.kind === 'entry') return row.entry.direction;
  if (row.kind === 'message') return row.message.direction;
  return row.kind === 'exchange' ? 'sent' : undefined;
}

/** Who sent it, in words; empty for what did not go over the wire. */
export function sideOf(row: LogRow): string {
  const direction = directionOf(row);
  return direction ? sideOfEntry({ direction }) : '';
}

/** How it ended, how long it took, its level: what a person looks for in a list. */
export function factsOf(row: LogRow, redactor: Redactor | undefined, relations: RowRelations): readonly string[] {
  switch (row.kind) {
    case 'entry': {
      const whole = relations.wholeOf(row);
      return [whole && statusOfWhole(whole, redactor!), shortStateOf(row.entry)].filter((fact) => !!fact) as string[];
    }
    case 'message':
      return factsOfMessage(row.message, redactor!);
    case 'exchange':
      return factsOfMessage(row.exchange, redactor!);
    case 'line': {
      const { level, logger } = row.line;
      return logger === undefined ? [level] : [level, oneLine(logger, SPOKEN_LENGTH)];
    }
    case 'decision': {
      const { times = 1 } = row.decision;
      const outcome = outcomeOf(row.decision);
      return [
        decisionOf(row.decision),
        ...(outcome ? [outcome] : []),
        ...(times > 1 ? [t('log.times', { times })] : []),
      ];
    }
  }
}

export function toneOf(row: LogRow, relations: RowRelations): Tone {
  switch (row.kind) {
    case 'entry': {
      const tone = toneOfEntry(row.entry);
      return tone === 'plain' && hasFailed(row, relations) ? 'failed' : tone;
    }
    case 'message':
      return toneOfMessage(row.message);
    case 'exchange':
      return toneOfMessage(row.exchange);
    case 'line':
      return toneOfLevel(row.line.level);
    case 'decision':
      return hasFailed(row, relations) ? 'failed' : 'plain';
  }
}

function toneOfLevel(level: LogLevel): Tone {
  const rank = rankOf(level);
  if (rank >= rankOf('error')) return 'failed';
  if (rank >= rankOf('warning')) return 'warning';
  return rank === 0 ? 'quiet' : 'plain';
}
