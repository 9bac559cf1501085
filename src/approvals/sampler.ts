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

/** A model that a sampler can call. */
export interface SamplerModel {
  /** The endpoint’s id of the model. */
  readonly id: string;
  /** Name that is shown to the person. Default: the id. */
  readonly name?: string | undefined;
  /** US dollars for a million tokens of input and output. */
  readonly cost?: { readonly input: number; readonly output: number } | undefined;
}

export interface AnswerContext {
  /** Aborts when the request is withdrawn or declined, or the session closes. */
  readonly signal: AbortSignal;
  readonly server: ServerProfile;
  /** For samplers: id of the model that the person chose; absent where nobody chose. */
  readonly model?: string | undefined;
  /**
   * For samplers: call it with the whole text so far, each time that there is more. The person sees it and can stop it.
   */
  readonly onPartial?: ((text: string) => void) | undefined;
  /** For samplers: call it with the usage; the last call counts. Without a call it is estimated. */
  readonly onUsage?: ((usage: SamplingUsage) => void) | undefined;
}

/**
 * Calls a model. A string is the assistant’s text. Where the request offers tools, the answer may use them
 * (`tool_use`): the server runs them and sends another request, with their results at the end of the messages.
 */
export interface Sampler {
  (request: SamplingRequest, context: AnswerContext): Promise<SamplingResult | string>;
  /** Models that the person can choose from. The one that fits the server’s preferences is preselected. */
  readonly models?: readonly SamplerModel[] | undefined;
}

/** Answers forms. It is never given a URL: only a person decides whether to open one. */
export type Elicitor = (request: ElicitationRequest, context: AnswerContext) => Promise<ElicitationResult>;

export type RootsProvider = (context: AnswerContext) => Promise<readonly Root[]> | readonly Root[];

/** Handlers by which page code answers server requests, where the policy allows it. */
export interface RequestHandlers {
  sampler?: Sampler | undefined;
  elicitor?: Elicitor | undefined;
  roots?: RootsProvider | undefined;
  /**
   * How much each server may use the model. Default: a budget with the default limits. Requests that the person decides
   * count in the budget of the `ApprovalQueue`; `<mcp-client>` passes that one here.
   */
  samplingBudget?: SamplingBudget | undefined;
}

/**
 * Calls a sampler and converts its answer to a sampling result.
 * @throws McpError `invalid-input` when it returns neither text nor a sampling result
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
  // Servers read `stopReason` to know that there are tools to run.
  const isUnsaid = answer.stopReason === undefined && answer.content.some(({ type }) => type === 'tool_use');
  if (answer.role && !isUnsaid) return answer;
  return { ...answer, role: answer.role ?? 'assistant', ...(isUnsaid && { stopReason: 'toolUse' }) };
}

/** Page code may be JavaScript without types: an invalid block is not sent to the server. */
function isBlock(block: Partial<ContentBlock> | null): boolean {
  if (typeof block?.type !== 'string') return false;
  if (block.type !== 'tool_use') return true;
  const { id, name, input } = block;
  return typeof id === 'string' && id !== '' && typeof name === 'string' && typeof input === 'object' && input !== null;
}
