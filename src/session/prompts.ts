import { McpError } from '../errors.js';
import { readPromptResult } from '../protocol/decode/content.js';
import { asBoolean, asNumber, asObject, asStrings, compact } from '../protocol/decode/values.js';
import type { Completion, Prompt, PromptResult } from '../protocol/model.js';
import { sleep, abortable } from '../util/async.js';
import { Catalog, type CatalogCache, promptsKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';

/** What is being completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionReference =
  { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };

/** Values a server offers for one argument. More than this is cut off: it is the specification's own limit. */
export const MAX_COMPLETIONS = 100;
/** Characters of what is typed and of the arguments decided already, in all; more is not sent. */
export const MAX_COMPLETION_INPUT = 10_000;
/** Answers that are kept for one session; more, and those that were given longest ago go. */
export const MAX_CACHED_COMPLETIONS = 200;
/** Milliseconds that an answer is given again instead of asking: long enough to type, and to take back, a word. */
export const COMPLETION_VALID_MS = 30_000;
/** Milliseconds between two questions of one session. Whoever asks faster waits its turn, or cancels. */
export const COMPLETION_PACE_MS = 50;

interface CachedCompletions {
  readonly completion: Completion;
  readonly until: number;
}

/** What one session asked lately, and when it may ask again. */
interface CompletionState {
  readonly kept: Map<string, CachedCompletions>;
  nextAt: number;
}

const sessions = new WeakMap<Requester, CompletionState>();

/**
 * Asks for values of an argument that is being typed: not twice for the same in a short time, and not faster than a server
 * can bear. To wait until somebody stops typing is left to whoever sees them type.
 * @param context arguments decided already
 * @throws McpError `invalid-input` for more than {@link MAX_COMPLETION_INPUT} characters
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 */
export async function complete(
  requester: Requester,
  ref: CompletionReference,
  argument: { readonly name: string; readonly value: string },
  context: Readonly<Record<string, string>> = {},
  options: CallOptions = {},
): Promise<Completion> {
  const params = { ref, argument, ...(Object.keys(context).length > 0 && { context: { arguments: context } }) };
  const key = JSON.stringify([ref, argument.name, argument.value, Object.entries(context).toSorted()]);
  if (key.length > MAX_COMPLETION_INPUT)
    throw new McpError('invalid-input', `The argument ${argument.name.slice(0, 100)} is too long to be completed.`);
  const asking = sessions.get(requester) ?? { kept: new Map<string, CachedCompletions>(), nextAt: 0 };
  sessions.set(requester, asking);
  const kept = asking.kept.get(key);
  if (kept && performance.now() < kept.until) return kept.completion;
  await inTurn(asking, options.signal);
  const completion = read(await requester.request('completion/complete', params, options));
  // What is offered to one person is not given to another.
  if (requester.keepsPrivate) keep(asking.kept, key, { completion, until: performance.now() + COMPLETION_VALID_MS });
  return completion;
}

async function inTurn(asking: CompletionState, signal: AbortSignal | undefined): Promise<void> {
  const now = performance.now();
  const at = Math.max(now, asking.nextAt);
  asking.nextAt = at + COMPLETION_PACE_MS;
  if (at > now) await abortable(sleep(at - now), signal);
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

function keep(kept: Map<string, CachedCompletions>, key: string, one: CachedCompletions): void {
  kept.delete(key);
  kept.set(key, one);
  for (const [oldest] of kept) {
    if (kept.size <= MAX_CACHED_COMPLETIONS) return;
    kept.delete(oldest);
  }
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
