import { asMcpError, type McpError } from '../errors.js';
import { IndexedDbStorage } from './indexeddb-storage.js';
import { MemoryStorage } from './memory-storage.js';
import type { Storage } from './storage.js';

/**
 * The database where there is one, memory where there is none or once it is lost. Says so once, through `onProblem`, and
 * never again: a page without storage is not a broken page.
 */
export class FallbackStorage implements Storage {
  readonly #memory = new MemoryStorage();
  readonly #onProblem: (problem: McpError) => void;
  #current: Promise<Storage>;
  #fellBack = false;

  constructor(namespace: string, onProblem: (problem: McpError) => void) {
    this.#onProblem = onProblem;
    this.#current = IndexedDbStorage.open(namespace, () => {
      this.#current = Promise.resolve(this.#memory);
    }).catch((error: unknown) => this.#fallBack(error));
  }

  getServer: Storage['getServer'] = (url) => this.#use((storage) => storage.getServer(url));
  putServer: Storage['putServer'] = (record) => this.#use((storage) => storage.putServer(record));
  getList: Storage['getList'] = (server, kind) => this.#use((storage) => storage.getList(server, kind));
  putList: Storage['putList'] = (record) => this.#use((storage) => storage.putList(record));
  forget: Storage['forget'] = (server) => this.#use((storage) => storage.forget(server));

  async #use<T>(act: (storage: Storage) => Promise<T>): Promise<T> {
    try {
      return await act(await this.#current);
    } catch (error) {
      // Taken away between two calls, full, or damaged: what is saved stays saved, we go on beside it.
      return act(this.#fallBack(error));
    }
  }

  #fallBack(error: unknown): Storage {
    this.#current = Promise.resolve(this.#memory);
    if (!this.#fellBack) this.#onProblem(asMcpError(error, 'storage'));
    this.#fellBack = true;
    return this.#memory;
  }
}
