import { ContextConsumer, ContextProvider } from '@lit/context';
import type { LitElement, ReactiveController, ReactiveControllerHost } from 'lit';
import { type AuditLog, type Grants, openGrants, openRecord } from '../../src/approvals/index.js';
import { type ContentPolicy, HostGrants } from '../../src/content/index.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { rememberedHosts } from '../../src/session/server-cache.js';
import { contentContext } from '../context.js';

/** Gives the elements inside its host the page's policy for content, and beside it what the person allowed for one server. */
export class GrantsProvider {
  readonly #content: ContextProvider<typeof contentContext>;
  /** What the page around says of content. */
  #around: ContentPolicy | undefined;
  #grants: HostGrants | undefined;

  constructor(host: LitElement) {
    this.#content = new ContextProvider(host, { context: contentContext, initialValue: undefined });
    new ContextConsumer(host, {
      context: contentContext,
      subscribe: true,
      callback: (policy) => {
        this.#around = policy;
        this.#tell();
      },
    });
  }

  /** From now on what is allowed holds for this server. */
  use(url: string, options: SessionOptions): void {
    this.#grants = new HostGrants(() => rememberedHosts(url, options));
    this.#tell();
  }

  /** There is no server any more. */
  forget(): void {
    this.#grants = undefined;
    this.#tell();
  }

  /** Grants of the page's own win: it may know its persons better. */
  #tell(): void {
    const isOurs = !this.#around?.remote && this.#grants;
    this.#content.setValue(isOurs ? { ...this.#around, remote: this.#grants } : this.#around);
  }
}

/** What is kept of a person's decisions, and of whom its owner is to see. */
interface Kept {
  readonly grants: Grants;
  readonly auditLog: AuditLog;
  /** Whether what is kept about that server is the person's who looks at it. */
  isMeant(server: string): boolean;
}

/** What this page keeps where no session is named. What belongs to somebody by name is shown in their session only. */
const ofPage = (): Kept => ({
  grants: openGrants({}),
  auditLog: openRecord({}),
  // No URL has a space; what comes behind it is an identity.
  isMeant: (server) => !server.includes(' '),
});

function ofSession({ permissions, url }: Session): Kept {
  // A session of another copy of this library may have none: then it is what the page keeps about its server.
  if (!permissions) return { ...ofPage(), isMeant: (server) => server === url };
  const { grants, auditLog, server: own } = permissions;
  return { grants, auditLog, isMeant: (server) => server === own };
}

/** Finds what is kept for the session of its host, or for the page without one. Renders the host when it is found. */
export class PermissionsController implements ReactiveController {
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
    if (session) this.#use(ofSession(session));
    else this.#use(ofPage());
  }

  #use(kept: Kept): void {
    this.#kept = kept;
    this.#found();
    // It may have been found while the host renders.
    queueMicrotask(() => this.#host.requestUpdate());
  }
}
