import { ProtocolError } from '../../errors.js';
import { rpcCodes } from '../../jsonrpc/codes.js';
import type { JsonObject } from '../model.js';
import type { Task, TaskStatus } from '../model-tasks.js';
import { asNumber, asObject, asString, compact } from './object.js';

const STATUSES: ReadonlySet<unknown> = new Set<TaskStatus>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);

/**
 * A task in either form: its two times have one name in the revision that had tasks built in, another in the extension.
 * @returns what is wrong with it, as the end of a sentence, where it cannot be used
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function readTask(value: unknown): Task | string {
  const raw = asObject(value) ?? {};
  const taskId = asString(raw['taskId']);
  if (!taskId) return 'has no taskId';
  const { status } = raw;
  if (!STATUSES.has(status)) return `has a status this client does not know (${asString(status)})`;
  const ttl = 'ttlMs' in raw ? raw['ttlMs'] : raw['ttl'];
  return compact({
    taskId,
    status: status as TaskStatus,
    statusMessage: asString(raw['statusMessage']),
    createdAt: asString(raw['createdAt']),
    lastUpdatedAt: asString(raw['lastUpdatedAt']),
    ttlMs: ttl === null ? null : asDuration(ttl),
    pollIntervalMs: asDuration(raw['pollIntervalMs'] ?? raw['pollInterval']),
  });
}

function asDuration(value: unknown): number | undefined {
  const ms = asNumber(value);
  return ms !== undefined && ms >= 0 ? ms : undefined;
}

/** Why a task failed: the error that the call would have had. Undefined where the server sent none. */
export function readTaskError(raw: JsonObject): ProtocolError | undefined {
  const error = asObject(raw['error']);
  if (!error) return undefined;
  const words = asString(error['message']) || asString(raw['statusMessage']) || 'The task failed.';
  return new ProtocolError(asNumber(error['code']) ?? rpcCodes.internalError, words, { data: error['data'] });
}
