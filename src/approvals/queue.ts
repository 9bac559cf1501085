import { asMcpError, errorTextOf, McpError, ProtocolError } from '../errors.js';
import { CANNOT_ANSWER } from '../jsonrpc/messages.js';
import type {
  ServerRequestMethod,
  JsonObject,
  ModelPreferences,
  SamplingRequest,
  SamplingResult,
  ServerRequests,
} from '../protocol/model.js';
import { type Readable, Store } from '../util/store.js';
import { estimateUsage, SamplingBudget } from './budget.js';
import {
  APPROVAL_KINDS,
  type Approval,
  type RequestingServer,
  type CallDecision,
  type ElicitationApproval,
  type EndedApproval,
  type ToolCallQuestion,
  type ToolResultQuestion,
  type UnaskedCall,
} from './types.js';
import { type AnswerContext, generate, type Sampler, type SamplerModel } from './sampler.js';
import { type Remember } from './grants.js';
import { type RootsDecision, rootsIn, type RootsOffer } from './roots.js';
import { type SamplingUsage } from './budget.js';
import { errorText } from './error-texts.js';

interface Sampled {
  readonly response: SamplingResult;
  readonly usage: SamplingUsage;
}

/** The functions that end a waiting request. Not part of the snapshot that elements see. */
interface WaitingQuestion {
  resolve(result: unknown): void;
  reject(error: McpError): void;
  /** Aborts when the request ends, in any way. */
  readonly life: AbortController;
}

/** How many requests of a server were refused because of the rate limit. */
export interface RateLimitedRequests {
  readonly serverUrl: string;
  readonly count: number;
}

/** A request before it is queued. */
type NewQuestion = Approval extends infer A ? (A extends Approval ? Omit<A, 'id' | 'since'> : never) : never;

let lastId = 0;

/** Requests that wait for a person, and how each ends. Does not depend on the kind of request. */
class QuestionQueue {
  readonly #pending = new Store<readonly Approval[]>([]);
  readonly #ended = new Store<EndedApproval | undefined>(undefined);
  readonly #rateLimited = new Store<readonly RateLimitedRequests[]>([]);
  readonly #unasked = new Store<readonly UnaskedCall[]>([]);
  readonly #waiting = new Map<string, WaitingQuestion>();

  /**
   * Calls that were made without a question, by a permission of an earlier visit: the first of each permission since the
   * page opened, oldest first. They stay until {@link dismissUnasked}.
   */
  get unasked(): Readable<readonly UnaskedCall[]> {
    return this.#unasked;
  }

  noteUnasked(call: UnaskedCall): void {
    this.#unasked.set([...this.#unasked.get(), call]);
  }

  /** The person has seen them; with an id, that one. */
  dismissUnasked(id?: string): void {
    this.#unasked.set(id === undefined ? [] : this.#unasked.get().filter((one) => one.id !== id));
  }

  get pending(): Readable<readonly Approval[]> {
    return this.#pending;
  }

  /** The last request that ended, and how; undefined before the first. Changes just before `pending` does. */
  get ended(): Readable<EndedApproval | undefined> {
    return this.#ended;
  }

  /** Servers that exceeded the rate limit while requests of theirs wait, and by how much. */
  get rateLimited(): Readable<readonly RateLimitedRequests[]> {
    return this.#rateLimited;
  }

