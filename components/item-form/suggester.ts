import type { CompletionReference, JsonObject, Session } from '../../src/index.js';
import type { SuggestValues } from '../schema-field/completions.js';

/** Asks a server for values of an argument, and tells it what stands in the others. */
export class Suggester {
  readonly #ref: CompletionReference;
  readonly #argumentsSoFar: () => unknown;
  #made: { readonly by: Session; readonly suggest: SuggestValues } | undefined;

  /** @param argumentsSoFar the values of all arguments, by name */
  constructor(ref: CompletionReference, argumentsSoFar: () => unknown) {
    this.#ref = ref;
    this.#argumentsSoFar = argumentsSoFar;
  }

  /**
   * The same function for the same session: another one would render every field again.
   * @returns undefined where nobody completes anything, so that a plain box is shown.
   */
  from(session: Session | undefined): SuggestValues | undefined {
    const state = session?.state.get();
    if (!session || state?.phase !== 'ready' || !state.server.capabilities.completions) return undefined;
    if (this.#made?.by !== session) this.#made = { by: session, suggest: this.#asking(session) };
    return this.#made.suggest;
  }

  #asking(session: Session): SuggestValues {
    return async (field, text, signal) => {
      // A row of a list completes the variable that the list is for.
      const name = field.name ?? field.parent?.name ?? '';
      const known = textsIn(this.#argumentsSoFar(), name);
      const { values, hasMore, total } = await session.complete(this.#ref, { name, value: text }, known, { signal });
      return { values, hasMore: hasMore === true || (total ?? 0) > values.length };
    };
  }
}

/** What is known already, but for the one that is asked for. */
function textsIn(values: unknown, except: string): Record<string, string> {
  const known = Object.entries((values ?? {}) as JsonObject).filter(
    (pair): pair is [string, string] => pair[0] !== except && typeof pair[1] === 'string',
  );
  return Object.fromEntries(known);
}
