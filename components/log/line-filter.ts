import type { LogLevel, LogMessage } from '../../src/index.js';
import { searchText } from './line-text.js';
import { rankOf } from './log-book.js';

/** Which lines are shown: those that fit to all of it. */
export interface LineFilter {
  /** Words that are all in the line. */
  readonly text: string;
  /** This level, or one that matters more. */
  readonly level: LogLevel;
  /** Only those of this logger. */
  readonly logger: string | undefined;
}

export const EVERYTHING: LineFilter = { text: '', level: 'debug', logger: undefined };

export function isSameFilter(one: LineFilter, other: LineFilter): boolean {
  return one.text === other.text && one.level === other.level && one.logger === other.logger;
}

/** Says which lines fit to a filter, and counts what that costs. */
export class LineTest {
  readonly #words: readonly string[];
  readonly #rank: number;
  readonly #logger: string | undefined;
  /** Characters that were looked at. */
  cost = 0;

  constructor({ text, level, logger }: LineFilter) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#rank = rankOf(level);
    this.#logger = logger;
  }

  /** True when every line fits. */
  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#rank === 0 && this.#logger === undefined;
  }

  fits(message: LogMessage): boolean {
    this.cost++;
    if (rankOf(message.level) < this.#rank) return false;
    if (this.#logger !== undefined && message.logger !== this.#logger) return false;
    if (this.#words.length === 0) return true;
    const text = searchText(message);
    this.cost += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}
