import type { Body, TranscriptEntry } from './entry.js';
import { entryId } from './entry-id.js';
import { secretFieldsOf } from './secret-fields.js';
import { Secrets } from './secrets.js';
import { writeBody } from './write-body.js';

/** What a message says, where it is a request or a notification. */
export type Params = Readonly<Record<string, unknown>> | undefined;

/** Characters of a name or address that stands in the list. */
const MAX_SUBJECT = 300;

export interface WriterRules {
  readonly server: string;
  readonly session: string;
  /** The input schema of a tool, for the fields that it marks as secret. */
  readonly schemaOf?: ((tool: string) => unknown) | undefined;
  /** Values that are secret whatever they are called. */
  readonly secretValues?: readonly string[] | undefined;
}

/** Writes down what messages of one session say, without what is secret in it. */
export class MessageWriter {
  readonly #rules: WriterRules;
  readonly #secrets = new Secrets();
  /** Names of fields that questions inside of results ask for and that are secret: their answers go with the next call. */
  #elicited: ReadonlySet<string> = new Set();
  #number = 0;

  constructor(rules: WriterRules) {
    this.#rules = rules;
    rules.secretValues?.forEach((value) => this.#secrets.add(value));
  }

  /** How many messages have begun an entry. */
  get number(): number {
    return this.#number;
  }

  /** What every entry has. @param at on the clock of `performance.now()` */
  begin(
    { method, params, at }: { readonly method: string; readonly params: Params; readonly at: number },
    direction: 'sent' | 'received',
    secretNames: ReadonlySet<string> | undefined,
  ): Omit<TranscriptEntry, 'kind'> {
    const { server, session } = this.#rules;
    // From now: a computer that slept has two clocks that no longer agree.
    const epoch = Math.round(Date.now() - (performance.now() - at));
    const hasAnswers = params?.['inputResponses'] !== undefined;
    const names = hasAnswers ? new Set([...(secretNames ?? []), ...this.#elicited]) : secretNames;
    const body = params && this.write(params, names);
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

  write(value: unknown, secretNames: ReadonlySet<string> | undefined): Body {
    return writeBody(value, { secrets: this.#secrets, secretNames });
  }

  /** A name or a sentence. */
  words(text: string): string {
    return this.#secrets.without(text.slice(0, MAX_SUBJECT));
  }

  isFreeOfSecrets(text: string): boolean {
    return this.#secrets.without(text) === text;
  }

  /** What a request says about the fields in it, or in its answer. */
  schemaOf(method: string, direction: 'sent' | 'received', params: Params): unknown {
    if (direction === 'received') return params?.['requestedSchema'];
    const name = params?.['name'];
    return method === 'tools/call' && typeof name === 'string' ? this.#rules.schemaOf?.(name) : undefined;
  }

  /** Questions inside of a result: what they ask for may be secret. */
  learn(result: unknown): void {
    const questions = (result as Params)?.['inputRequests'];
    if (typeof questions !== 'object' || questions === null) return;
    this.#elicited = new Set(
      Object.values(questions).flatMap((question: unknown) => [
        ...secretFieldsOf((question as { params?: Params } | null)?.params?.['requestedSchema']),
      ]),
    );
  }

  /** Of what there are many, the one that it is about. */
  #subject(params: Params): string | undefined {
    const found = [params?.['name'], params?.['uri'], params?.['taskId'], params?.['level']].find(
      (value) => typeof value === 'string',
    );
    return found === undefined ? undefined : this.words(found);
  }
}
