export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogMessage {
  readonly level: LogLevel;
  /** At most 200 characters. */
  readonly logger?: string | undefined;
  /** As sent; of more than 64 Ki characters of JSON, the first as many as a text. */
  readonly data: unknown;
  /** When it came, in epoch milliseconds. */
  readonly at: number;
  /** What is wrong with it, as sentences, and what was done about it; absent where nothing is. */
  readonly issues?: readonly string[] | undefined;
}
