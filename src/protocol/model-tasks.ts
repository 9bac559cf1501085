/** What a server is doing, or did, after it answered a call. */

export type TaskStatus =
  | 'working'
  /** It waits for answers. */
  | 'input_required'
  | 'completed'
  | 'failed'
  | 'cancelled';

export interface Task {
  /** Whoever has it may get at the task: as secret as what the task is about. */
  readonly taskId: string;
  readonly status: TaskStatus;
  /** How it stands, in the server's words. */
  readonly statusMessage?: string | undefined;
  /** ISO 8601, by the server's clock. */
  readonly createdAt?: string | undefined;
  readonly lastUpdatedAt?: string | undefined;
  /** Milliseconds from its creation for which the server keeps it; null for ever. May change. */
  readonly ttlMs?: number | null | undefined;
  /** Milliseconds that the server wants to pass between two looks at it. May change. */
  readonly pollIntervalMs?: number | undefined;
}
