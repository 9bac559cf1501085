import { Store, type Readable } from '../util/store.js';
import { wordsAt, type Place } from '../util/secrets.js';
import { keepingOf } from './remembered.js';

/** Fields of one server that are remembered; of more, the one that came first is forgotten. */
const MAX_FIELDS = 500;
/** Its record among those of views. */
const ID = 'stored as shown';

/** Tells of one tool or prompt whether the field at a pointer is stored as shown, which has `*` for places in lists. */
export type IsShown = (pointer: string, place: Place) => boolean;

/**
 * The fields of one server that may be secret and that the person has stored as shown. It holds as long as the server says
 * the same of the field.
 */
export class StoredAsShown {
  readonly #session: object;
  readonly #changes = new Store(0);
  /** What was said of each field, by the tool or prompt and the pointer. */
  #fields = new Map<string, string>();
  /** Whose they are. */
  #server: string | undefined;

  constructor(session: object) {
    this.#session = session;
  }

  /** Counts up with each change. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** @param item `tool` or `prompt`, and its name */
  of(item: string): IsShown {
    return (pointer, place) => {
      const said = this.#server === keepingOf(this.#session)?.server && this.#fields.get(keyOf(item, pointer));
      return said === wordsAt(place);
    };
  }

  /** Never throws. */
  async set(item: string, pointer: string, place: Place, isOn: boolean): Promise<void> {
    await this.load();
    const key = keyOf(item, pointer);
    this.#fields.delete(key);
    if (isOn) this.#fields.set(key, wordsAt(place));
    if (this.#fields.size > MAX_FIELDS)
      for (const oldest of this.#fields.keys()) if (this.#fields.delete(oldest)) break;
    this.#tell();
    const { storage, server } = keepingOf(this.#session) ?? {};
    if (!storage || server === undefined) return;
    const value = Object.fromEntries(this.#fields);
    await storage.put('view', [{ server, id: ID, at: Date.now(), value }]).catch(() => {});
  }

  /** Reads what is kept, once for whoever is signed in. Never throws. */
  async load(): Promise<void> {
    const { storage, server } = keepingOf(this.#session) ?? {};
    if (!storage || server === this.#server) return;
    const found = await storage.get('view', server!, ID).catch(() => undefined);
    if (keepingOf(this.#session)?.server !== server) return;
    const value: unknown = found?.value;
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    this.#fields = new Map(fields.filter((one): one is [string, string] => typeof one[1] === 'string'));
    this.#server = server;
    this.#tell();
  }

  #tell(): void {
    this.#changes.set(this.#changes.get() + 1);
  }
}

function keyOf(item: string, pointer: string): string {
  return `${item}\n${pointer}`;
}
