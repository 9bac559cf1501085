import { Store, type JsonObject, type Readable, type Session } from '../../src/index.js';

/** Arguments that are to stand in the form of a tool: from a transcript, for one. */
export interface Filled {
  readonly tool: string;
  readonly arguments: JsonObject;
}

const stores = new WeakMap<Session, Store<Filled | undefined>>();

function storeOf(session: Session): Store<Filled | undefined> {
  const found = stores.get(session) ?? new Store<Filled | undefined>(undefined);
  stores.set(session, found);
  return found;
}

/** What is to be filled in, for the form that shows that tool. */
export function filledOf(session: Session): Readable<Filled | undefined> {
  return storeOf(session);
}

/** Puts arguments into the form of a tool, now or as soon as there is one. */
export function fillIn(session: Session, filled: Filled | undefined): void {
  storeOf(session).set(filled);
}
