import { McpError } from '../errors.js';
import { readPromptResult } from '../protocol/decode/content.js';
import { asBoolean, asNumber, asObject, asStrings, compact } from '../protocol/decode/values.js';
import type { Completion, Prompt, PromptResult } from '../protocol/model.js';
import { sleep, abortable } from '../util/async.js';
import type { CatalogCache } from './caching.js';
import { Catalog, promptsKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';
import { errorText } from './error-texts.js';

/** What is being completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionReference =
  { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };

/** Values that a server offers for one argument. More are cut off: it is the specification’s own limit. */
export const MAX_COMPLETIONS = 100;
/** Characters of what is typed and of the arguments decided already, in all. With more the server is not asked. */
export const MAX_COMPLETION_INPUT_LENGTH = 10_000;
/** Answers that are kept for one session; of more, those that were given longest ago go. */
export const MAX_CACHED_COMPLETIONS = 200;
/** Milliseconds for which an answer is given again instead of asking: long enough to type, and to take back, a word. */
export const COMPLETION_VALID_MS = 30_000;
/** Milliseconds between two completion requests of one session. Whoever asks faster waits its turn, or cancels. */
export const COMPLETION_PACE_MS = 50;

interface CachedCompletions {
  readonly completion: Completion;
  readonly until: number;
}

/** Values for arguments that are being typed, for one session. */
export class Completions {
  readonly #requester: Requester;
  readonly #cached = new Map<string, CachedCompletions>();
  #nextAt = 0;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Asks for values of an argument that is being typed: not twice for the same in a short time, and not faster than a server
   * can bear. To wait until somebody stops typing is left to whoever sees them type.
   * @param context arguments decided already
   * @throws McpError `invalid-input` for more than {@link MAX_COMPLETION_INPUT_LENGTH} characters
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
   */
  async complete(
    ref: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    context: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<Completion> {
    const params = { ref, argument, ...(Object.keys(context).length > 0 && { context: { arguments: context } }) };
    const key = JSON.stringify([ref, argument.name, argument.value, Object.entries(context).toSorted()]);
    if (key.length > MAX_COMPLETION_INPUT_LENGTH)
      throw new McpError(
        'invalid-input',
        errorText('session.argumentTooLong', { argument: argument.name.slice(0, 100) }),
      );
    const cached = this.#cached.get(key);
    if (cached && performance.now() < cached.until) return cached.completion;
    await this.#waitForTurn(options.signal);
    const completion = read(await this.#requester.request('completion/complete', params, options));
    // What is offered to one person is not given to another.
    if (this.#requester.keepsPrivate) this.#cache(key, completion);
    return completion;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + COMPLETION_PACE_MS;
    if (at > now) await abortable(sleep(at - now), signal);
  }

  /** The newest stands last. */
  #cache(key: string, completion: Completion): void {
    this.#cached.delete(key);
    this.#cached.set(key, { completion, until: performance.now() + COMPLETION_VALID_MS });
    for (const [oldest] of this.#cached) {
      if (this.#cached.size <= MAX_CACHED_COMPLETIONS) return;
      this.#cached.delete(oldest);
    }
  }
}

/** Whatever of it can be used. */
function read(result: object): Completion {
  const completion = asObject(asObject(result)?.['completion']) ?? {};
  return compact({
    values: (asStrings(completion['values']) ?? []).slice(0, MAX_COMPLETIONS),
    total: asNumber(completion['total']),
    hasMore: asBoolean(completion['hasMore']),
  });
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts */
export class Prompts extends Catalog<Prompt> {
  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(promptsKind, requester, cache);
  }

  /**
   * The messages of a prompt. Arguments are strings only.
   * @throws ProtocolError when the server has no such prompt or lacks an argument
   */
  async get(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<PromptResult> {
    const raw = await this.requester.request('prompts/get', { name, arguments: args }, options);
    return readPromptResult(raw);
  }
}
