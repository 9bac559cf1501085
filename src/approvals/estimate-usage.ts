import type { SamplingRequest } from '../protocol/model.js';
import type { SamplingUsage } from './answerers.js';

/** Characters of text that make a token: the rule of thumb the makers of models give for English. */
export const CHARACTERS_PER_TOKEN = 4;
/** Tokens that a picture or a sound is taken for: what the common models count for a picture of a megapixel. */
export const TOKENS_PER_MEDIUM = 1200;

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
