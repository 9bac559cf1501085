/** A server as the command describes it to its page. */
export interface ServerOfCommand {
  readonly id: string;
  readonly name: string;
  readonly kind: 'stdio' | 'http';
  /** The command as a person would type it, or the address. */
  readonly target: string;
  /** The path of the server on the relay. */
  readonly path: string;
  /** `auto`: the relay asks where the page may not read the answers. */
  readonly relay: 'auto' | 'always' | 'never';
  /** Names of variables that are not set: the server cannot be used yet. */
  readonly missing: readonly string[];
  /** True where the command records messages. */
  readonly records?: boolean | undefined;
}

/** The page or the relay, as found to reach a server or an address of its sign-in. */
export type Found = 'page' | 'relay' | undefined;

/** A server with the state of its connection. */
export interface ReachedServer extends ServerOfCommand {
  /** The page or the relay, as found to reach it. */
  found?: Found;
  /** Results for its other addresses, by method, address and headers. */
  readonly ways: Map<string, Found>;
  /** The text that the page shows about the connection. */
  words: string;
  /** The person can choose the relay. */
  useRelay?: boolean;
  /** True where not even the relay reached it. */
  isDead?: boolean;
  /** Addresses of its sign-in that the relay found. */
  endpoints?: readonly Endpoint[] | undefined;
  /** Messages that the command did not get for its recording. */
  lost: number;
  readonly helpers: FetchHelpers;
}

/** An address of a sign-in. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly method: string;
}

/** Functions of the page that its `fetch` needs. */
export interface FetchHelpers {
  /** Asks the command, with the secret of the launch. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Shows the user which way is taken. */
  tell(server: ReachedServer, words: string): void;
  /** Makes an error of the client. */
  failure(code: 'network' | 'load', words: string): Error;
}

/**
 * Returns who sends a request. `page first`: the relay sends it again if the page cannot read the answer.
 * @param to `server` for its messages; `elsewhere` for its sign-in and the other address of HTTP+SSE
 * @param found who already reached it
 */
export function wayFor(
  { kind, relay }: Pick<ServerOfCommand, 'kind' | 'relay'>,
  to: 'server' | 'elsewhere',
  found: Found,
): 'page' | 'relay' | 'page first' {
  if (to === 'elsewhere' && kind === 'stdio') return 'page';
  // A person chose the relay for a server that the page reaches and cannot use.
  if (to === 'server' && found === 'relay') return 'relay';
  if (relay === 'never' || found === 'page') return 'page';
  return relay === 'always' || found === 'relay' ? 'relay' : 'page first';
}

/**
 * Statuses of the relay for a server that is not reachable. Its other statuses are part of the protocol, for the
 * client.
 */
const NO_SERVER: readonly number[] = [403, 413, 500, 502, 503, 504];

/**
 * The code of the client’s error for an answer of the relay itself. A call that may have reached the server fails with
 * `network`, so that the client reports that. A server that did not start fails with `load`: after `network` the client
 * would try an older revision.
 * @param key of the header `mcp-relay-error`; null if the answer is the server’s
 * @returns undefined for an answer that the client reads
 */
export function failureOf(
  key: string | null,
  status: number,
  method: string | undefined,
): 'network' | 'load' | undefined {
  if (key === null || !NO_SERVER.includes(status)) return undefined;
  return key.startsWith('relay.upstream') || (status >= 500 && method === 'tools/call') ? 'network' : 'load';
}
