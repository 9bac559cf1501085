import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AuditLog, Grants } from '../../src/approvals/index.js';
import { openGrants, openAuditLog } from '../../src/session/person/index.js';
import type { Session } from '../../src/index.js';

/** The stored decisions of a person, with the audit log. */
interface StoredPermissions {
  readonly grants: Grants;
  readonly auditLog: AuditLog;
  /** True if the entries about this server belong to the person who looks at them. */
  isVisible(server: string): boolean;
}

/** Those of the page, for an element without a session. Entries of an identity are shown only in its own session. */
const ofPage = (): StoredPermissions => ({
  grants: openGrants({}),
  auditLog: openAuditLog({}),
  // The key of a server is its URL, which has no space, then a space and the identity, if there is one.
  isVisible: (server) => !server.includes(' '),
});

function ofSession({ permissions, url }: Session): StoredPermissions {
  // A session of another copy of this library may have none.
  if (!permissions) return { ...ofPage(), isVisible: (server) => server === url };
  const { grants, auditLog, server: ownServer } = permissions;
  return { grants, auditLog, isVisible: (server) => server === ownServer };
}

/** Finds the permissions of the host's session, or those of the page. Renders the host when they are found. */
export class PermissionsController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  /** Called each time that other permissions are found. */
  readonly #onFound: () => void;
  #source: Session | 'page' | undefined;
  #permissions: StoredPermissions | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined, onFound: () => void) {
    this.#host = host;
    this.#session = session;
    this.#onFound = onFound;
    host.addController(this);
  }

  /** Undefined until they are found. */
  get value(): StoredPermissions | undefined {
    return this.#permissions;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (this.#source === (session ?? 'page')) return;
    this.#source = session ?? 'page';
    this.#permissions = undefined;
    if (session) this.#use(ofSession(session));
    else this.#use(ofPage());
  }

  #use(permissions: StoredPermissions): void {
    this.#permissions = permissions;
    this.#onFound();
    // The host may be rendering now, so the request waits for a microtask.
    queueMicrotask(() => this.#host.requestUpdate());
  }
}
