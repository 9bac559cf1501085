import { asBoolean, asNumber, asObject, asStrings, compact } from '../protocol/check/object.js';
import type { Completion } from '../protocol/model.js';
import type { CallOptions, Requester } from './requester.js';

/** What is being completed: an argument of a prompt, or a variable of a resource template. */
export type CompletionReference =
  { readonly type: 'ref/prompt'; readonly name: string } | { readonly type: 'ref/resource'; readonly uri: string };

/** Values a server offers for one argument. More than this is cut off: it is the specification's own limit. */
export const MAX_COMPLETIONS = 100;

/**
 * Asks for values of an argument that is being typed.
 * @param context arguments decided already
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
  const completion = asObject((await requester.request('completion/complete', params, options))['completion']) ?? {};
  return compact({
    values: (asStrings(completion['values']) ?? []).slice(0, MAX_COMPLETIONS),
    total: asNumber(completion['total']),
    hasMore: asBoolean(completion['hasMore']),
  });
}
