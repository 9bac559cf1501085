import { McpError } from '../errors.js';
import { asObject } from './check/object.js';
import type { JsonObject } from './model.js';

/** Names under which servers written after older tutorials say what has another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'notifications/logging/message': 'notifications/message' };

/** Said by servers although it is not theirs to say, or is no message at all. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set(['exit', 'initialized', 'notifications/initialized']);

export interface News {
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** Notifications by the names the specification has for them. What is read tolerantly is noted, once for each kind. */
export class NewsReader {
  readonly #report: (problem: McpError) => void;
  readonly #noted = new Set<string>();

  constructor(report: (problem: McpError) => void) {
    this.#report = report;
  }

  read(method: string, params: unknown): News {
    const raw = asObject(params);
    if (Object.hasOwn(OTHER_NAMES, method)) {
      const name = OTHER_NAMES[method]!;
      this.#note(method, `The server says ${method}; it was read as ${name}.`);
      return { method: name, params: raw };
    }
    if (method === 'notifications/progress' && raw && !('progressToken' in raw) && 'token' in raw) {
      this.#note(method, 'The server’s progress has token and value; they were read as progressToken and progress.');
      const { token, value, ...rest } = raw;
      return { method, params: { progress: value ?? null, ...rest, progressToken: token ?? null } };
    }
    if (WITHOUT_MEANING.has(method))
      this.#note(method, `The server says ${method}, which means nothing to a client; it was ignored.`);
    return { method, params: raw };
  }

  #note(method: string, words: string): void {
    if (this.#noted.has(method)) return;
    this.#noted.add(method);
    this.#report(new McpError('bad-message', words));
  }
}
