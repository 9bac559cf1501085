/** A place to keep what belongs to no session. */
const NO_SESSION = {};

/** One draft for each name and session, for as long as the session lives: switching back finds everything as it was. */
export class Drafts<Draft> {
  readonly #bySession = new WeakMap<object, Map<string, Draft>>();
  readonly #create: () => Draft;

  constructor(create: () => Draft) {
    this.#create = create;
  }

  of(session: object | undefined, name: string): Draft {
    const key = session ?? NO_SESSION;
    const drafts = this.#bySession.get(key) ?? new Map<string, Draft>();
    this.#bySession.set(key, drafts);
    const draft = drafts.get(name) ?? this.#create();
    drafts.set(name, draft);
    return draft;
  }
}
