import { McpError } from '../errors.js';
import type { SamplingRequest } from '../protocol/model.js';
import {
  BUDGET_WINDOW_MS,
  type BudgetLimits,
  type BudgetReading,
  DEFAULT_BUDGET,
  NOTHING_USED,
  readBudget,
  type SamplingUsage,
  type BudgetUsage,
} from './types.js';

/** Characters of text that make a token: the rule of thumb the makers of models give for English. */
export const CHARACTERS_PER_TOKEN = 4;
/** Tokens that a picture or a sound is taken for: what the common models count for a picture of a megapixel. */
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
    return new McpError('limit', `This server has used up what it may have of the model (${usedUp.join(', ')}).`, {
      remedy: 'Wait a minute, allow it deliberately, or raise the budget.',
    });
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
