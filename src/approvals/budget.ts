import { McpError } from '../errors.js';
import type { SamplingRequest } from '../protocol/model.js';
import { errorText } from './error-texts.js';

/** The usage of one model call, as far as the sampler knows it. */
export interface SamplingUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where the price is not known. */
  readonly cost?: number | undefined;
  /** The numbers are estimated from the length of the texts. */
  readonly isEstimate?: true | undefined;
}

/** Characters that an estimate counts as one token: the figure that makers of models give for English. */
export const CHARACTERS_PER_TOKEN = 4;
/** Tokens that an estimate counts for an image or a sound: what common models count for an image of a megapixel. */
const TOKENS_PER_MEDIUM = 1200;

/** How much one server may use the person’s model. `Infinity` means no limit. */
export interface BudgetLimits {
  /**
   * Model calls in any 60 seconds. Default 10: a tool that loops reaches it within a minute, a working person does not.
   */
  readonly requestsPerMinute: number;
  /**
   * Input and output tokens, until the page closes or its queue is removed. Default 50,000: some 20 ordinary answers.
   */
  readonly tokensPerSession: number;
  /** US dollars, where the sampler knows a price. Default: no limit. */
  readonly costPerSession: number;
  /** Rounds of tool use in one conversation. Default 10, as many as a call may have. */
  readonly toolRounds: number;
  /**
   * The behaviour at a limit. `ask`: the person can allow the call deliberately. `refuse`: the request is refused at
   * once. Default `ask`.
   */
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

/** The usage of one server. */
export interface BudgetUsage {
  /** Times of the model calls, in epoch milliseconds, oldest first. */
  readonly calls: readonly number[];
  readonly tokens: number;
  /** US dollars; absent where no price was ever known. */
  readonly cost?: number | undefined;
  /** Part of the numbers is estimated. */
  readonly isEstimate: boolean;
}

export const NOTHING_USED: BudgetUsage = { calls: [], tokens: 0, isEstimate: false };

/** The usage of one server, with its limits. */
export interface BudgetReading {
  readonly limits: BudgetLimits;
  /** Model calls within the last minute. */
  readonly requests: number;
  readonly tokens: number;
  readonly cost: number | undefined;
  readonly isEstimate: boolean;
  /** Rounds of tool use in the conversation so far. */
  readonly rounds: number;
  /** Limits that another call would exceed. */
  readonly usedUp: readonly ('requests' | 'tokens' | 'cost' | 'rounds')[];
  /** Milliseconds until the oldest call of the last minute no longer counts. */
  readonly freeInMs: number;
}

/**
 * Counts what each server has used of the person’s model. In memory, as long as this object lives. Several queues can
 * share one.
 */
export class SamplingBudget {
  /** May be replaced at any time; the new limits hold from the next request on. */
  limits: BudgetLimits;
  readonly #usage = new Map<string, BudgetUsage>();

  constructor(limits: Partial<BudgetLimits> = {}) {
    this.limits = { ...DEFAULT_BUDGET, ...limits };
  }

  /** @param serverUrl the `url` of the server’s profile */
  read(serverUrl: string, request?: SamplingRequest): BudgetReading {
    return readBudget(this.#of(serverUrl), this.limits, request ? toolRounds(request) : 0, Date.now());
  }

  /** Why a model call for this server needs the person’s permission; undefined while it does not. */
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

  /** Counts a model call for this server. */
  begin(serverUrl: string): void {
    const now = Date.now();
    const spent = this.#of(serverUrl);
    const calls = spent.calls.filter((at) => now - at < BUDGET_WINDOW_MS);
    this.#usage.set(serverUrl, { ...spent, calls: [...calls, now] });
  }

  /** Adds the usage of a model call. */
  spend(serverUrl: string, { inputTokens, outputTokens, cost, isEstimate }: SamplingUsage): void {
    const spent = this.#of(serverUrl);
    this.#usage.set(serverUrl, {
      ...spent,
      tokens: spent.tokens + amount(inputTokens) + amount(outputTokens),
      cost: cost === undefined ? spent.cost : (spent.cost ?? 0) + amount(cost),
      isEstimate: spent.isEstimate || isEstimate === true,
    });
  }

  /** Sets the server’s usage to zero. */
  reset(serverUrl: string): void {
    this.#usage.delete(serverUrl);
  }

  #of(serverUrl: string): BudgetUsage {
    return this.#usage.get(serverUrl) ?? NOTHING_USED;
  }
}

/** Estimates the usage where the sampler reports none. */
export function estimateUsage(request: SamplingRequest, answer: unknown): SamplingUsage {
  return { inputTokens: tokensOf(request), outputTokens: tokensOf(answer), isEstimate: true };
}

function tokensOf(value: unknown): number {
  let tokens = 0;
  // Not recursive: the server decides how deep its request is.
  const open: [part: unknown, key?: string][] = [[value]];
  while (open.length > 0) {
    const [part, key] = open.pop()!;
    if (typeof part === 'string')
      tokens += key === 'data' || key === 'blob' ? TOKENS_PER_MEDIUM : part.length / CHARACTERS_PER_TOKEN;
    else if (typeof part === 'object' && part !== null)
      for (const [name, inner] of Object.entries(part)) open.push([inner, name]);
  }
  return Math.ceil(tokens);
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

/** Rounds of tool use in a conversation. Each round is a request that contains all messages before. */
export function toolRounds({ messages }: SamplingRequest): number {
  return messages.filter((m) => m.role === 'assistant' && m.content.some(({ type }) => type === 'tool_use')).length;
}

/** A number from foreign code: negative and unreadable ones count as none. */
function amount(count: number): number {
  return count > 0 && Number.isFinite(count) ? count : 0;
}
