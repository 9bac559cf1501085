import { Store, type Session } from '../../src/index.js';

/** When the server said of which resource that it changed, as long as nobody read it since. Epoch milliseconds, by address. */
export type UpdatedMarks = ReadonlyMap<string, UpdatedMark>;

/** News of one change: the same object as long as there is nothing newer. */
export interface UpdatedMark {
  readonly at: number;
}

const marks = new WeakMap<Session, Store<UpdatedMarks>>();

/** What changed on that session's server. Filled by whoever follows resources, seen by lists and views. */
export function updatedMarks(session: Session): Store<UpdatedMarks> {
  const store = marks.get(session) ?? new Store<UpdatedMarks>(new Map());
  marks.set(session, store);
  return store;
}
