import { McpError } from '../errors.js';
import { Store, type Readable } from '../util/store.js';
import type { Approval, Asker, EndedApproval } from './approval.js';

/** What a waiting question needs to end: kept beside the snapshot that elements see. */
export interface WaitingQuestion {
  resolve(result: unknown): void;
  reject(error: McpError): void;
  /** Aborted when the question ends, however it ends. */
  readonly life: AbortController;
}

/** How many questions of a server were refused because others of it wait. */
export interface TurnedAway {
  readonly serverUrl: string;
  readonly count: number;
}

/** A question before it waits. */
export type NewQuestion = Approval extends infer A ? (A extends Approval ? Omit<A, 'id' | 'since'> : never) : never;

let lastId = 0;

/** Questions that wait for a person, and how each of them leaves. What is asked is none of its business. */
export class QuestionQueue {
  readonly #pending = new Store<readonly Approval[]>([]);
  readonly #ended = new Store<EndedApproval | undefined>(undefined);
  readonly #turnedAway = new Store<readonly TurnedAway[]>([]);
  readonly #waiting = new Map<string, WaitingQuestion>();

  get pending(): Readable<readonly Approval[]> {
    return this.#pending;
  }

  /** The question that left last, and how; undefined until one does. Changes just before `pending` does. */
  get ended(): Readable<EndedApproval | undefined> {
    return this.#ended;
  }

  /** Servers that asked more than is let in, and have questions here; how much more, until those are over. */
  get turnedAway(): Readable<readonly TurnedAway[]> {
    return this.#turnedAway;
  }

  /** A server asked one question too many. Nothing is noted where none of its questions wait here. */
  turnAway(asker: Asker): void {
    const { url } = asker.server;
    if (!this.#pending.get().some((one) => one.asker.server.url === url)) return;
    const all = this.#turnedAway.get();
    const before = all.find((one) => one.serverUrl === url);
    const count = (before?.count ?? 0) + 1;
    this.#turnedAway.set([...all.filter((one) => one !== before), { serverUrl: url, count }]);
  }

  /** Whether anything shows these questions to anybody. */
  get isShown(): boolean {
    return this.#pending.isFollowed;
  }

  /**
   * Puts a question to the person and waits for the answer.
   * @param signal is the question's life: when it aborts, the question leaves in the same tick.
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

  /** The question of that id and kind, while it waits. */
  protected find<K extends Approval['kind']>(id: string, kind: K): Extract<Approval, { kind: K }> | undefined {
    const approval = this.#pending.get().find((one) => one.id === id);
    return approval?.kind === kind ? (approval as Extract<Approval, { kind: K }>) : undefined;
  }

  protected waiting(id: string): WaitingQuestion | undefined {
    return this.#waiting.get(id);
  }

  /** The question moves on. Once it is settled, a late answer changes nothing. */
  protected move(approval: Approval): void {
    if (!this.#waiting.has(approval.id)) return;
    this.#pending.set(this.#pending.get().map((one) => (one.id === approval.id ? approval : one)));
  }

  /** The question leaves. Nothing happens to one that left already. */
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
    this.#ended.set({ id, kind: approval.kind, asker: approval.asker, how, reason });
    this.#pending.set(this.#pending.get().filter((one) => one.id !== id));
    const { url } = approval.asker.server;
    if (!this.#pending.get().some(({ asker }) => asker.server.url === url))
      this.#turnedAway.set(this.#turnedAway.get().filter(({ serverUrl }) => serverUrl !== url));
    end(waiting);
    waiting.life.abort();
  }
}

function withdrawn({ reason }: AbortSignal): McpError {
  return reason instanceof McpError
    ? reason
    : new McpError('cancelled', 'The question was withdrawn.', { cause: reason });
}
