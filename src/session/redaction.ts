import type { Prompt, Tool } from '../protocol/model.js';
import { promptSchema } from '../schema/prompt-form.js';
import { type TranscriptEvent, type ItemSchemas, type MessageSchemas, SchemaFinder } from '../transcript/observer.js';
import { learnSecrets } from '../transcript/write-body.js';
import type { Redactor } from '../util/redactor.js';
import { type Place, wordsAt } from '../util/secrets/schema.js';
import { secretInHeader } from '../util/secrets/addresses.js';
import { type Readable, Store } from '../util/store.js';
import { itemsOf } from './list-state.js';
import type { Catalog } from './lists.js';
import type { Partition } from './partition.js';

/** Fields of one server that are remembered as secret; of more, the one that came first is forgotten. */
const MAX_SECRET_FIELDS = 500;
/** Its record among those of views. */
const ID = 'stored as shown';

/** Tells of one tool or prompt whether the field at a pointer is stored as shown, which has `*` for places in lists. */
type IsShown = (pointer: string, place: Place) => boolean;

/**
 * The fields of one server that may be secret and that the person has stored as shown. It holds as long as the server says
 * the same of the field.
 */
export class StoredAsShown {
  readonly #partition: Partition;
  readonly #changes = new Store(0);
  /** What was said of each field, by the tool or prompt and the pointer. */
  #fields = new Map<string, string>();
  /** Whose they are. */
  #server: string | undefined;

  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** Counts up with each change. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** @param item `tool` or `prompt`, and its name */
  of(item: string): IsShown {
    return (pointer, place) => {
      const said = this.#server === this.#partition.server && this.#fields.get(keyOf(item, pointer));
      return said === wordsAt(place);
    };
  }

  /** Never throws. */
  async set(item: string, pointer: string, place: Place, isOn: boolean): Promise<void> {
    await this.load();
    const key = keyOf(item, pointer);
    this.#fields.delete(key);
    if (isOn) this.#fields.set(key, wordsAt(place));
    if (this.#fields.size > MAX_SECRET_FIELDS)
      for (const oldest of this.#fields.keys()) if (this.#fields.delete(oldest)) break;
    this.#tell();
    const { storage, server } = this.#partition.now();
    const value = Object.fromEntries(this.#fields);
    await storage.put('view', [{ server, id: ID, at: Date.now(), value }]).catch(() => {});
  }

  /** Reads what is kept, once for whoever is signed in. Never throws. */
  async load(): Promise<void> {
    const { storage, server } = this.#partition.now();
    if (server === this.#server) return;
    const found = await storage.get('view', server, ID).catch(() => undefined);
    if (this.#partition.server !== server) return;
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

/** What {@link SessionSecrets} needs of a session. Its lists are looked at when a message comes, never before. */
interface SessionWithSecrets {
  readonly redactor: Redactor;
  readonly partition: Partition;
  readonly tools: Pick<Catalog<Tool>, 'state'>;
  readonly prompts: Pick<Catalog<Prompt>, 'state'>;
}

/** What is secret in one session, for everything that is written of it. */
export class SessionSecrets {
  readonly redactor: Redactor;
  readonly shown: StoredAsShown;
  readonly #session: SessionWithSecrets;
  readonly #finder: SchemaFinder;

  constructor(session: SessionWithSecrets) {
    this.#session = session;
    this.redactor = session.redactor;
    this.shown = new StoredAsShown(session.partition);
    this.#finder = new SchemaFinder((method, name) => this.schemasOf(method, name));
  }

  /** What the server's lists say of one tool or prompt. */
  schemasOf(method: string, name: string): ItemSchemas | undefined {
    const { tools, prompts } = this.#session;
    if (method === 'tools/call') {
      const tool = itemsOf(tools.state.get()).find((one) => one.name === name);
      const isShown = this.shown.of(`tool ${name}`);
      return { input: tool?.inputSchema, output: tool?.outputSchema, isShown };
    }
    if (method !== 'prompts/get') return undefined;
    const found = itemsOf(prompts.state.get()).find((one) => one.name === name);
    return { input: found && promptSchema(found.arguments), isShown: this.shown.of(`prompt ${name}`) };
  }

  /** Knows what is secret in a message before anybody answers it. @returns what is said of its parts */
  hear(fact: Pick<TranscriptEvent, 'what' | 'message'>): MessageSchemas {
    const schemas = this.#finder.of(fact);
    const { what, message } = fact;
    if (what !== 'sent' || !message) return schemas;
    const said = 'method' in message ? message.params : message.result;
    if (said !== undefined) learnSecrets(said, this.redactor, schemas);
    return schemas;
  }

  /** The same fetch; what its headers say is secret from then on. */
  hearing(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return (input, init) => {
      const given = init?.headers ?? (input instanceof Request ? input.headers : undefined);
      for (const [name, value] of new Headers(given)) {
        const secret = secretInHeader(name, value);
        if (secret) this.redactor.add(secret);
      }
      return fetch(input, init);
    };
  }
}
