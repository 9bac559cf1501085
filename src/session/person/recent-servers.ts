import { parseAddress } from '../../util/hosts.js';
import { addressKey } from '../../secrets/server-address-key.js';
import type { Storage } from '../../storage/types.js';
import type { SessionOptions } from '../options.js';
import { storagePlaceOf } from './partition.js';

/** Addresses that are kept; of more, those that were used longest ago go. */
export const MAX_RECENT_SERVERS = 10;
/** The place of the list in the storage: no server has this name, for it is no address. */
const PLACE = { server: 'workspace', id: 'recent-servers' } as const;

/**
 * The servers whose address a person typed or pasted, the last one first: addresses alone, without headers. One that holds a
 * secret, or the value of a parameter, is not kept. Never throws.
 */
export class RecentServers {
  /** Undefined where nothing outlives the page. */
  readonly #storage: Storage | undefined;

  constructor({ storage, namespace }: Pick<SessionOptions, 'storage' | 'namespace'> = {}) {
    // Nobody’s in particular: whoever uses this browser typed it.
    this.#storage = storagePlaceOf({ storage, namespace }).storage;
  }

  async list(): Promise<readonly string[]> {
    const found = await this.#storage?.get('view', PLACE.server, PLACE.id).catch(() => undefined);
    const value = found?.value;
    // Any script of this site may have written it.
    const addresses = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    return addresses
      .filter((one) => /^(?:http|ws)s?:$/.test(parseAddress(one)?.protocol ?? ''))
      .slice(0, MAX_RECENT_SERVERS);
  }

  async add(address: string): Promise<void> {
    const { key, hasSecret } = addressKey(address);
    // Values of parameters are stored nowhere: some are secrets that nobody recognizes.
    if (hasSecret || key !== address) return;
    const others = (await this.list()).filter((one) => one !== address);
    await this.#put([address, ...others].slice(0, MAX_RECENT_SERVERS));
  }

  async clear(): Promise<void> {
    await this.#storage?.remove('view', [PLACE]).catch(() => {});
  }

  async #put(value: readonly string[]): Promise<void> {
    await this.#storage?.put('view', [{ ...PLACE, at: Date.now(), value: [...value] }]).catch(() => {});
  }
}
