import type { Asker } from '../approvals/approval.js';
import type { Consent, NewEntry, RecordEntry } from '../approvals/record-entry.js';
import type { ConsentRecord } from '../approvals/record.js';
import { previewOf, type RecordedValue } from '../approvals/record-preview.js';
import type { JsonObject, ToolResult } from '../protocol/model.js';
import type { StartedBy } from '../protocol/started-by.js';
import { askerOf } from './open-desk.js';
import { serverKey } from './server-key.js';
import { recordOf } from './open-record.js';
import { secretsOf, type SessionSecrets } from './session-secrets.js';
import type { SessionOptions } from './session-options.js';
import type { Session } from './session.js';

/** Notes what becomes of one call of a tool. */
export class CallRecord {
  readonly #record: ConsentRecord;
  readonly #session: Pick<Session, 'url' | 'server' | 'state' | 'tools'>;
  readonly #secrets: SessionSecrets;
  readonly #server: string;
  readonly #tool: string;
  readonly #startedBy: StartedBy;
  /** As it was wanted, before anybody edited anything. */
  readonly #wanted: JsonObject;
  #asked = Date.now();

  constructor(
    session: Pick<Session, 'url' | 'server' | 'state' | 'tools'>,
    options: SessionOptions,
    { name, startedBy, args }: { readonly name: string; readonly startedBy: StartedBy; readonly args: JsonObject },
  ) {
    this.#record = recordOf(options);
    this.#session = session;
    this.#secrets = secretsOf(session);
    this.#server = serverKey(session.url, options);
    this.#tool = name;
    this.#startedBy = startedBy;
    this.#wanted = args;
  }

  /** A question is put now. */
  asked(): void {
    this.#asked = Date.now();
  }

  refused(consent: Consent, grant?: string): void {
    this.#note('tool-call', 'refused', consent, { shown: this.#preview(this.#wanted), ...(grant && { grant }) });
  }

  /** Nobody decided in time. */
  withdrawn(): void {
    this.#note('tool-call', 'withdrawn', 'person', { shown: this.#preview(this.#wanted) });
  }

  /** The call is made now, on that word. Its end is noted when it comes. */
  async made(
    consent: Consent,
    args: JsonObject,
    grant: string | undefined,
    send: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const id = this.#note('tool-call', 'allowed', consent, {
      shown: this.#preview(this.#wanted),
      ...(args !== this.#wanted && isOther(args, this.#wanted) && { given: this.#preview(args) }),
      ...(grant && { grant }),
    });
    const start = Date.now();
    const end = (outcome: RecordEntry['outcome']): void => this.#record.end(id, outcome, Date.now() - start);
    try {
      const result = await send();
      end(result.isError ? 'tool-error' : 'done');
      return result;
    } catch (error) {
      end('failed');
      throw error;
    }
  }

  /** The person saw the result, and it went on or did not. */
  async reviewed(decision: Promise<{ readonly allowed: boolean }>, result: ToolResult): Promise<void> {
    const { redactor } = this.#secrets;
    const text = result.content.find((block) => block.type === 'text');
    const shown = previewOf(
      { result: text && 'text' in text ? text.text : `${result.content.length} parts` },
      { redactor },
    );
    const answer = await decision.then(
      ({ allowed }) => (allowed ? ('allowed' as const) : ('refused' as const)),
      () => 'withdrawn' as const,
    );
    this.#note('tool-result', answer, 'person', { shown });
  }

  #note(
    kind: NewEntry['kind'],
    answer: NewEntry['answer'],
    consent: Consent,
    more: Pick<NewEntry, 'shown' | 'given' | 'grant'>,
  ): string {
    const asker = this.#asker();
    const { redactor } = this.#secrets;
    const serverName = redactor.without(asker?.server.title ?? asker?.server.name ?? '', true);
    return this.#record.note({
      server: this.#server,
      serverName,
      host: asker?.host ?? hostIn(this.#session.url),
      kind,
      about: redactor.without(this.#tool, true),
      startedBy: this.#startedBy,
      answer,
      consent,
      at: this.#asked,
      decidedAfter: Date.now() - this.#asked,
      ...more,
    });
  }

  /** Without what is secret by the schema of the tool, by its name or in the session. */
  #preview(args: JsonObject): readonly RecordedValue[] {
    const { redactor } = this.#secrets;
    const { input: schema, isShown } = this.#secrets.schemasOf('tools/call', this.#tool) ?? {};
    return previewOf(args, { schema, redactor, isShown });
  }

  /** Undefined before the server was met. */
  #asker(): Asker | undefined {
    const state = this.#session.state.get();
    return 'server' in state && state.server ? askerOf(state.server) : undefined;
  }
}

function hostIn(url: string): string {
  return new URL(url).host;
}

function isOther(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
