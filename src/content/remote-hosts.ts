import { defineErrorTexts, McpError } from '../errors.js';
import { isLocalHost } from '../util/hosts.js';
import { type Readable, Store } from '../util/store.js';

const errorText = defineErrorTexts({
  'content.hostIsLocal': '“{host}” is on this machine or in a private network.',
  'content.loadSingly': 'Load single things from it instead.',
});

/** From which sites a person lets pictures, sounds and icons that one server names be loaded without a further click. */
export interface RemoteGrants {
  /** @param host as in an address, with the port where it is unusual */
  allows(host: string): boolean;
  /** @throws McpError `invalid-input` for a host of this machine or a private network, which is asked for each time */
  allow(host: string): Promise<void>;
  revoke(host: string): Promise<void>;
  /** The hosts that are allowed, the newest last. */
  readonly hosts: Readable<readonly string[]>;
}

/** Where grants are kept between visits. Neither method throws. */
export interface HostMemory {
  getHosts(): Promise<readonly string[]>;
  setHosts(hosts: readonly string[]): Promise<void>;
}

/**
 * Hosts that are kept for one server; the oldest goes first. Nobody looks through more, and each is one that the server
 * may call on.
 */
export const MAX_REMOTE_HOSTS = 50;

/** The grants of one server. What was remembered is read when somebody first asks. */
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
      // Written by this library, but a database can be edited.
      const kept = (await memory.getHosts()).filter((host) => typeof host === 'string' && !isLocalHost(host));
      if (kept.length > 0) this.#hosts.set(kept.slice(-MAX_REMOTE_HOSTS));
      return memory;
    })());
  }
}