  /** Counts a request beyond the rate limit. Does nothing where no request of the server waits here. */
  noteRateLimited(requestingServer: RequestingServer): void {
    const { url } = requestingServer.server;
    if (!this.#pending.get().some((one) => one.requestingServer.server.url === url)) return;
    const all = this.#rateLimited.get();
    const before = all.find((one) => one.serverUrl === url);
    const count = (before?.count ?? 0) + 1;
    this.#rateLimited.set([...all.filter((one) => one !== before), { serverUrl: url, count }]);
  }

  /** True if an element or the page is subscribed to these requests. */
  get isShown(): boolean {
    return this.#pending.isFollowed;
  }

  /**
   * Queues a request and waits for the person’s answer.
   * @param signal when it aborts, the request leaves the queue synchronously
   * @throws McpError `cancelled` when it is withdrawn
   */
  protected put<R>(question: NewQuestion, signal: AbortSignal): Promise<R> {
    if (signal.aborted) return Promise.reject(withdrawn(signal));
    const id = `ask-${++lastId}`;
    return new Promise<unknown>((resolve, reject) => {
      const life = new AbortController();
      this.#waiting.set(id, { resolve, reject, life });
      const withdraw = (): void => {
        const reason = withdrawn(signal);
        this.settle(id, 'withdrawn', (waiting) => waiting.reject(reason), reason);
      };
      signal.addEventListener('abort', withdraw, { signal: life.signal });
      this.#pending.set([...this.#pending.get(), { ...question, id, since: Date.now() }]);
    }) as Promise<R>;
  }

  /** The waiting request of that id and kind. */
  protected find<K extends Approval['kind']>(id: string, kind: K): Extract<Approval, { kind: K }> | undefined {
    const approval = this.#pending.get().find((one) => one.id === id);
    return approval?.kind === kind ? (approval as Extract<Approval, { kind: K }>) : undefined;
  }

  protected waiting(id: string): WaitingQuestion | undefined {
    return this.#waiting.get(id);
  }

  /** Changes the state of a request. A late change of a request that has ended does nothing. */
  protected move(approval: Approval): void {
    if (!this.#waiting.has(approval.id)) return;
    this.#pending.set(this.#pending.get().map((one) => (one.id === approval.id ? approval : one)));
  }

  /** Ends a request. Does nothing where it has ended already. */
  protected settle(
    id: string,
    how: EndedApproval['how'],
    end: (waiting: WaitingQuestion) => void,
    reason?: McpError,
  ): void {
    const waiting = this.#waiting.get(id);
    const approval = this.#pending.get().find((one) => one.id === id);
    if (!waiting || !approval) return;
    this.#waiting.delete(id);
    this.#ended.set({ id, kind: approval.kind, requestingServer: approval.requestingServer, how, reason });
    this.#pending.set(this.#pending.get().filter((one) => one.id !== id));
    const { url } = approval.requestingServer.server;
    if (!this.#pending.get().some(({ requestingServer }) => requestingServer.server.url === url))
      this.#rateLimited.set(this.#rateLimited.get().filter(({ serverUrl }) => serverUrl !== url));
    end(waiting);
    waiting.life.abort();
  }
}

/**
 * Characters of an unfinished answer that are shown: more than any model writes at once. The rest is shown when the
 * answer is complete.
 */
export const MAX_PARTIAL_ANSWER_LENGTH = 1_000_000;
/**
 * Milliseconds between two renderings of an unfinished answer: twenty a second look continuous, and leave time for
 * other work.
 */
export const PARTIAL_ANSWER_MS = 50;

/** The answer to a page that the server reported as done before the person agreed to open it. Known by its identity. */
const ENDED_BY_SERVER = Object.freeze({ action: 'accept' });

export interface SamplingOptions {
  /** Id of one of the sampler’s `models`. Default: the sampler chooses. */
  readonly model?: string | undefined;
  /** The person allowed this one call beyond the budget. */
  readonly isBeyondBudget?: boolean | undefined;
}

/** Server requests and tool calls that wait for the person’s decision, oldest first. */
export class ApprovalQueue extends QuestionQueue {
  /** Calls a model when the person allows it. Without a sampler, the person can write the answer. */
  sampler: Sampler | undefined;
  /** How much each server may use the sampler. */
  budget: SamplingBudget;

  /** Running model calls, by the id of the request. */
  readonly #generations = new Map<string, AbortController>();

  constructor({ budget = new SamplingBudget() }: { readonly budget?: SamplingBudget | undefined } = {}) {
    super();
    this.budget = budget;
  }

  /**
   * Queues a server request and waits for the person’s answer.
   * @param signal when it aborts, the request leaves the queue synchronously
   * @param isOwn see {@link Approval}
   * @throws McpError `declined` when the person refuses and the method has no answer for that; `cancelled` when it is
   * withdrawn
   */
  add<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    requestingServer: RequestingServer,
    during: Approval['during'],
    signal: AbortSignal,
    isOwn?: Approval['isOwn'],
  ): Promise<ServerRequests[K]['result']> {
    const kind = APPROVAL_KINDS[method];
    if (kind === 'sampling' && this.sampler && this.budget.limits.past === 'refuse') {
      const refusal = this.budget.refusal(requestingServer.server.url, request as SamplingRequest);
      if (refusal) return Promise.reject(new McpError('declined', errorTextOf(refusal)));
    }
    if (kind === 'roots')
      return this.addRoots({ fromPage: [] }, requestingServer, during, signal, isOwn).then(rootsIn) as Promise<
        ServerRequests[K]['result']
      >;
    const question = {
      requestingServer,
      during,
      isOwn,
      kind,
      asked: request,
      ...(kind === 'sampling' ? { step: { at: 'review-request', request } } : {}),
      ...(kind === 'elicitation' ? { step: 'review' } : {}),
    } as NewQuestion;
    return this.put(question, signal);
  }

  /**
   * Asks the person whether a tool may be called, or its result be released.
   * @returns the decision, which may be a refusal
   * @throws McpError `cancelled` when the call ended meanwhile
   */
  addCall(
    question: ToolCallQuestion | ToolResultQuestion,
    requestingServer: RequestingServer,
    signal: AbortSignal,
  ): Promise<CallDecision> {
    return this.put({ ...question, requestingServer, isOwn: () => question.asked.initiator === 'person' }, signal);
  }

  /** Asks the person which roots a server may know. @throws McpError as {@link add} */
  addRoots(
    offer: RootsOffer,
    requestingServer: RequestingServer,
    during: Approval['during'],
    signal: AbortSignal,
    isOwn?: Approval['isOwn'],
  ): Promise<RootsDecision> {
    return this.put({ kind: 'roots', offer, requestingServer, during, isOwn }, signal);
  }

  /** Sends these roots to the server, or refuses. */
  answerRoots(id: string, decision: RootsDecision): void {
    if (!this.find(id, 'roots')) return;
    this.settle(id, decision.allowed ? 'answered' : 'refused', (w) => w.resolve(decision));
  }

  /** Allows the call with these arguments, as edited. `remember`: similar calls are then made without asking. */
  approveCall(id: string, args: JsonObject, remember?: Remember): void {
    if (!this.find(id, 'tool-call')) return;
    this.settle(id, 'answered', (w) => w.resolve({ allowed: true, arguments: args, remember }));
  }

  /** Releases the result. */
  passResult(id: string): void {
    if (this.find(id, 'tool-result')) this.settle(id, 'answered', (w) => w.resolve({ allowed: true }));
  }

  /** Refuses the call, or withholds its result. `remember`: similar calls are then refused without asking. */
  refuseCall(id: string, remember?: Remember): void {
    if (!this.find(id, 'tool-call') && !this.find(id, 'tool-result')) return;
    this.settle(id, 'refused', (w) => w.resolve({ allowed: false, remember }));
  }

  /**
   * Lets the sampler answer `request`, as edited. The request changes to `generating` and then to `review-response`, or
   * back to `review-request` with the problem. Without a sampler, or beyond the budget, it changes back at once. Can be
   * called again from `review-response`.
   */
  callModel(id: string, request: SamplingRequest, { model, isBeyondBudget }: SamplingOptions = {}): void {
    const approval = this.find(id, 'sampling');
    const waiting = this.waiting(id);
    if (!approval || !waiting || approval.step.at === 'generating') return;
    const { sampler, budget } = this;
    const { server } = approval.requestingServer;
    const goBack = (problem: McpError | undefined): void =>
      this.move({ ...approval, step: { at: 'review-request', request, problem } });
    if (!sampler)
      return goBack(
        new McpError('invalid-input', errorText('approvals.noModel'), {
          remedy: errorText('approvals.answerYourself'),
          developer: errorText('approvals.setSampler'),
        }),
      );
    const refusal = budget.refusal(server.url, request);
    if (refusal && !(isBeyondBudget && budget.limits.past === 'ask')) return goBack(refusal);
    const generation = new AbortController();
    const signal = AbortSignal.any([generation.signal, waiting.life.signal]);
    const startedAt = Date.now();
    let text = '';
    let telling: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      telling = undefined;
      this.move({ ...approval, step: { at: 'generating', request, startedAt, text } });
    };
    const onPartial = (partial: string): void => {
      text = partial.slice(0, MAX_PARTIAL_ANSWER_LENGTH);
      if (this.#generations.get(id) === generation) telling ??= setTimeout(tell, PARTIAL_ANSWER_MS);
    };
    const end = (): void => {
      clearTimeout(telling);
      this.#generations.delete(id);
    };
    this.#generations.set(id, generation);
    tell();
    callSampler(sampler, request, { signal, server, model, onPartial }, budget)
      .finally(end)
      .then(
        (sampled) => this.move({ ...approval, step: { at: 'review-response', request, ...sampled } }),
        (error: unknown) => {
          const problem = generation.signal.aborted ? undefined : asMcpError(error, 'server-error');
          if (!text) return goBack(problem);
          // The person can use the part of the answer that arrived.
          const content = [{ type: 'text', text } as const];
          const response = { role: 'assistant', content, model: model ?? 'unknown', stopReason: 'stopped' } as const;
          const usage = estimateUsage(request, text);
          this.move({ ...approval, step: { at: 'review-response', request, response, usage, problem } });
        },
      );
  }

  /**
   * Stops the model. The text so far can be read, edited and sent; if there is none, the request changes back to
   * `review-request`.
   */
  stopGenerating(id: string): void {
    this.#generations.get(id)?.abort(new McpError('cancelled', errorText('approvals.samplingStopped')));
  }

  /** Returns from the model’s answer to the request. */
  reviseRequest(id: string): void {
    const approval = this.find(id, 'sampling');
    if (approval) this.move({ ...approval, step: { at: 'review-request', request: approval.step.request } });
  }

  /** Sends this answer to the server that requested sampling. */
  respond(id: string, response: SamplingResult): void {
    if (this.find(id, 'sampling')) this.settle(id, 'answered', (w) => w.resolve(response));
  }

  /**
   * Accepts an elicitation and sends `content` unchanged. For a URL it means that the person agreed to open it: if a
   * call waits until they have finished there, the request changes to `opened`; otherwise the server gets the answer at
   * once.
   */
  accept(id: string, content?: JsonObject): void {
    const approval = this.find(id, 'elicitation');
    if (!approval) return;
    if (isAwaited(approval)) this.move({ ...approval, step: 'opened' });
    else this.settle(id, 'answered', (w) => w.resolve({ action: 'accept', ...(content ? { content } : {}) }));
  }

  /** The person has finished on the opened page; the call that waits for it continues. */
  resume(id: string): void {
    if (this.find(id, 'elicitation')?.step === 'opened') this.#finish(id, 'answered');
  }

  /**
   * Call it when a server reports that a URL elicitation is complete. The call that waits for it continues, whether or
   * not the URL was opened. Unknown ids are ignored.
   * @param serverUrl the `url` of the server’s profile: reports of other servers do not count
   * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
   */
  elicitationComplete(serverUrl: string, elicitationId: string): void {
    for (const approval of this.pending.get())
      if (
        approval.kind === 'elicitation' &&
        approval.requestingServer.server.url === serverUrl &&
        isAwaited(approval, elicitationId)
      )
        this.#finish(approval.id, 'completed');
  }

  /** True for an answer that the server gave in place of the person, who had not agreed yet. */
  isByServer(answer: unknown): boolean {
    return answer === ENDED_BY_SERVER;
  }

  /** The person refuses. */
  decline(id: string): void {
    this.#refuse(id, 'decline');
  }

  /** The person closed the dialog without deciding. */
  cancel(id: string): void {
    this.#refuse(id, 'cancel');
  }

  /**
   * Ends a request that the page cannot show, for example because a module did not load. A call is not made; a server
   * is refused with words that name the page and not the person. It never allows anything.
   */
  cannotShow(id: string, reason: McpError): void {
    const approval = this.pending.get().find((one) => one.id === id);
    if (!approval) return;
    const isOfServer = approval.kind !== 'tool-call' && approval.kind !== 'tool-result';
    const refusal = isOfServer
      ? new ProtocolError(CANNOT_ANSWER, errorText('approvals.notShown'), {
          code: reason.code,
          cause: reason,
          remedy: reason.remedyText,
        })
      : reason;
    this.settle(id, 'withdrawn', (waiting) => waiting.reject(refusal), reason);
  }

  #refuse(id: string, action: 'decline' | 'cancel'): void {
    this.refuseCall(id);
    // Elicitation has an answer for a refusal; sampling and roots need an error.
    if (this.find(id, 'elicitation')) this.settle(id, 'refused', (w) => w.resolve({ action }));
    else {
      const declined = new McpError('declined', errorText('approvals.declined'));
      this.settle(id, 'refused', (w) => w.reject(declined));
    }
  }

  #finish(id: string, how: EndedApproval['how']): void {
    const isAgreed = this.find(id, 'elicitation')?.step === 'opened';
    const answer = isAgreed ? { action: 'accept' } : ENDED_BY_SERVER;
    this.settle(id, how, (waiting) => waiting.resolve(answer));
  }
}

