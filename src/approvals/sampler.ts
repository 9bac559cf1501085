import { McpError } from '../errors.js';
import type {
  ContentBlock,
  ElicitationRequest,
  ElicitationResult,
  Root,
  SamplingRequest,
  SamplingResult,
  ServerProfile,
} from '../protocol/model.js';
import type { SamplingBudget, SamplingUsage } from './budget.js';
import { errorText } from './error-texts.js';

/** A model that a sampler can ask. */
export interface SamplerModel {
  /** As the endpoint knows it. */
  readonly id: string;
  /** For the person. Default: the id. */
  readonly name?: string | undefined;
  /** US dollars for a million tokens, read and written. */
  readonly cost?: { readonly input: number; readonly output: number } | undefined;
}

export interface AnswerContext {
  /** Aborted when the question is withdrawn, declined or the session closes. */
  readonly signal: AbortSignal;
  readonly server: ServerProfile;
  /** For samplers: the id of the model that the person chose; absent where nobody did. */
  readonly model?: string | undefined;
  /** For samplers: call it with the text so far as often as there is more. The person sees it come, and can stop it. */
  readonly onPartial?: ((text: string) => void) | undefined;
  /** For samplers: call it with what the answer took; the last call counts. Without one it is estimated. */
  readonly onUsage?: ((usage: SamplingUsage) => void) | undefined;
}

/**
 * Asks a model. A plain string is taken as the assistant's text. Where the request offers tools the answer may use them
 * (`tool_use`): the server carries them out and asks again, with their results at the end of the messages.
 */
export interface Sampler {
  (request: SamplingRequest, context: AnswerContext): Promise<SamplingResult | string>;
  /** What the person can choose from; one is chosen beforehand by what the server wishes. */
  readonly models?: readonly SamplerModel[] | undefined;
}

/** Fills in forms. Pages are never handed to it: whether one is opened is for a person to decide. */
export type Elicitor = (request: ElicitationRequest, context: AnswerContext) => Promise<ElicitationResult>;

export type RootsProvider = (context: AnswerContext) => Promise<readonly Root[]> | readonly Root[];

/** What page code can answer by itself, where the policy lets it. */
export interface RequestHandlers {
  sampler?: Sampler | undefined;
  elicitor?: Elicitor | undefined;
  roots?: RootsProvider | undefined;
  /**
   * What each server may use of the model. Default: one of its own with the default limits. Where questions go to the
   * person, the budget of their `ApprovalQueue` counts; `<mcp-client>` gives it this one.
   */
  samplingBudget?: SamplingBudget | undefined;
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
  if (typeof answer === 'string')
    return { role: 'assistant', content: [{ type: 'text', text: answer }], model: 'unknown', stopReason: 'endTurn' };
  if (!Array.isArray(answer?.content) || typeof answer.model !== 'string' || !answer.content.every(isBlock))
    throw new McpError('invalid-input', errorText('approvals.samplerAnswerUnusable'), {
      remedy: errorText('approvals.samplerReturns', { result: '`{role, content: […], model}`' }),
    });
  // Servers look at the reason to know that there are tools to run.
  const isUnsaid = answer.stopReason === undefined && answer.content.some(({ type }) => type === 'tool_use');
  if (answer.role && !isUnsaid) return answer;
  return { ...answer, role: answer.role ?? 'assistant', ...(isUnsaid && { stopReason: 'toolUse' }) };
}

/** Page code may come without types: what a server could not make sense of does not go out. */
function isBlock(block: Partial<ContentBlock> | null): boolean {
  if (typeof block?.type !== 'string') return false;
  if (block.type !== 'tool_use') return true;
  const { id, name, input } = block;
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof input === 'object' && input !== null;
}
