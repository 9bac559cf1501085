import type { AuditEntry, AuthorizedBy, NewAuditEntry } from '../approvals/audit-entry.js';
import type { AuditLog } from '../approvals/audit-log.js';
import { type AuditedValue, previewOf } from '../approvals/audit-preview.js';
import type { RequestingServer } from '../approvals/types.js';
import type { McpError } from '../errors.js';
import type { Clock } from '../jsonrpc/call-clock.js';
import type { Initiator, JsonObject, ToolResult } from '../protocol/model.js';
import type { Readable } from '../util/store.js';
import { requestingServerOf } from './approvals.js';
import type { SessionContext } from './context.js';
import type { SessionState } from './options.js';
import type { SessionSecrets } from './redaction.js';

/** The part of a session that the audit of a call needs. */
interface AuditedSession extends Pick<SessionContext, 'url' | 'secrets'> {
  readonly state: Readable<SessionState>;
}

/** The call as it was requested. */
interface AuditedCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly initiator: Initiator;
  readonly clock: Clock;
  /** Called where the call was made and its entry could not be stored. */
  readonly onProblem: (problem: McpError) => void;
}

/** Writes one tool call into the audit log: the request, the decision and the outcome. */
export class CallAudit {
  readonly #auditLog: AuditLog;
  readonly #session: AuditedSession;
  readonly #secrets: SessionSecrets;
  readonly #server: string;
  /** The call before a person edited it. */
  readonly #call: AuditedCall;
  #askedAt = Date.now();

  constructor(
    session: AuditedSession,
    { auditLog, server }: { readonly auditLog: AuditLog; readonly server: string },
    call: AuditedCall,
  ) {
    this.#auditLog = auditLog;
    this.#session = session;
    this.#secrets = session.secrets;
    this.#server = server;
    this.#call = call;
  }

  /** Call it when the person is asked. */
  noteQuestion(): void {
    this.#askedAt = Date.now();
  }

  noteRefusal(authorizedBy: AuthorizedBy, grant?: string): void {
    this.#addEntry('tool-call', 'refused', authorizedBy, {
      shown: this.#previewArguments(this.#call.args),
      ...(grant && { grant }),
    });
  }

  /** The call was withdrawn before anybody decided. */
  noteWithdrawal(): void {
    this.#addEntry('tool-call', 'withdrawn', 'person', { shown: this.#previewArguments(this.#call.args) });
  }

  /** Makes the call, and writes down who allowed it and how it ended. */
  async recordCall(
    { authorizedBy, args, grant }: { authorizedBy: AuthorizedBy; args: JsonObject; grant?: string | undefined },
    send: () => Promise<ToolResult>,
  ): Promise<ToolResult> {
    const id = this.#addEntry('tool-call', 'allowed', authorizedBy, {
      shown: this.#previewArguments(this.#call.args),
      ...(args !== this.#call.args && isOther(args, this.#call.args) && { given: this.#previewArguments(args) }),
      ...(grant && { grant }),
    });
    const end = (outcome: AuditEntry['outcome']): void =>
      this.#auditLog.end(id, outcome, this.#call.clock.serverMs ?? 0);
    let result: ToolResult;
    try {
      result = await send();
    } catch (error) {
      end('failed');
      throw error;
    }
    end(result.isError ? 'tool-error' : 'done');
    // The entry is stored before the result is returned: the page may close right after that.
    const problem = await this.#auditLog.stored(id);
    if (problem) this.#call.onProblem(problem);
    return result;
  }

  /** Writes down whether the person released the result. */
  async noteReview(decision: Promise<{ readonly allowed: boolean }>, result: ToolResult): Promise<void> {
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
    this.#addEntry('tool-result', answer, 'person', { shown });
  }

  #addEntry(
    kind: NewAuditEntry['kind'],
    answer: NewAuditEntry['answer'],
    authorizedBy: AuthorizedBy,
    more: Pick<NewAuditEntry, 'shown' | 'given' | 'grant'>,
  ): string {
    const requestingServer = this.#readRequestingServer();
    const { redactor } = this.#secrets;
    const serverName = redactor.without(requestingServer?.server.title ?? requestingServer?.server.name ?? '', true);
    return this.#auditLog.add({
      server: this.#server,
      serverName,
      host: requestingServer?.host ?? hostIn(this.#session.url),
      kind,
      about: redactor.without(this.#call.name, true),
      initiator: this.#call.initiator,
      answer,
      authorizedBy,
      at: this.#askedAt,
      decidedAfter: Date.now() - this.#askedAt,
      ...more,
    });
  }

  /**
   * Leaves out secrets: those that the tool’s schema marks, those that a field’s name shows, and those known in the
   * session.
   */
  #previewArguments(args: JsonObject): readonly AuditedValue[] {
    const { redactor } = this.#secrets;
    const { input: schema, isShown } = this.#secrets.schemasOf('tools/call', this.#call.name) ?? {};
    return previewOf(args, { schema, redactor, isShown });
  }

  /** Undefined before the handshake. */
  #readRequestingServer(): RequestingServer | undefined {
    const state = this.#session.state.get();
    return 'server' in state && state.server ? requestingServerOf(state.server) : undefined;
  }
}

function hostIn(url: string): string {
  return new URL(url).host;
}

function isOther(one: JsonObject, other: JsonObject): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
