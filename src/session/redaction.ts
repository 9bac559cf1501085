import type { Prompt, Tool } from '../protocol/model.js';
import { promptSchema } from '../schema/prompt-schema.js';
import type { Redactor } from '../secrets/redactor.js';
import { type SchemaPlace, descriptionsAt } from '../secrets/schema-secrecy.js';
import { secretsInHeader } from '../secrets/addresses.js';
import { type Readable, Store } from '../util/store.js';
import { learnSecrets } from '../wire/learn-secrets.js';
import { type ItemSchemas, type MessageSchemas, SchemaFinder } from '../wire/message-schemas.js';
import type { WireEvent } from '../wire/tap.js';
import { itemsOf } from './list-state.js';
import type { Catalog } from './lists.js';
import type { Partition } from './person/partition.js';

/** Fields of one server that are remembered as stored as shown. Beyond that, the oldest one is forgotten. */
const MAX_SECRET_FIELDS = 500;
/** Id of the record in the store of views. */
const ID = 'stored as shown';

/** True if the field of one tool or prompt is stored as shown. The pointer has `*` in place of list indexes. */
type IsShown = (pointer: string, place: SchemaPlace) => boolean;

/**
 * Fields of one server that may be secret, but that the person chose to store as shown. A choice is valid as long as
 * the server describes the field with the same words.
 */
export class StoredAsShown {
  readonly #partition: Partition;
  readonly #changes = new Store(0);
  /** The server’s words about each field, by tool or prompt and pointer. */
  #fields = new Map<string, string>();
  /** The server key that the fields belong to. */
  #server: string | undefined;

  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** Increases with each change. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** @param item `tool` or `prompt`, a space, and its name */
  of(item: string): IsShown {
    return (pointer, place) => {
      const words = this.#server === this.#partition.server && this.#fields.get(keyOf(item, pointer));
      return words === descriptionsAt(place);
    };
  }

  /** Never throws. */
  async set(item: string, pointer: string, place: SchemaPlace, isOn: boolean): Promise<void> {
    await this.load();
    const key = keyOf(item, pointer);
    this.#fields.delete(key);
    if (isOn) this.#fields.set(key, descriptionsAt(place));
    if (this.#fields.size > MAX_SECRET_FIELDS)
      for (const oldest of this.#fields.keys()) if (this.#fields.delete(oldest)) break;
    this.#countChange();
    const { storage, server } = this.#partition.resolvePlace();
    const value = Object.fromEntries(this.#fields);
    await storage.put('view', [{ server, id: ID, at: Date.now(), value }]).catch(() => {});
  }

  /** Reads the stored fields, once for each identity. Never throws. */
  async load(): Promise<void> {
    const { storage, server } = this.#partition.resolvePlace();
    if (server === this.#server) return;
    const found = await storage.get('view', server, ID).catch(() => undefined);
    if (this.#partition.server !== server) return;
    const value: unknown = found?.value;
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    this.#fields = new Map(fields.filter((one): one is [string, string] => typeof one[1] === 'string'));
    this.#server = server;
    this.#countChange();
  }

  #countChange(): void {
    this.#changes.set(this.#changes.get() + 1);
  }
}

function keyOf(item: string, pointer: string): string {
  return `${item}\n${pointer}`;
}

/**
 * The parts of a session that {@link SessionSecrets} needs. The lists are read when a message arrives, never before.
 */
interface SessionWithSecrets {
  readonly redactor: Redactor;
  readonly partition: Partition;
  readonly tools: Pick<Catalog<Tool>, 'state'>;
  readonly prompts: Pick<Catalog<Prompt>, 'state'>;
}

/** The secrets of one session, for everything that is stored. */
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

  /** Schemas of one tool or prompt, from the server’s lists. */
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

  /** Learns the secrets of a message before it is answered. @returns the schemas of its parts */
  learnFrom(event: Pick<WireEvent, 'what' | 'message' | 'request'>): MessageSchemas {
    const schemas = this.#finder.of(event);
    const { what, message } = event;
    if (what !== 'sent' || !message) return schemas;
    const body = 'method' in message ? message.params : message.result;
    if (body !== undefined) learnSecrets(body, this.redactor, schemas);
    return schemas;
  }

  /** Wraps `fetch`, to learn the secrets in request headers. */
  learnFromHeaders(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return (input, init) => {
      const given = init?.headers ?? (input instanceof Request ? input.headers : undefined);
      for (const [name, value] of given instanceof Headers ? given : new Headers(given)) {
        for (const secret of secretsInHeader(name, value)) this.redactor.add(secret);
      }
      return fetch(input, init);
    };
  }
}
