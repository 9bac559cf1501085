import { PerSession, type Session, Store } from '../../src/index.js';

/** When the server reported a change of a resource that nobody has read since then: epoch milliseconds, by URI. */
type UpdatedMarks = ReadonlyMap<string, UpdatedMark>;

/** One change. It stays the same object until a newer change. */
export interface UpdatedMark {
  readonly at: number;
}

const marks = new PerSession(() => new Store<UpdatedMarks>(new Map()));

/**
 * The changes that a session's server reported. Filled by whoever subscribes to resources; lists and views show them.
 * By itself and not in one of the two elements: an application that imports one would get the other.
 */
export function updatedMarks(session: Session): Store<UpdatedMarks> {
  return session.own.get(marks);
}