/** Calls the model, and counts its usage in the server’s budget even where the answer is incomplete. */
export async function callSampler(
  sampler: Sampler,
  request: SamplingRequest,
  context: AnswerContext,
  budget: SamplingBudget,
): Promise<Sampled> {
  const { url } = context.server;
  let usage: SamplingUsage | undefined;
  let partial = '';
  budget.begin(url);
  const samplerContext: AnswerContext = {
    ...context,
    onPartial: (text) => context.onPartial?.((partial = String(text))),
    onUsage: (reported) => (usage = reported),
  };
  // The sampler is page code: it may throw at once or later, or never settle.
  const stopped = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason));
  });
  try {
    context.signal.throwIfAborted();
    const response = await Promise.race([generate(sampler, request, samplerContext), stopped]);
    usage ??= estimateUsage(request, response.content);
    return { response, usage };
  } catch (error) {
    // A call that failed before the first text used nothing.
    if (partial || context.signal.aborted) usage ??= estimateUsage(request, partial);
    throw error;
  } finally {
    if (usage) budget.spend(url, usage);
  }
}

function withdrawn({ reason }: AbortSignal): McpError {
  return reason instanceof McpError
    ? reason
    : new McpError('cancelled', errorText('approvals.questionWithdrawn'), { cause: reason });
}

/** True if a call waits for a URL; with an id, for that URL. */
function isAwaited({ asked }: ElicitationApproval, elicitationId?: string): boolean {
  return (
    asked.mode === 'url' &&
    asked.resumesCall === true &&
    (elicitationId === undefined || asked.elicitationId === elicitationId)
  );
}

/**
 * The model that fits the server’s preferences best: the first hint that is part of a model’s name decides, then the
 * order of the models. Undefined where none fits.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
 */
export function modelFor(
  preferences: ModelPreferences | undefined,
  models: readonly SamplerModel[],
): SamplerModel | undefined {
  for (const { name } of preferences?.hints ?? []) {
    const hint = name?.trim().toLowerCase();
    if (!hint) continue;
    const found = models.find((one) => `${one.id}\n${one.name ?? ''}`.toLowerCase().includes(hint));
    if (found) return found;
  }
  return undefined;
}
