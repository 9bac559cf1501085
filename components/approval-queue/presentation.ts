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
 * What to show next. A question stays until it is over. By itself only one opens that belongs to a call of the person's
 * own: a server chooses when it asks, and must not choose when a dialog comes up. The place of a question is taken by
 * another one only when the person ended it themselves: otherwise a server could withdraw a question and slip another
 * under the hand that is about to press.
 */
export function present(
  before: Presentation,
  pending: readonly Approval[],
  { mayOpen, endedHere, call }: PresentationFacts,
): Presentation {
  const shown = before.at === 'nothing' ? undefined : pending.find(({ id }) => id === before.id);
  const next = shown ?? (call && pending.find(({ during }) => during === call)) ?? pending.find(isOwn) ?? pending[0];
  if (!next) return { at: 'nothing' };
  if (shown) {
    // A question that only announces itself does not stand in the way of one that the person expects.
    const own = before.at === 'announced' && !isOwn(shown) && mayOpen ? pending.find(isOwn) : undefined;
    return own ? { at: 'open', id: own.id } : before;
  }
  const free = before.at === 'nothing' || (before.at === 'open' && endedHere);
  return { at: free && mayOpen && isOwn(next) ? 'open' : 'announced', id: next.id };
}

function isOwn(approval: Approval): boolean {
  return approval.isOwn?.() === true;
}
