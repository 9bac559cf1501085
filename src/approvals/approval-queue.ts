import { McpError, asMcpError } from '../errors.js';
import type { AskMethod, JsonObject, SamplingRequest, SamplingResult, ServerAsks } from '../protocol/model.js';
import { Store, type Readable } from '../util/store.js';
import { generate, type Sampler } from './answerers.js';
import type { Approval, Asker, EndedApproval, SamplingApproval } from './approval.js';

/** What a waiting question needs to end: kept beside the snapshot that elements see. */
interface Waiting {
  resolve(result: unknown): void;
  reject(error: McpError): void;
  /** Aborted when the question ends, however it ends. */
  readonly life: AbortController;
  /** The model call under way, if any. */
  generation?: AbortController | undefined;
}

const KIND = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
} as const satisfies Record<AskMethod, Approval['kind']>;

let lastId = 0;

/** What servers have asked and the person has not decided yet, oldest first. */
export class ApprovalQueue {
  /** Asks a model when the person says so. Without one, the person can still answer by hand. */
  sampler: Sampler | undefined;

  readonly #pending = new Store<readonly Approval[]>([]);
  readonly #ended = new Store<EndedApproval | undefined>(undefined);
  readonly #waiting = new Map<string, Waiting>();

  get pending(): Readable<readonly Approval[]> {
    return this.#pending;
  }

  /** The question that left last, and how; undefined until one does. Changes just before `pending` does. */
  get ended(): Readable<EndedApproval | undefined> {
    return this.#ended;
  }

  /**
   * Puts a question to the person and waits for the answer.
   * @param signal is the question's life: when it aborts, the question leaves in the same tick.
   * @throws McpError `declined` when the person refuses and the method has no wire form for that; `cancelled` when withdrawn
   */
  add<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    asker: Asker,
    during: Approval['during'],
    signal: AbortSignal,
  ): Promise<ServerAsks[K]['result']> {
    if (signal.aborted) return Promise.reject(withdrawn(signal));
    const id = `ask-${++lastId}`;
    const base = { id, asker, during, since: Date.now() };
    const kind = KIND[method];
    const approval = {
      ...base,
      kind,
      ...(kind === 'roots' ? {} : { asked: request }),
      ...(kind === 'sampling' ? { step: { at: 'review-request', request } } : {}),
    } as Approval;
    return new Promise((resolve, reject) => {
      const life = new AbortController();
      this.#waiting.set(id, { resolve, reject, life });
      const withdraw = (): void => {
        const reason = withdrawn(signal);
        this.#settle(id, 'withdrawn', (w) => w.reject(reason), reason);
      };
      signal.addEventListener('abort', withdraw, { signal: life.signal });
      this.#pending.set([...this.#pending.get(), approval]);
    });
  }

  /**
   * Lets the sampler answer `request`, as edited. The question moves to `generating` and then to `review-response`, or
   * back to `review-request` with the problem. Without a sampler it moves back at once.
   */
  askModel(id: string, request: SamplingRequest): void {
    const approval = this.#sampling(id);
    const waiting = this.#waiting.get(id);
    if (!approval || !waiting || approval.step.at === 'generating') return;
    const sampler = this.sampler;
    if (!sampler) {
      const problem = new McpError('invalid-input', 'This page has not connected a model.', {
        remedy: 'Answer it yourself, or set the `sampler` property.',
      });
      this.#move(approval, { at: 'review-request', request, problem });
      return;
    }
    const generation = new AbortController();
    waiting.generation = generation;
    const signal = AbortSignal.any([generation.signal, waiting.life.signal]);
    this.#move(approval, { at: 'generating', request, startedAt: Date.now() });
    // The sampler is the page's code: it may throw at once, later, or never come back.
    new Promise<SamplingResult>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new McpError('cancelled', 'Asking the model was stopped.')));
      generate(sampler, request, { signal, server: approval.asker.server }).then(resolve, reject);
    }).then(
      (response) => this.#move(approval, { at: 'review-response', request, response }),
      (error: unknown) => {
        const problem = generation.signal.aborted ? undefined : asMcpError(error, 'server-error');
        this.#move(approval, { at: 'review-request', request, problem });
      },
    );
  }

  /** Stops the model and goes back to the request. */
  stopGenerating(id: string): void {
    this.#waiting.get(id)?.generation?.abort();
  }

  /** From the model's answer back to what was asked. */
  reviseRequest(id: string): void {
    const approval = this.#sampling(id);
    if (approval) this.#move(approval, { at: 'review-request', request: approval.step.request });
  }

  /** Sends this answer, and nothing else, to the server that asked for a completion. */
  respond(id: string, response: SamplingResult): void {
    if (this.#sampling(id)) this.#settle(id, 'answered', (w) => w.resolve(response));
  }

  /** Accepts an elicitation. `content` goes to the server as it is. */
  accept(id: string, content?: JsonObject): void {
    if (this.#find(id)?.kind !== 'elicitation') return;
    this.#settle(id, 'answered', (w) => w.resolve({ action: 'accept', ...(content ? { content } : {}) }));
  }

  /** The person says no. */
  decline(id: string): void {
    this.#refuse(id, 'decline');
  }

  /** The person turned away without deciding. */
  cancel(id: string): void {
    this.#refuse(id, 'cancel');
  }

  #refuse(id: string, action: 'decline' | 'cancel'): void {
    // For elicitation a refusal is an answer; sampling and roots have no such answer.
    if (this.#find(id)?.kind === 'elicitation') this.#settle(id, 'refused', (w) => w.resolve({ action }));
    else {
      const declined = new McpError('declined', 'The person declined what the server asked for.');
      this.#settle(id, 'refused', (w) => w.reject(declined));
    }
  }

  #find(id: string): Approval | undefined {
    return this.#pending.get().find((approval) => approval.id === id);
  }

  #sampling(id: string): SamplingApproval | undefined {
    const approval = this.#find(id);
    return approval?.kind === 'sampling' ? approval : undefined;
  }

  #move(approval: SamplingApproval, step: SamplingApproval['step']): void {
    // Settled meanwhile: a late answer of the model changes nothing.
    if (!this.#waiting.has(approval.id)) return;
    this.#pending.set(this.#pending.get().map((a) => (a.id === approval.id ? { ...approval, step } : a)));
  }

  #settle(id: string, how: EndedApproval['how'], end: (waiting: Waiting) => void, reason?: McpError): void {
    const waiting = this.#waiting.get(id);
    const approval = this.#find(id);
    if (!waiting || !approval) return;
    this.#waiting.delete(id);
    this.#ended.set({ id, kind: approval.kind, asker: approval.asker, how, reason });
    this.#pending.set(this.#pending.get().filter((approval) => approval.id !== id));
    end(waiting);
    waiting.life.abort();
  }
}

function withdrawn(signal: AbortSignal): McpError {
  const { reason } = signal;
  return reason instanceof McpError
    ? reason
    : new McpError('cancelled', 'The question was withdrawn.', { cause: reason });
}
