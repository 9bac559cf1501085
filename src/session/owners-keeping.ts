import type { McpError } from '../errors.js';
import { createStorage } from '../store/create-storage.js';
import type { Storage } from '../store/storage.js';
import type { Redactor } from '../util/redactor.js';
import { kindOfStorage, ownerOf } from './owner-of.js';
import { RedactedStorage } from './redacted-storage.js';
import { serverKey } from './server-key.js';
import type { SessionOptions } from './session-options.js';

/** Name of the database where the page gives none. */
export const DEFAULT_NAMESPACE = 'mcp-embed';

/** Where everything is kept that is of one session, and what its server is called there. Both change with who is signed in. */
export interface SessionKeeping {
  readonly storage: Storage;
  readonly server: string;
}

/** Where things are kept, and under which name, for whoever is signed in at the moment. */
export class OwnersKeeping implements SessionKeeping {
  readonly #url: string;
  readonly #options: SessionOptions;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  /** One of each kind: what is of nobody known in the memory of the page. */
  readonly #opened = new Map<Storage | string, Storage>();
  readonly #redactor: Redactor;

  constructor(
    url: string,
    options: SessionOptions,
    redactor: Redactor,
    onProblem: ((problem: McpError) => void) | undefined,
  ) {
    this.#redactor = redactor;
    this.#url = url;
    this.#options = options;
    this.#onProblem = onProblem;
  }

  get server(): string {
    return serverKey(this.#url, this.#options);
  }

  get storage(): Storage {
    const { namespace = DEFAULT_NAMESPACE } = this.#options;
    const kind = kindOfStorage(ownerOf(this.#options), this.#options);
    const opened = this.#opened.get(kind) ?? this.#open(kind, namespace);
    this.#opened.set(kind, opened);
    return opened;
  }

  /** What ends with the page holds what is on the screen. */
  #open(kind: ReturnType<typeof kindOfStorage>, namespace: string): Storage {
    const storage = typeof kind === 'object' ? kind : createStorage(kind, namespace, this.#onProblem);
    return kind === 'none' ? storage : new RedactedStorage(storage, this.#redactor);
  }
}
