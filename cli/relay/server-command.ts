/** How messages are told apart on stdin and stdout. MCP knows lines only; some servers use the headers of LSP by mistake. */
export type Framing = 'newline' | 'content-length';

/** How a server is started. Fixed when the relay starts: no request can change any of it. */
export interface ServerCommand {
  /** A program, by its path or its name in PATH. Never a shell line. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Variables in addition to those of `serverEnvironment`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the folder of the relay. */
  readonly cwd?: string;
  /** Passes on every variable of the relay. Default: false, because they often hold secrets. */
  readonly inheritEnv?: boolean;
  /** How messages to the server are written. Default: as the server writes its first one, and lines before that. */
  readonly framing?: Framing;
}

/** A line that a server wrote and that is no message. A log, not an error; and text of the server, so show it as text. */
export interface LogLine {
  /** Number of the process: several of one server may run. */
  readonly process: number;
  /** `relay`: a remark of the relay about this process. */
  readonly source: 'stderr' | 'stdout' | 'relay';
  readonly text: string;
}
