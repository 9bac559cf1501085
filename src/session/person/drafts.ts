import type { Partition } from './partition.js';
import { type FormOf, type StoredForm, formKey, fromValues, toValues } from './stored-form.js';

/** A form that was begun and not sent. */
export interface Draft extends StoredForm {
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The drafts of one server. Tabs overwrite each other: the last one wins. Never throws. */
export class Drafts {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async get(of: FormOf): Promise<Draft | undefined> {
    const { storage, server } = this.#partition.resolvePlace();
    const found = await storage.get('draft', server, formKey(of)).catch(() => undefined);
    return found && { ...fromValues(found.values), at: found.at };
  }

  /**
   * @returns false for a form that is too large, or where nothing can be written; a form that is too large also removes
   * the stored draft
   */
  async put(of: FormOf, form: StoredForm): Promise<boolean> {
    const values = toValues(form);
    if (values === undefined) {
      await this.remove(of);
      return false;
    }
    const { storage, server } = this.#partition.resolvePlace();
    const record = { server, id: formKey(of), at: Date.now(), values };
    return storage.put('draft', [record]).then(
      () => true,
      () => false,
    );
  }

  async remove(of: FormOf): Promise<void> {
    const { storage, server } = this.#partition.resolvePlace();
    await storage.remove('draft', [{ server, id: formKey(of) }]).catch(() => {});
  }
}
