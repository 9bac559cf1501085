import type { SessionKeeping } from '../session/owners-keeping.js';
import { fromValues, keyOf, toValues, type FormOf, type KeptForm } from './kept-form.js';

/** A form that was begun, as it was left. */
export interface Draft extends KeptForm {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a person has begun to fill in for one server. Who writes last, in whatever tab, wins. Never throws. */
export class Drafts {
  readonly #keeping: SessionKeeping;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: SessionKeeping) {
    this.#keeping = keeping;
  }

  async get(of: FormOf): Promise<Draft | undefined> {
    const found = await this.#keeping.storage.get('draft', this.#keeping.server, keyOf(of)).catch(() => undefined);
    return found && { ...fromValues(found.values), at: found.at };
  }

  /** @returns false for a form that is too large, or where nothing can be written; the one of before is gone then too */
  async put(of: FormOf, form: KeptForm): Promise<boolean> {
    const values = toValues(form);
    if (values === undefined) {
      await this.remove(of);
      return false;
    }
    const record = { server: this.#keeping.server, id: keyOf(of), at: Date.now(), values };
    return this.#keeping.storage.put('draft', [record]).then(
      () => true,
      () => false,
    );
  }

  async remove(of: FormOf): Promise<void> {
    await this.#keeping.storage.remove('draft', [{ server: this.#keeping.server, id: keyOf(of) }]).catch(() => {});
  }
}
