import { McpError } from '../errors.js';
import type {
  ElicitationRequest,
  ElicitationResult,
  Root,
  SamplingRequest,
  SamplingResult,
  ServerProfile,
} from '../protocol/model.js';

export interface AnswerContext {
  /** Aborted when the question is withdrawn, declined or the session closes. */
  readonly signal: AbortSignal;
  readonly server: ServerProfile;
}

/** Asks a model. A plain string is taken as the assistant's text. */
export type Sampler = (request: SamplingRequest, context: AnswerContext) => Promise<SamplingResult | string>;
export type Elicitor = (request: ElicitationRequest, context: AnswerContext) => Promise<ElicitationResult>;
export type RootsProvider = (context: AnswerContext) => Promise<readonly Root[]> | readonly Root[];

/** What page code can answer by itself, where the policy lets it. */
export interface Answerers {
  sampler?: Sampler | undefined;
  elicitor?: Elicitor | undefined;
  roots?: RootsProvider | undefined;
}

/**
 * Runs a sampler and gives its answer the model's shape.
 * @throws McpError `invalid-input` when what it returns is neither text nor a sampling result
 */
export async function generate(
  sampler: Sampler,
  request: SamplingRequest,
  context: AnswerContext,
): Promise<SamplingResult> {
  const answer = await sampler(request, context);
  if (typeof answer !== 'string') {
    if (Array.isArray(answer?.content) && typeof answer.model === 'string') return answer;
    throw new McpError('invalid-input', 'The sampler of this page returned no answer that can be sent.', {
      remedy: 'Let it return text, or `{role, content: […], model}`.',
    });
  }
  return { role: 'assistant', content: [{ type: 'text', text: answer }], model: 'unknown', stopReason: 'endTurn' };
}
