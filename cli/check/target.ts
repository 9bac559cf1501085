import type { McpError } from '../../src/errors.js';
import type { PageFetch } from './page-fetch.js';

/** The server of a check, and the page that asks it. */
export interface CheckTarget {
  readonly url: string;
  /** Headers of the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that each request may take. */
  readonly timeoutMs: number;
  readonly page: PageFetch;
}

/** A problem, and what the user can do about it. */
export interface CheckProblem {
  readonly what: string;
  readonly remedy?: string | undefined;
}

export function problemOf({ message, remedy }: McpError): CheckProblem {
  return { what: message, ...(remedy && { remedy }) };
}
