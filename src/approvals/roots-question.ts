import { McpError } from '../errors.js';
import type { Root } from '../protocol/model.js';
import type { RememberTerm } from './call-question.js';
import type { Roots } from './roots.js';

/** What a server could be told when it asks for roots. */
export interface RootsOffer {
  /** Those that the person keeps for this server. They may change while the question waits. */
  readonly kept?: Roots | undefined;
  /** Those that page code adds. */
  readonly fromPage: readonly Root[];
}

/** What the person decided: these roots, or none and a refusal. */
export type RootsDecision =
  | {
      readonly allowed: true;
      readonly roots: readonly Root[];
      /** How long the server is told the same without asking; absent for this once. */
      readonly remember?: RememberTerm | undefined;
    }
  | { readonly allowed: false; readonly remember?: RememberTerm | undefined };

/** What the server gets. @throws McpError `declined` for a refusal */
export function rootsIn(decision: RootsDecision): readonly Root[] {
  if (decision.allowed) return decision.roots;
  throw new McpError('declined', 'The person shares no folders with this server.');
}
