import type { Json } from '../protocol/model.js';
import type { SessionKeeping } from '../session/owners-keeping.js';

/** How views of one server were left, each by its name. Never throws. */
export class Views {
  readonly #keeping: SessionKeeping;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: SessionKeeping) {
    this.#keeping = keeping;
  }

  async get(view: string): Promise<Json | undefined> {
    const found = await this.#keeping.storage.get('view', this.#keeping.server, view).catch(() => undefined);
    return found?.value;
  }

  async put(view: string, value: Json): Promise<void> {
    await this.#keeping.storage
      .put('view', [{ server: this.#keeping.server, id: view, at: Date.now(), value }])
      .catch(() => {});
  }
}
