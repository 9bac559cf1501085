// Where the servers of the test run are. The module itself is made by servers-plugin.mjs; tsconfig.json maps its address here.
/** server-everything over Streamable HTTP (2025-11-25). */
export const everythingUrl: string;
/** server-everything over HTTP+SSE (the transport of 2024-11-05). */
export const everythingSseUrl: string;
/** Our demo server: 2026-07-28 and nothing older. */
export const modernUrl: string;

/**
 * A server that behaves as the scenario says (see scripted/scenarios.mjs; `dead` is a port where nobody listens).
 * Each call gives a server of its own, unless `instance` names one.
 */
export function scriptedUrl(name: string, instance?: string): string;

/** Every request that reached the server at `url`, preflights included, oldest first. */
export function scriptedLog(url: string): Promise<LoggedRequest[]>;

/** A server made of plain data: `{ revision?, cors?, session?, capabilities?, replies? }`, see scripted/answer.mjs. */
export function script(scenario: Scenario): Promise<string>;

/**
 * A real server behind a gate that speaks for it about CORS: exactly these header lines go out with every answer, and
 * alone with 204 to every preflight. `server` is the name of a real one, or the address of a scripted one.
 * @param options `cut`: the stream of the first call breaks after its first event
 */
export function gate(
  server: string,
  lines: readonly string[],
  options?: { readonly cut?: boolean; readonly token?: string },
): Promise<string>;

/** Other lines from now on; `down`, and every connection breaks; or `most` so many empty POSTs, and 429 without lines for more. */
export function changeGate(
  url: string,
  changes: {
    readonly lines?: readonly string[];
    readonly cut?: boolean;
    readonly down?: boolean;
    readonly most?: number;
  },
): Promise<string>;

/** Every request that reached that gate, preflights included, oldest first. */
export function gateLog(url: string): Promise<Omit<LoggedRequest, 'aborted'>[]>;

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body, parsed where it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look inside freely
  readonly body: any;
  /** The client hung up before the answer was complete. */
  readonly aborted: boolean;
}

export interface Scenario {
  readonly revision?: string;
  readonly cors?: 'none' | { readonly allow?: string; readonly expose?: string; readonly methods?: string };
  /** False: gives out no session id. */
  readonly session?: boolean;
  /** The endpoint is at the path with a slash at its end, and without one it redirects there with this status. */
  readonly slash?: number;
  readonly capabilities?: object;
  /** By JSON-RPC method, HTTP method (`GET`, `DELETE`), `response` for answers to the server's questions, or `*`. */
  readonly replies?: Readonly<Record<string, Reply | readonly Reply[]>>;
}

export type Reply = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
  | { readonly message: unknown }
  | { readonly text: string; readonly type?: string }
  | { readonly sse: readonly unknown[]; readonly end?: boolean; readonly reset?: boolean }
  | { readonly hang: true }
  | { readonly reset: true }
);
