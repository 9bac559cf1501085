import type { SamplingRequest, SamplingResult } from '../protocol/model.js';
import { generate, type AnswerContext, type Sampler, type SamplingUsage } from './answerers.js';
import type { SamplingBudget } from './budget.js';
import { estimateUsage } from './estimate-usage.js';

export interface Sampled {
  readonly response: SamplingResult;
  readonly usage: SamplingUsage;
}

/** Asks a model at the expense of a server's budget. What was used counts, whole answer or not. */
export async function askSampler(
  sampler: Sampler,
  request: SamplingRequest,
  context: AnswerContext,
  budget: SamplingBudget,
): Promise<Sampled> {
  const { url } = context.server;
  let usage: SamplingUsage | undefined;
  let partial = '';
  budget.begin(url);
  const told: AnswerContext = {
    ...context,
    onPartial: (text) => context.onPartial?.((partial = String(text))),
    onUsage: (said) => (usage = said),
  };
  // It is the page's code: it may throw at once, later, or never come back.
  const stopped = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason));
  });
  try {
    context.signal.throwIfAborted();
    const response = await Promise.race([generate(sampler, request, told), stopped]);
    usage ??= estimateUsage(request, response.content);
    return { response, usage };
  } catch (error) {
    // A model that never spoke, at an endpoint that refused, took nothing.
    if (partial || context.signal.aborted) usage ??= estimateUsage(request, partial);
    throw error;
  } finally {
    if (usage) budget.spend(url, usage);
  }
}
