import type { SessionKeeping } from '../session/owners-keeping.js';
import { secretInAddress } from '../util/secrets.js';

/** Addresses of the resources of one server that the person follows, without those that hold a secret. Never throws. */
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

  /** An address with a secret in it is followed until the page goes. */
  async add(uri: string): Promise<void> {
    if (secretInAddress(uri)) return;
    const { storage, server } = this.#keeping;
    await storage.put('watch', [{ server, id: uri, at: Date.now() }]).catch(() => {});
  }

  async remove(uri: string): Promise<void> {
    const { storage, server } = this.#keeping;
    await storage.remove('watch', [{ server, id: uri }]).catch(() => {});
  }
}
