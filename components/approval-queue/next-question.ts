import type { Approval } from '../../src/index.js';

/** The part of the queue that is visible. */
export type Presentation =
  | { readonly at: 'nothing' }
  /** One line and a button, which opens the question. */
  | { readonly at: 'announced'; readonly id: string }
  | { readonly at: 'open'; readonly id: string };

export interface PresentationFacts {
  /** False if it could not be seen, or while the person types elsewhere and did not start it. */
  readonly mayOpen: (approval: Approval) => boolean;
  /** The call whose question was open: its next question opens by itself. */
  readonly call?: Approval['during'] | undefined;
  /** True if the person ended the open question here. */
  readonly endedHere: boolean;
}

/**
 * Decides what is shown next. A question stays until it is over. Only a question that belongs to a call of the person
 * opens by itself: a server chooses when it asks, so it must not choose when a dialog opens. A new question takes the
 * place of an open one only if the person ended that one: otherwise a server could withdraw a question and replace it
 * just before a press.
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
    // A question that is only announced does not delay one that the person expects.
    const isSooner = isOwn(shown) ? isStartedByPerson : isOwn;
    const isDelayed = before.at === 'announced' && !isStartedByPerson(shown);
    const own = isDelayed ? pending.find((one) => isSooner(one) && mayOpen(one)) : undefined;
    return own ? { at: 'open', id: own.id } : before;
  }
  const free = before.at === 'nothing' || (before.at === 'open' && endedHere);
  return { at: free && isOwn(next) && mayOpen(next) ? 'open' : 'announced', id: next.id };
}

function isOwn(approval: Approval): boolean {
  return approval.isOwn?.() === true;
}

/** True for the call of a tool that the person runs: the question is about their own press. */
export function isStartedByPerson(approval: Approval): boolean {
  return approval.kind === 'tool-call' && approval.asked.initiator === 'person';
}
