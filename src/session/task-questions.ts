import { McpError, asMcpError } from '../errors.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { InputRequests } from '../protocol/check/input-requests.js';
import type { JsonObject } from '../protocol/model.js';
import { sleep } from '../util/abort.js';
import { MAX_POLL_FAILURES, isPassing, pollPause } from './poll-pace.js';
import { notOffered, refusedAnswer } from './refused-answer.js';

/** Questions that one task may put in all. */
export const MAX_TASK_QUESTIONS = 100;

export interface TaskQuestionsOptions {
  /** Has a question answered; undefined where nobody here answers such questions. */
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
  /** Sends answers to the server. */
  send(inputResponses: JsonObject): Promise<unknown>;
  /** A question was refused, or its answer could not be sent: nobody waits for the task any more. */
  fail(error: McpError): void;
  /** The life of the task. */
  readonly signal: AbortSignal;
}

/**
 * The questions of one task. Each look at it shows again those that wait; each is put once, and withdrawn when the
 * server does not wait for it any more.
 */
export class TaskQuestions {
  readonly #options: TaskQuestionsOptions;
  readonly #known = new Set<string>();
  readonly #open = new Map<string, AbortController>();
  /** Answers the server did not take. It may have ended meanwhile; if it still asks, that was that. */
  readonly #returned = new Map<string, McpError>();

  constructor(options: TaskQuestionsOptions) {
    this.#options = options;
  }

  /** Somebody is being asked. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Takes in what the server waits for now. */
  show(asks: InputRequests): void {
    for (const [key, withdrawal] of this.#open)
      if (!Object.hasOwn(asks, key)) withdrawal.abort(new McpError('cancelled', 'The task no longer waits for it.'));
    const fresh = Object.keys(asks).filter((key) => !this.#known.has(key));
    for (const key of fresh) this.#known.add(key);
    const returned = Object.keys(asks).find((key) => this.#returned.has(key));
    if (returned !== undefined) this.#fail(this.#returned.get(returned));
    else if (this.#known.size > MAX_TASK_QUESTIONS)
      this.#fail(new McpError('limit', `The task asked more than ${MAX_TASK_QUESTIONS} questions and was given up.`));
    else if (fresh.length > 0) void this.#answer(fresh, asks).catch(this.#fail);
  }

  /** Answers go together, as they were asked: a server need not take them one by one. */
  async #answer(keys: readonly string[], asks: InputRequests): Promise<void> {
    const answers = await Promise.all(keys.map((key) => this.#answerOne(key, asks[key]!)));
    const given = answers.filter((answer) => answer !== undefined);
    if (given.length > 0) await this.#deliver(Object.fromEntries(given) as JsonObject);
  }

  async #answerOne(
    key: string,
    { method, params }: InputRequests[string],
  ): Promise<readonly [string, unknown] | undefined> {
    const withdrawal = new AbortController();
    this.#open.set(key, withdrawal);
    const signal = AbortSignal.any([this.#options.signal, withdrawal.signal]);
    try {
      const answer = this.#options.ask(method, params, signal);
      if (!answer) throw notOffered(method);
      return [key, await unlessCancelled(answer, signal)];
    } catch (error) {
      if (withdrawal.signal.aborted) return undefined;
      throw refusedAnswer(error);
    } finally {
      this.#open.delete(key);
    }
  }

  /** What a person took the trouble to say is not lost to a line that breaks. Saying it twice changes nothing. */
  async #deliver(inputResponses: JsonObject): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await this.#options.send(inputResponses);
        return;
      } catch (thrown) {
        const error = asMcpError(thrown);
        if (!isPassing(error) && error.code === 'server-error') {
          for (const key in inputResponses) this.#returned.set(key, error);
          return;
        }
        if (!isPassing(error) || failures > MAX_POLL_FAILURES) throw error;
        await sleep(pollPause(0, failures), this.#options.signal);
      }
    }
  }

  readonly #fail = (error: unknown): void => {
    if (!this.#options.signal.aborted) this.#options.fail(asMcpError(error));
  };
}
