import type { Body, TranscriptEntry } from './entry.js';
import { entryId } from './entry-id.js';
import { redactAddress } from '../util/secrets.js';
import type { Redactor } from '../util/redactor.js';
import type { MessageSchemas } from './message-schemas.js';
import { writeBody } from './write-body.js';

/** What a message says, where it is a request or a notification. */
export type Params = Readonly<Record<string, unknown>> | undefined;

/** Characters of a name or address that stands in the list. */
const MAX_SUBJECT = 300;

export interface WriterRules {
  readonly server: string;
  readonly session: string;
  readonly redactor: Redactor;
}

/** Writes down what messages of one session say, without what is secret in it. */
export class MessageWriter {
  readonly #rules: WriterRules;
  #number = 0;

  constructor(rules: WriterRules) {
    this.#rules = rules;
  }

  /** How many messages have begun an entry. */
  get number(): number {
    return this.#number;
  }

  /** What every entry has. @param at on the clock of `performance.now()` */
  begin(
    { method, params, at }: { readonly method: string; readonly params: Params; readonly at: number },
    direction: 'sent' | 'received',
    schemas: MessageSchemas | undefined,
  ): Omit<TranscriptEntry, 'kind'> {
    const { server, session } = this.#rules;
    // From now: a computer that slept has two clocks that no longer agree.
    const epoch = Math.round(Date.now() - (performance.now() - at));
    const body = params && this.write(params, direction === 'sent' ? 'us' : 'server', schemas);
    const subject = this.#subject(params);
    return {
      id: entryId(epoch, session, this.#number++),
      session,
      server,
      at: epoch,
      clock: at,
      direction,
      method: this.words(method),
      ...(subject && { subject }),
      ...(body && { params: body }),
    };
  }

  /** @param from who says it */
  write(value: unknown, from: 'us' | 'server', schemas: MessageSchemas | undefined): Body {
    return writeBody(value, { redactor: this.#rules.redactor, schemas, from });
  }

  /** A name or a sentence. */
  words(text: string): string {
    return this.#rules.redactor.without(text.slice(0, MAX_SUBJECT));
  }

  /** Of what there are many, the one that it is about. */
  #subject(params: Params): string | undefined {
    const { name, uri, taskId, level } = params ?? {};
    const address = typeof uri === 'string' ? redactAddress(uri) : undefined;
    const found = [name, address, taskId, level].find((value) => typeof value === 'string');
    return found === undefined ? undefined : this.words(found);
  }
}
