import type { Scenario } from './servers.js';

/** A row of docs/sending-again.md, and the server that makes it happen. */
export interface Row {
  readonly sign: string;
  readonly era: '2025-11-25' | '2026-07-28' | 'both';
  readonly request: string;
  readonly done: string;
  /** Times that the request reaches the server. */
  readonly sent: number;
  readonly why: string;
  /** What is told; undefined where the request succeeds. */
  readonly error?: string;
  /** The person is told first that it may have been carried out. */
  readonly warns: boolean;
  /** The statuses of which the sign speaks. */
  readonly statuses?: readonly number[];
  readonly replies: (method: string, status: number | undefined) => NonNullable<Scenario['replies']>;
  readonly capabilities?: object;
  readonly client?: 'signs-in' | 'answers' | 'visits' | 'task' | 'impatient';
  /** How it differs in a page: a browser does not say where a redirect leads. */
  readonly inPage?: { readonly sent?: number; readonly error?: string; readonly warns?: boolean | 'of calls' };
  /** Browsers send it once more by themselves, which no page can prevent. */
  readonly browserRepeats?: boolean;
  /** How it differs over the relay. */
  readonly relayed?: { readonly sent?: number; readonly error?: string; readonly warns?: boolean };
}

export const ROWS: readonly Row[];
/** The cases of a row: each era, method and status that it is for. */
export function casesOf(row: Row): readonly {
  readonly era: '2025-11-25' | '2026-07-28';
  readonly method: string;
  readonly status: number | undefined;
}[];
export const HEAD: readonly string[];
/** The cells of a row, as the document has them. */
export function cellsOf(row: Row): readonly string[];
