import { itemsOf } from '../features/catalog-state.js';
import { promptSchema } from '../schema/prompt-arguments.js';
import type { Fact } from '../transcript/onlooker.js';
import { SchemaFinder, type ItemSchemas, type MessageSchemas } from '../transcript/message-schemas.js';
import { learnSecrets } from '../transcript/write-body.js';
import { Redactor } from '../util/redactor.js';
import { secretInHeader } from '../util/secret-header.js';
import { StoredAsShown } from './stored-as-shown.js';
import type { Session } from './session.js';

/** What is secret in one session, for everything that is written of it. */
export class SessionSecrets {
  readonly redactor: Redactor = new Redactor();
  readonly shown: StoredAsShown;
  readonly #session: Pick<Session, 'tools' | 'prompts'>;
  readonly #finder: SchemaFinder;

  constructor(session: object) {
    this.#session = session as Session;
    this.shown = new StoredAsShown(session);
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
  hear(fact: Pick<Fact, 'what' | 'message'>): MessageSchemas {
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

/** Knows what was secret in a session, for what is written of it elsewhere. */
export function redactorOf(session: object): Redactor {
  return secretsOf(session).redactor;
}

const bySession = new WeakMap<object, SessionSecrets>();

export function secretsOf(session: object): SessionSecrets {
  const found = bySession.get(session) ?? new SessionSecrets(session);
  bySession.set(session, found);
  return found;
}
