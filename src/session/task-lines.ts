import type { McpError, ProtocolError } from '../errors.js';
import type { RequestOptions } from '../jsonrpc/in-flight.js';
import { readInputRequests } from '../protocol/check/input-requests.js';
import { asObject } from '../protocol/check/object.js';
import { readTaskError } from '../protocol/check/task.js';
import type { JsonObject } from '../protocol/model.js';
import type { Task } from '../protocol/model-tasks.js';
import type { TaskQuestions } from './task-questions.js';

export type Patience = Partial<Pick<RequestOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>>;

/** Sends a request about one task. @throws McpError, ProtocolError */
export type AskAboutTask = (method: string, patience: Patience, params?: JsonObject) => Promise<JsonObject>;

/** What a task came to: what its call would have given, or thrown. */
export type TaskOutcome = { readonly result: JsonObject } | { readonly error: McpError };

/** How one speaks with a server about one task. */
export interface TaskLine {
  /** The task as it stands, as sent. */
  look(patience: Patience): Promise<JsonObject>;
  /** Does what that state asks for. @returns what the task came to, where that is known now */
  attend(task: Task, raw: JsonObject, patience: Patience): Promise<TaskOutcome | undefined>;
  /** A person is being asked. */
  isAsking(): boolean;
  /** Calls `again` when there is news of the task, so that one need not wait to look. @returns what ends that */
  onNews?: ((again: () => void) => () => void) | undefined;
}

/** As the extension has it: everything is in what one sees when one looks. */
export function lineOfExtension(ask: AskAboutTask, questions: TaskQuestions): TaskLine {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => questions.areOpen,
    async attend({ status }, raw) {
      questions.show(status === 'input_required' ? readInputRequests('tasks/get', raw['inputRequests']) : {});
      if (status !== 'completed' && status !== 'failed') return undefined;
      const error = status === 'failed' && readTaskError(raw);
      const result = asObject(raw['result']);
      // A failed tool with a result is one of the older form, where that was a failure too.
      return error ? { error } : result && { result };
    },
  };
}

/**
 * As a revision had it built in: what came of a task is asked for, and so is what it waits for, on whose stream the
 * server then puts its questions.
 */
export function lineOfRevision(ask: AskAboutTask): TaskLine {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => false,
    async attend({ status }, _raw, patience) {
      if (status === 'working' || status === 'cancelled') return undefined;
      try {
        // However long somebody needs to answer: the answer is the sign of life.
        return { result: await ask('tasks/result', { ...patience, timeoutMs: Infinity }) };
      } catch (error) {
        if ((error as Partial<ProtocolError>).rpcCode === undefined) throw error;
        return { error: error as ProtocolError };
      }
    },
  };
}
