import type { CatalogCache } from '../features/catalog.js';
import type { OpeningName } from '../protocol/connection.js';
import type { ServerProfile } from '../protocol/model.js';
import type { Storage } from '../store/storage.js';

/** How long it is believed how a server wants to be spoken to, in milliseconds. An old verdict still works but may miss a newer revision, so it must end. */
export const OPENING_VALID_MS: number = 24 * 60 * 60 * 1000;

/** Milliseconds that connecting waits for what was remembered: a database that another tab holds up holds up nothing else. */
const PATIENCE_MS = 500;

export interface Remembered {
  readonly profile: ServerProfile;
  /** Absent when it is too old to be believed. */
  readonly opening?: OpeningName | undefined;
}

/** What one server left in the store, for one identity. Whatever goes wrong with the store, a session goes on. */
export class ServerMemory implements CatalogCache {
  readonly #storage: Promise<Storage>;
  readonly #key: string;

  constructor(storage: Promise<Storage>, url: string, identity: string | undefined) {
    this.#storage = storage;
    // A space cannot stand in a URL, so no identity can be mistaken for another address.
    this.#key = identity === undefined ? url : `${url} ${identity}`;
  }

  async recall(now: number = Date.now()): Promise<Remembered | undefined> {
    const record = await Promise.race([
      this.#use((storage) => storage.getServer(this.#key)),
      new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS)),
    ]);
    if (!record) return undefined;
    const profile = record.profile as ServerProfile;
    return now - record.at < OPENING_VALID_MS ? { profile, opening: record.opening as OpeningName } : { profile };
  }

  async remember(profile: ServerProfile, opening: OpeningName): Promise<void> {
    await this.#use((storage) => storage.putServer({ url: this.#key, profile, opening, at: Date.now() }));
  }

  getList: CatalogCache['getList'] = (kind) => this.#use((storage) => storage.getList(this.#key, kind));

  setList: CatalogCache['setList'] = async (kind, list) => {
    await this.#use((storage) => storage.putList({ server: this.#key, kind, ...list }));
  };

  /** A store that fails is a store that remembered nothing. */
  #use<T>(act: (storage: Storage) => Promise<T>): Promise<T | undefined> {
    return this.#storage.then(act).catch(() => undefined);
  }
}
