import type { SessionKeeping } from '../session/owners-keeping.js';

/** Addresses of the resources of one server that the person follows. Never throws. */
export class Watches {
  readonly #keeping: SessionKeeping;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: SessionKeeping) {
    this.#keeping = keeping;
  }

  async list(): Promise<readonly string[]> {
    const { storage, server } = this.#keeping;
    return (await storage.list('watch', { server }).catch(() => [])).map(({ id }) => id);
  }

  async add(uri: string): Promise<void> {
    const { storage, server } = this.#keeping;
    await storage.put('watch', [{ server, id: uri, at: Date.now() }]).catch(() => {});
  }

  async remove(uri: string): Promise<void> {
    const { storage, server } = this.#keeping;
    await storage.remove('watch', [{ server, id: uri }]).catch(() => {});
  }
}
