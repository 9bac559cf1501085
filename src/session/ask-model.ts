import { SamplingBudget } from '../approvals/budget.js';
import { callSampler } from '../approvals/queue.js';
import type { AnswerContext, Sampler } from '../approvals/sampler.js';
import { McpError } from '../errors.js';
import type { SamplingRequest, SamplingResult } from '../protocol/model.js';
import { errorText } from './error-texts.js';
import type { SessionOptions } from './options.js';

/** The model of the page, which also answers what servers ask of one. */
export function samplerOf({ sampler, approvals }: SessionOptions): Sampler | undefined {
  return sampler ?? approvals?.sampler;
}

/**
 * Asks the model of the page for the person. What it uses counts in the budget of the server, whose words these are.
 * @throws McpError `unsupported-method` where the page has no model
 */
export async function askModel(
  options: SessionOptions,
  request: SamplingRequest,
  context: AnswerContext,
): Promise<SamplingResult> {
  const sampler = samplerOf(options);
  if (!sampler)
    throw new McpError('unsupported-method', errorText('session.noModel'), { remedy: errorText('session.giveModel') });
  const budget = options.samplingBudget ?? options.approvals?.budget ?? new SamplingBudget();
  return (await callSampler(sampler, request, context, budget)).response;
}
