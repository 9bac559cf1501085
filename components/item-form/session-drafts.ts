import { PerSession, type Session } from '../../src/index.js';

/**
 * Has one draft for each name and session for as long as the session lives, so that the person finds it unchanged
 * after switching back.
 */
export class SessionDrafts<Draft> {
  readonly #ofSession = new PerSession(() => new Map<string, Draft>());
  readonly #withoutSession = new Map<string, Draft>();
  readonly #create: () => Draft;

  constructor(create: () => Draft) {
    this.#create = create;
  }

  of(session: Session | undefined, name: string): Draft {
    const drafts = session?.own.get(this.#ofSession) ?? this.#withoutSession;
    const draft = drafts.get(name) ?? this.#create();
    drafts.set(name, draft);
    return draft;
  }
}
