import { ApprovalDesk } from '../approvals/approval-desk.js';
import type { Asker } from '../approvals/approval.js';
import type { AskRecord } from '../approvals/record-asks.js';
import type { Roots } from '../approvals/roots.js';
import type { McpError } from '../errors.js';
import type { ServerProfile } from '../protocol/model.js';
import { serverKey } from './server-key.js';
import { recordOf } from './open-record.js';
import { personHasRoots, rootsFor } from './open-roots.js';
import { secretsOf } from './session-secrets.js';
import type { SessionOptions } from './session-options.js';

/** The desk that decides this session's questions. */
export function openDesk(
  session: object,
  options: SessionOptions,
  server: () => ServerProfile,
  onProblem: (problem: McpError) => void,
): ApprovalDesk {
  const { approvals: queue, policy, askLimits: limits } = options;
  const noteIn = (): AskRecord => ({
    record: recordOf(options),
    server: serverKey(server().url, options),
    redactor: secretsOf(session).redactor,
  });
  const asker = (): Asker => askerOf(server());
  const keptRoots = personHasRoots(options) ? (): Roots => rootsFor(server().url, options) : undefined;
  return new ApprovalDesk({ keptRoots, queue, policy, limits, answerers: options, asker, noteIn, onProblem });
}

/** Who asks, as far as we know it ourselves. */
export function askerOf(server: ServerProfile): Asker {
  const { host, protocol } = new URL(server.url);
  // A port has no host, and what it carries never leaves the page.
  return { server, host: host || 'this page', encrypted: /^(https|wss|port):$/.test(protocol) };
}
