import { ApprovalDesk } from '../approvals/approval-desk.js';
import type { Asker } from '../approvals/approval.js';
import type { ServerProfile } from '../protocol/model.js';
import type { SessionOptions } from './session-options.js';

/** The desk that decides this session's questions. */
export function openDesk(options: SessionOptions, server: () => ServerProfile): ApprovalDesk {
  const { approvals: queue, policy } = options;
  return new ApprovalDesk({ queue, policy, answerers: options, asker: () => askerOf(server()) });
}

function askerOf(server: ServerProfile): Asker {
  const { host, protocol } = new URL(server.url);
  // A port has no host, and what it carries never leaves the page.
  return { server, host: host || 'this page', encrypted: /^(https|wss|port):$/.test(protocol) };
}
