import type { Json } from '../../protocol/model.js';
import { secretInAddress } from '../../secrets/addresses.js';
import type { Partition } from './partition.js';

/** The stored state of views of one server, by the view’s name. Never throws. */
export class Views {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async get(view: string): Promise<Json | undefined> {
    const { storage, server } = this.#partition.resolvePlace();
    const found = await storage.get('view', server, view).catch(() => undefined);
    return found?.value;
  }

  async put(view: string, value: Json): Promise<void> {
    const { storage, server } = this.#partition.resolvePlace();
    await storage.put('view', [{ server, id: view, at: Date.now(), value }]).catch(() => {});
  }
}

/**
 * URIs of the resources that the person subscribed to at one server, without those that contain a secret. Never throws.
 */
export class Subscriptions {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  async list(): Promise<readonly string[]> {
    const { storage, server } = this.#partition.resolvePlace();
    return (await storage.list('subscription', { server }).catch(() => [])).map(({ id }) => id);
  }

  /** A URI that contains a secret is not stored, so its subscription ends with the page. */
  async add(uri: string): Promise<void> {
    if (secretInAddress(uri)) return;
    const { storage, server } = this.#partition.resolvePlace();
    await storage.put('subscription', [{ server, id: uri, at: Date.now() }]).catch(() => {});
  }

  async remove(uri: string): Promise<void> {
    const { storage, server } = this.#partition.resolvePlace();
    await storage.remove('subscription', [{ server, id: uri }]).catch(() => {});
  }
}
