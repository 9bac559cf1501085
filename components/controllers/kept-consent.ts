import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { consentOf, openGrants, openRecord, type ConsentRecord, type Grants } from '../../src/consent/index.js';
import type { Session } from '../../src/index.js';

/** What is kept of a person's decisions, and of whom its owner is to see. */
export interface Kept {
  readonly grants: Grants;
  readonly record: ConsentRecord;
  /** Whether what is kept about that server is the person's who looks at it. */
  isMeant(server: string): boolean;
}

/** What this page keeps where no session is named. What belongs to somebody by name is shown in their session only. */
const ofPage = (): Kept => ({
  grants: openGrants({}),
  record: openRecord({}),
  // No URL has a space; what comes behind it is an identity.
  isMeant: (server) => !server.includes(' '),
});

/** Finds what is kept for the session of its host, or for the page without one. Renders the host when it is found. */
export class KeptConsent implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  /** Told each time that something else is found. */
  readonly #found: () => void;
  #of: Session | 'page' | undefined;
  #kept: Kept | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined, found: () => void) {
    this.#host = host;
    this.#session = session;
    this.#found = found;
    host.addController(this);
  }

  /** Undefined until it is found. */
  get value(): Kept | undefined {
    return this.#kept;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (this.#of === (session ?? 'page')) return;
    this.#of = session ?? 'page';
    this.#kept = undefined;
    if (session) void this.#find(session);
    else this.#use(ofPage());
  }

  async #find(session: Session): Promise<void> {
    const found = await consentOf(session);
    if (this.#of !== session) return;
    // A session of another copy of this library: what the page keeps about its server.
    this.#use(
      found
        ? { ...found, isMeant: (server) => server === found.server }
        : { ...ofPage(), isMeant: (server) => server === session.url },
    );
  }

  #use(kept: Kept): void {
    this.#kept = kept;
    this.#found();
    // It may have been found while the host renders.
    queueMicrotask(() => this.#host.requestUpdate());
  }
}
