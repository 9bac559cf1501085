import { PerSession, type Readable, type Session, Store } from '../../src/index.js';

/** The name of the view in which the choice is stored. */
const VIEW = 'texts';

/**
 * The choice to see the Markdown of a server’s results as plain text. It holds for all results of the server,
 * and for the next visit if views are stored.
 */
export class MarkdownChoice {
  readonly #session: Session | undefined;
  readonly #isPlain = new Store(false);
  #isChosen = false;

  /** @param session without one the choice holds for the element that made it */
  constructor(session?: Session) {
    this.#session = session;
    void this.#restore();
  }

  get isPlain(): Readable<boolean> {
    return this.#isPlain;
  }

  choose(isPlain: boolean): void {
    this.#isChosen = true;
    this.#isPlain.set(isPlain);
    void this.#store(isPlain);
  }

  async #restore(): Promise<void> {
    const stored = await this.#session?.storage.ready();
    const value = await stored?.views.get(VIEW);
    if (value === 'plain' && !this.#isChosen) this.#isPlain.set(true);
  }

  async #store(isPlain: boolean): Promise<void> {
    const stored = await this.#session?.storage.ready();
    await stored?.views.put(VIEW, isPlain ? 'plain' : 'formatted');
  }
}

const choices = new PerSession((session) => new MarkdownChoice(session));

export function markdownChoiceOf(session: Session): MarkdownChoice {
  return session.own.get(choices);
}
