import { McpError } from '../errors.js';
import type { SamplingRequest } from '../protocol/model.js';
import { errorText } from './error-texts.js';

/** What one answer took, as far as the sampler was told. */
export interface SamplingUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where no price is known. */
  readonly cost?: number | undefined;
  /** Nobody counted: the numbers are our own guess from the length of the texts. */
  readonly isEstimate?: true | undefined;
}

/** Characters that are taken for one token where nobody counted: the makers of models give this for English. */
export const CHARACTERS_PER_TOKEN = 4;
/** Tokens that an image or a sound is taken for: what common models count for an image of a megapixel. */
const TOKENS_PER_MEDIUM = 1200;

/** A guess, where nobody counted. */
export function estimateUsage(request: SamplingRequest, answer: unknown): SamplingUsage {
  return { inputTokens: tokensOf(request), outputTokens: tokensOf(answer), isEstimate: true };
}

function tokensOf(value: unknown): number {
  let tokens = 0;
  const count = (part: unknown, key?: string): void => {
    if (typeof part === 'string')
      tokens += key === 'data' || key === 'blob' ? TOKENS_PER_MEDIUM : part.length / CHARACTERS_PER_TOKEN;
    else if (typeof part === 'object' && part !== null)
      for (const [name, inner] of Object.entries(part)) count(inner, name);
  };
  count(value);
  return Math.ceil(tokens);
}

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

/** Milliseconds that a model call counts for `requestsPerMinute`. */
export const BUDGET_WINDOW_MS = 60_000;

/** What a server has used. */
export interface BudgetUsage {
  /** When models were called, epoch milliseconds, oldest first. */
  readonly calls: readonly number[];
  readonly tokens: number;
  /** US dollars; absent where no price was ever known. */
  readonly cost?: number | undefined;
  /** Some of it nobody counted. */
  readonly isEstimate: boolean;
}

export const NOTHING_USED: BudgetUsage = { calls: [], tokens: 0, isEstimate: false };

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

export function readBudget(spent: BudgetUsage, limits: BudgetLimits, rounds: number, now: number): BudgetReading {
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

/**
 * What each server has used of the person's model, and what it may. Kept in memory, for as long as this object lives: give
 * several queues the same one, and they share it.
 */
export class SamplingBudget {
  /** May be replaced at any time: it counts from the next question on. */
  limits: BudgetLimits;
  readonly #usage = new Map<string, BudgetUsage>();

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...DEFAULT_BUDGET, ...limits };
  }

  /** @param serverUrl the endpoint of the server, as its profile has it */
  read(serverUrl: string, request?: SamplingRequest): BudgetReading {
    return readBudget(this.#of(serverUrl), this.limits, request ? toolRounds(request) : 0, Date.now());
  }

  /** Why this server may not have its model asked without a person's word; undefined while it may. */
  refusal(serverUrl: string, request: SamplingRequest): McpError | undefined {
    const { usedUp } = this.read(serverUrl, request);
    if (usedUp.length === 0) return undefined;
    return new McpError(
      'limit',
      errorText('approvals.budgetUsedUp', { used: usedUp.map((which) => errorText(`approvals.used.${which}`)) }),
      {
        remedy: errorText('approvals.raiseBudget'),
      },
    );
  }

  /** A model is asked for this server. */
  begin(serverUrl: string): void {
    const now = Date.now();
    const spent = this.#of(serverUrl);
    const calls = spent.calls.filter((at) => now - at < BUDGET_WINDOW_MS);
    this.#usage.set(serverUrl, { ...spent, calls: [...calls, now] });
  }

  /** What the answer took. */
  spend(serverUrl: string, { inputTokens, outputTokens, cost, isEstimate }: SamplingUsage): void {
    const spent = this.#of(serverUrl);
    this.#usage.set(serverUrl, {
      ...spent,
      tokens: spent.tokens + amount(inputTokens) + amount(outputTokens),
      cost: cost === undefined ? spent.cost : (spent.cost ?? 0) + amount(cost),
      isEstimate: spent.isEstimate || isEstimate === true,
    });
  }

  /** The server starts anew. */
  reset(serverUrl: string): void {
    this.#usage.delete(serverUrl);
  }

  #of(serverUrl: string): BudgetUsage {
    return this.#usage.get(serverUrl) ?? NOTHING_USED;
  }
}

/** How often the model has used tools in this conversation. Each round is a request of its own that carries all before. */
export function toolRounds({ messages }: SamplingRequest): number {
  return messages.filter((m) => m.role === 'assistant' && m.content.some(({ type }) => type === 'tool_use')).length;
}

/** A count of somebody else: nothing that takes tokens gives some back. */
function amount(count: number): number {
  return count > 0 && Number.isFinite(count) ? count : 0;
}
