import type { Approval } from '../../src/index.js';

/** How much of the queue a person sees. */
export type Presentation =
  | { readonly at: 'nothing' }
  /** One line and a button: the person opens the question when it suits them. */
  | { readonly at: 'announced'; readonly id: string }
  | { readonly at: 'open'; readonly id: string };

export interface PresentationFacts {
  /** False while the person types elsewhere, or where the question could not be seen. */
  readonly mayOpen: boolean;
  /** The call whose question was open: what else it asks comes next. */
  readonly call?: Approval['during'] | undefined;
  /** True when the person themselves ended the question that was open. */
  readonly endedHere: boolean;
}

/**
 * What to show next. A question stays until it is over. Its place is taken by another one only when the person ended it
 * themselves: otherwise a server could withdraw a question and slip another under the hand that is about to press.
 */
export function present(
  before: Presentation,
  pending: readonly Approval[],
  { mayOpen, endedHere, call }: PresentationFacts,
): Presentation {
  const next = (call && pending.find(({ during }) => during === call)) ?? pending[0];
  if (!next) return { at: 'nothing' };
  if (before.at !== 'nothing' && pending.some((approval) => approval.id === before.id)) return before;
  const free = before.at === 'nothing' || (before.at === 'open' && endedHere);
  return { at: free && mayOpen ? 'open' : 'announced', id: next.id };
}
