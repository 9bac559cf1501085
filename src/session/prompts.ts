import { McpError } from '../errors.js';
import { readPromptResult } from '../protocol/decode/content.js';
import { asBoolean, asNumber, asObject, asStrings, compact } from '../protocol/decode/values.js';
import type { Completion, Prompt, PromptResult } from '../protocol/model.js';
import { sleep, abortable } from '../util/async.js';
import type { CatalogCache } from './caching.js';
import { Catalog, promptsKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';
import { errorText } from './error-texts.js';
import { currentClock } from '../util/clock.js';

/** The subject of a completion: an argument of a prompt, or a variable of a resource template. */
export type CompletionReference =
  { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };

/** Completion values of one response that are shown. More are cut off: it is the specification’s own limit. */
export const MAX_COMPLETIONS = 100;
/** Characters of the typed text and the other arguments together. With more the server is not asked. */
export const MAX_COMPLETION_INPUT_LENGTH = 10_000;
/** Completion responses that are cached in one session. The oldest ones are dropped. */
export const MAX_CACHED_COMPLETIONS = 200;
/** Milliseconds for which a completion response is cached: long enough to type a word and to delete it again. */
export const COMPLETION_VALID_MS = 30_000;
/** Milliseconds between two completion requests of one session. A faster caller waits, or cancels. */
export const COMPLETION_PACE_MS = 50;

interface CachedCompletions {
  readonly completion: Completion;
  readonly until: number;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts */
export class Prompts extends Catalog<Prompt> {
  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(promptsKind, requester, cache);
  }

  /**
   * Gets the messages of a prompt. Arguments are strings only.
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

/** Completion of arguments that are being typed, for one session. */
export class Completions {
  readonly #requester: Requester;
  readonly #cached = new Map<string, CachedCompletions>();
  #nextAt = 0;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Requests completion values for an argument. The same request is not sent twice within {@link COMPLETION_VALID_MS},
   * and requests are spaced by {@link COMPLETION_PACE_MS}. Debouncing is left to the caller.
   * @param context arguments that are filled in already
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
    // A server's suggestions may depend on the `_meta` of the request.
    const cached = options.meta ? undefined : this.#cached.get(key);
    if (cached && currentClock.now() < cached.until) return cached.completion;
    await this.#waitForTurn(options.signal);
    const completion = read(await this.#requester.request('completion/complete', params, options));
    // Not cached for a signed-in person without a name: the values must not be shown to another person.
    if (this.#requester.keepsPrivate && !options.meta) this.#cache(key, completion);
    return completion;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    const now = currentClock.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + COMPLETION_PACE_MS;
    if (at > now) await abortable(sleep(at - now), signal);
  }

  /** The newest entry is the last. */
  #cache(key: string, completion: Completion): void {
    this.#cached.delete(key);
    this.#cached.set(key, { completion, until: currentClock.now() + COMPLETION_VALID_MS });
    for (const [oldest] of this.#cached) {
      if (this.#cached.size <= MAX_CACHED_COMPLETIONS) return;
      this.#cached.delete(oldest);
    }
  }
}

/** Reads the usable parts of a response. */
function read(result: object): Completion {
  const completion = asObject(asObject(result)?.['completion']) ?? {};
  return compact({
    values: (asStrings(completion['values']) ?? []).slice(0, MAX_COMPLETIONS),
    total: asNumber(completion['total']),
    hasMore: asBoolean(completion['hasMore']),
  });
}
