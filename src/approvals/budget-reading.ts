/** What one server may use of the person's model. A limit of `Infinity` is none. */
export interface BudgetLimits {
  /** Model calls in any 60 seconds. Default 10: a tool that asks in a loop shows within a minute, a person who works does not reach it. */
  readonly requestsPerMinute: number;
  /** Tokens read and written, until the page or its queue goes. Default 50,000: some 20 ordinary answers. */
  readonly tokensPerSession: number;
  /** US dollars, where the sampler knows a price. Default: no limit. */
  readonly costPerSession: number;
  /** Rounds of using tools in one conversation. Default 10, as many as a call may have. */
  readonly toolRounds: number;
  /** `ask`: the person can go on with a deliberate act. `refuse`: the server is refused at once. Default `ask`. */
  readonly past: 'ask' | 'refuse';
}

export const DEFAULT_BUDGET: BudgetLimits = {
  requestsPerMinute: 10,
  tokensPerSession: 50_000,
  costPerSession: Infinity,
  toolRounds: 10,
  past: 'ask',
};

/** Milliseconds that a model call counts. */
export const BUDGET_WINDOW_MS = 60_000;

/** What a server has used. */
export interface Spent {
  /** When models were called, epoch milliseconds, oldest first. */
  readonly calls: readonly number[];
  readonly tokens: number;
  /** US dollars; absent where no price was ever known. */
  readonly cost?: number | undefined;
  /** Some of it nobody counted. */
  readonly isEstimate: boolean;
}

export const NOTHING_SPENT: Spent = { calls: [], tokens: 0, isEstimate: false };

/** How far a server has come with its budget. */
export interface BudgetReading {
  readonly limits: BudgetLimits;
  /** Model calls within the last minute. */
  readonly requests: number;
  readonly tokens: number;
  readonly cost: number | undefined;
  readonly isEstimate: boolean;
  /** Rounds of using tools that the conversation has behind it. */
  readonly rounds: number;
  /** Which limits are reached: another call would go past them. */
  readonly usedUp: readonly ('requests' | 'tokens' | 'cost' | 'rounds')[];
  /** Milliseconds until the oldest call of this minute no longer counts. */
  readonly freeInMs: number;
}

export function readBudget(spent: Spent, limits: BudgetLimits, rounds: number, now: number): BudgetReading {
  const { tokens, cost, isEstimate } = spent;
  const calls = spent.calls.filter((at) => now - at < BUDGET_WINDOW_MS);
  const requests = calls.length;
  const usedUp = (
    [
      ['requests', requests >= limits.requestsPerMinute],
      ['tokens', tokens >= limits.tokensPerSession],
      ['cost', (cost ?? 0) >= limits.costPerSession],
      ['rounds', rounds >= limits.toolRounds],
    ] as const
  ).flatMap(([which, isReached]) => (isReached ? [which] : []));
  const freeInMs = calls[0] === undefined ? 0 : calls[0] + BUDGET_WINDOW_MS - now;
  return { limits, requests, tokens, cost, isEstimate, rounds, usedUp, freeInMs };
}
