/*
 * Marks that lists show beside an item, and that other elements set. In a file of its own: otherwise an application that
 * imports one element would get the others.
 */
import { PerSession, type Session, Store } from '../../src/index.js';

/** The time at which the server reported a change of a resource that was not read since: epoch milliseconds, by URI. */
type UpdatedMarks = ReadonlyMap<string, UpdatedMark>;

/** One change. It stays the same object until a newer change. */
export interface UpdatedMark {
  readonly at: number;
}

const updated = new PerSession(() => new Store<UpdatedMarks>(new Map()));

/** The changes that a session's server reported. Set by the elements that subscribe to resources; lists and views show them. */
export function updatedMarks(session: Session): Store<UpdatedMarks> {
  return session.own.get(updated);
}

const running = new PerSession(() => new Store<ReadonlyMap<string, number>>(new Map()));

/** How many calls of a tool run that the person started, by its name. Filled by forms; the list shows it. */
export function runningTools(session: Session): Store<ReadonlyMap<string, number>> {
  return session.own.get(running);
}

/** Counts a call of this tool as running until the promise settles. @returns the promise */
export function markRunning<Result>(session: Session, tool: string, call: Promise<Result>): Promise<Result> {
  const counts = runningTools(session);
  const add = (change: number): void => {
    const next = new Map(counts.get());
    const count = (next.get(tool) ?? 0) + change;
    if (count > 0) next.set(tool, count);
    else next.delete(tool);
    counts.set(next);
  };
  add(1);
  return call.finally(() => add(-1));
}
