import { defineErrorTexts, McpError } from '../errors.js';
import { isLocalHost } from '../util/hosts.js';
import { type Readable, Store } from '../util/store.js';

const errorText = defineErrorTexts({
  'content.hostIsLocal': '“{host}” is on this machine or in a private network.',
  'content.loadSingly': 'Load single things from it instead.',
});

/** Hosts from which a person lets one server’s images, sounds and icons be loaded without a further click. */
export interface RemoteGrants {
  /** @param host as in a URL, with the port where it is not the default */
  allows(host: string): boolean;
  /**
   * @throws McpError `invalid-input` for a host of this machine or a private network, which is asked about each time
   */
  allow(host: string): Promise<void>;
  revoke(host: string): Promise<void>;
  /** The allowed hosts, the newest last. */
  readonly hosts: Readable<readonly string[]>;
}

/** Stores allowed hosts between visits. Neither method throws. */
export interface HostMemory {
  getHosts(): Promise<readonly string[]>;
  setHosts(hosts: readonly string[]): Promise<void>;
}

/**
 * Hosts that are stored for one server. Beyond that, the oldest are removed. Nobody reads a longer list, and the server
 * can make the page load from each of them.
 */
export const MAX_REMOTE_HOSTS = 50;

/** The allowed hosts of one server. Stored ones are read at the first use. */
export class HostGrants implements RemoteGrants {
  readonly #memory: () => Promise<HostMemory>;
  readonly #hosts = new Store<readonly string[]>([]);
  #loading: Promise<HostMemory> | undefined;

  constructor(memory: () => Promise<HostMemory>) {
    this.#memory = memory;
  }

  get hosts(): Readable<readonly string[]> {
    void this.#load();
    return this.#hosts;
  }

  allows(host: string): boolean {
    return this.hosts.get().includes(host);
  }

  async allow(host: string): Promise<void> {
    if (isLocalHost(host))
      throw new McpError('invalid-input', errorText('content.hostIsLocal', { host }), {
        remedy: errorText('content.loadSingly'),
      });
    await this.#change((hosts) => [...hosts.filter((one) => one !== host), host].slice(-MAX_REMOTE_HOSTS));
  }

  async revoke(host: string): Promise<void> {
    await this.#change((hosts) => hosts.filter((one) => one !== host));
  }

  async #change(change: (hosts: readonly string[]) => readonly string[]): Promise<void> {
    const memory = await this.#load();
    this.#hosts.set(change(this.#hosts.get()));
    await memory.setHosts(this.#hosts.get());
  }

  #load(): Promise<HostMemory> {
    return (this.#loading ??= (async () => {
      const memory = await this.#memory();
      // This library wrote it, but a person or an extension can edit a database.
      const stored = (await memory.getHosts()).filter((host) => typeof host === 'string' && !isLocalHost(host));
      if (stored.length > 0) this.#hosts.set(stored.slice(-MAX_REMOTE_HOSTS));
      return memory;
    })());
  }
}
