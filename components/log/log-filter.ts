import type { LogLevel, LogMessage } from '../../src/index.js';
import { FilteredRows, type Matcher } from '../list/filtered-rows.js';
import { rankOf } from './log-level.js';
import { searchText } from './log-text.js';

/** Which lines are shown: those that meet all conditions. */
export interface LineFilter {
  /** Words that must all be in the line. */
  readonly text: string;
  /** The least important level that is shown. */
  readonly level: LogLevel;
  /** The only logger that is shown; undefined for all loggers. */
  readonly logger: string | undefined;
}

export const EVERYTHING: LineFilter = { text: '', level: 'debug', logger: undefined };

/** The lines that are shown, as rows: all lines of a book, or those that match a filter. */
export class FilteredLines extends FilteredRows<LogMessage, LineFilter> {
  constructor(changed: () => void) {
    super({ everything: EVERYTHING, matcher: (filter) => new LineMatcher(filter), isSame: isSameFilter, changed });
  }
}

function isSameFilter(one: LineFilter, other: LineFilter): boolean {
  return one.text === other.text && one.level === other.level && one.logger === other.logger;
}

/** Tests lines against a filter, and counts the cost. */
class LineMatcher implements Matcher<LogMessage> {
  readonly #words: readonly string[];
  readonly #rank: number;
  readonly #logger: string | undefined;
  /** Characters that were searched, plus one for each line. */
  cost = 0;

  constructor({ text, level, logger }: LineFilter) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#rank = rankOf(level);
    this.#logger = logger;
  }

  /** True if every line matches. */
  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#rank === 0 && this.#logger === undefined;
  }

  matches(message: LogMessage): boolean {
    this.cost++;
    if (rankOf(message.level) < this.#rank) return false;
    if (this.#logger !== undefined && message.logger !== this.#logger) return false;
    if (this.#words.length === 0) return true;
    const text = searchText(message);
    this.cost += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}
