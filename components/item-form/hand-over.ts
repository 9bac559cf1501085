import { type JsonObject, PerSession, type Readable, type Session, Store } from '../../src/index.js';

/** The source of the arguments: a link, an earlier call that may be a model’s, or the page. */
export type FilledBy = 'link' | 'transcript' | 'page';

/** Arguments to fill into the form of a tool, for example from a transcript. */
export interface Filled {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly by: FilledBy;
}

const handedOver = new PerSession(() => new Store<Filled | undefined>(undefined));

/** Returns the arguments to fill in, for the form that shows the tool. */
export function filledOf(session: Session): Readable<Filled | undefined> {
  return session.own.get(handedOver);
}

/** Fills arguments into the form of a tool, now or as soon as the form exists. */
export function fillIn(session: Session, filled: Filled | undefined): void {
  session.own.get(handedOver).set(filled);
}
