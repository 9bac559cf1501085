import { type ErrorText, McpError, ProtocolError } from '../errors.js';
import { TOO_MANY } from '../jsonrpc/messages.js';
import type {
  ContentBlock,
  ElicitationRequest,
  ElicitationResult,
  JsonObject,
  Root,
  SamplingRequest,
  SamplingResult,
  ServerProfile,
  Initiator,
  Tool,
  ToolResult,
} from '../protocol/model.js';
import type { SamplingBudget, SamplingUsage } from './budget.js';
import type { CoveredTools, Remember } from './grants.js';
import type { CallReason } from './policy.js';
import type { RootsOffer } from './roots.js';
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

/** Who asks, as far as we know it ourselves. The name is the server's own; host and encryption are ours. */
export interface RequestingServer {
  readonly server: ServerProfile;
  /** Host and port of the endpoint, e.g. `files.example` or `localhost:3001`. */
  readonly host: string;
  /** True for https, or where nothing leaves this page. */
  readonly encrypted: boolean;
}

interface Waiting {
  /** Unique in this page. */
  readonly id: string;
  readonly requestingServer: RequestingServer;
  /** What was running when the server asked, e.g. `{method: 'tools/call', name: 'get-weather'}`; absent when not known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /**
   * Whether it belongs to a call that the person started here, as far as is known at the moment it is asked: only then a
   * question opens by itself, all others announce themselves. Absent: no.
   */
  readonly isOwn?: (() => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Where a sampling question stands. The specification wants both looks: at what goes to the model, and at what the
 * model's answer tells the server.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
 */
export type SamplingStep =
  | {
      readonly at: 'review-request';
      readonly request: SamplingRequest;
      /** Why the last try to generate failed. */
      readonly problem?: McpError | undefined;
    }
  | {
      readonly at: 'generating';
      readonly request: SamplingRequest;
      readonly startedAt: number;
      /** What the model has said so far, where its sampler tells. */
      readonly text: string;
    }
  | {
      readonly at: 'review-response';
      readonly request: SamplingRequest;
      readonly response: SamplingResult;
      readonly usage: SamplingUsage;
      /** Why the answer is not whole: the model was interrupted, and this is what came before. */
      readonly problem?: McpError | undefined;
    };

export interface SamplingApproval extends Waiting {
  readonly kind: 'sampling';
  /** The request as the server sent it; `step.request` carries the person's edits. */
  readonly asked: SamplingRequest;
  readonly step: SamplingStep;
}

export interface ElicitationApproval extends Waiting {
  readonly kind: 'elicitation';
  readonly asked: ElicitationRequest;
  /**
   * `review`: the person has not decided. `opened`: they agreed to a page that their call waits for, and may be there
   * now; the call goes on when they, or the server, say that they are done. A page that no call waits for is over once
   * they agreed: nothing is left to decide here.
   */
  readonly step: 'review' | 'opened';
}

export interface RootsApproval extends Waiting {
  readonly kind: 'roots';
  /** What there is to share; absent where there is nothing. */
  readonly offer?: RootsOffer | undefined;
}

/** A call that somebody wants to be made, and that the person is to see first. */
export interface ToolCallApproval extends Waiting, ToolCallQuestion {}

/** A result that the person is to see before it goes on to who wanted it. */
export interface ToolResultApproval extends Waiting, ToolResultQuestion {}

/** One question that waits for the person. A snapshot: when it moves on, the queue holds a new one with the same id. */
export type Approval = SamplingApproval | ElicitationApproval | RootsApproval | ToolCallApproval | ToolResultApproval;

/** How a question left the queue. What was asked and answered is not kept. */
export interface EndedApproval {
  readonly id: string;
  readonly kind: Approval['kind'];
  readonly requestingServer: RequestingServer;
  /**
   * `completed`: the server said that the page is done. `withdrawn`: nobody decided. The server took it back, or the
   * call, the connection or the time it belonged to ended.
   */
  readonly how: 'answered' | 'refused' | 'completed' | 'withdrawn';
  /** Why it was withdrawn. */
  readonly reason?: McpError | undefined;
}

/** How much one server may ask. A limit of `Infinity` is none. */
export interface RateLimits {
  /** Questions that wait for an answer at the same time. Default 20: more than a call needs, and as many as anybody reads. */
  readonly waiting: number;
  /** Questions within any 60 seconds. Default 100: a person answers some ten. */
  readonly perMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = { waiting: 20, perMinute: 100 };

/** Milliseconds that a question counts for `rateLimits.perMinute`. */
export const RATE_WINDOW_MS = 60_000;

/** How often a server asks, and what becomes of what is too much: it is told, and nobody here is bothered. */
export class RateLimiter {
  readonly #limits: RateLimits;
  /** When the questions of the last minute came, epoch milliseconds, oldest first. */
  #times: number[] = [];
  #waiting = 0;

  constructor(limits: Partial<RateLimits> = {}) {
    this.#limits = { ...DEFAULT_RATE_LIMITS, ...limits };
  }

  /**
   * Lets a question in, or refuses it.
   * @returns what to call once it is over
   * @throws ProtocolError −32000, `limit`: it is one too many, in words for the server
   */
  enter(now: number = Date.now()): () => void {
    const { waiting, perMinute } = this.#limits;
    this.#times = this.#times.filter((at) => at <= now && now - at < RATE_WINDOW_MS);
    if (this.#waiting >= waiting) throw tooMany(errorText('approvals.tooManyWaiting', { limit: waiting }));
    if (this.#times.length >= perMinute) throw tooMany(errorText('approvals.tooManyPerMinute', { limit: perMinute }));
    this.#times.push(now);
    this.#waiting++;
    let isOver = false;
    return () => {
      if (!isOver) this.#waiting--;
      isOver = true;
    };
  }
}

function tooMany(what: ErrorText): ProtocolError {
  return new ProtocolError(TOO_MANY, what, { code: 'limit' });
}

export interface ToolCallQuestion {
  readonly kind: 'tool-call';
  readonly asked: {
    /** As the server describes it, or did; of a tool that no list ever had, only its name and an empty schema. */
    readonly tool: Tool;
    readonly arguments: JsonObject;
    readonly initiator: Initiator;
  };
  readonly why: CallReason;
  /**
   * Where the server does not say now what the tool is (`why` is then `unconfirmed` or `unlisted`): when it last did, in
   * epoch milliseconds, or `never`. Nothing that it said then in favour of the tool counts, and no consent is remembered.
   */
  readonly lastSaid?: number | 'never' | undefined;
  /** What “all that read only” holds for; absent where that cannot be chosen. */
  readonly covered?: CoveredTools | undefined;
  /** The description that the person once allowed, where it is not the same any more: `why` is then `changed`. */
  readonly before?: JsonObject | undefined;
}

export interface ToolResultQuestion {
  readonly kind: 'tool-result';
  readonly asked: { readonly tool: string; readonly initiator: Initiator; readonly result: ToolResult };
}

/** What the person decided. */
export type CallDecision =
  | {
      readonly allowed: true;
      /** As edited. Absent for a result. */
      readonly arguments?: JsonObject | undefined;
      readonly remember?: Remember | undefined;
    }
  | { readonly allowed: false; readonly remember?: Remember | undefined };
