/** What a request was for. */
export type Step =
  // What every client does to connect, done by the same code.
  | 'discovery' // the first words of the newest revision
  | 'handshake' // the first words of the older ones
  | 'message' // what follows them
  | 'stream' // GET
  | 'goodbye' // DELETE
  // What only a diagnosis does.
  | 'redirect' // where does it lead? asked without the headers of the page
  | 'reach' // no-cors: does anything answer at all?
  | 'plain' // readable for any page, no preflight
  | 'headers' // does a preflight allow these headers?
  | 'sibling' // another path of the same origin
  | 'metadata'; // who signs people in

/** One request and what came of it, as far as a page can see. */
export interface Observation {
  readonly step: Step;
  readonly method: string;
  readonly url: string;
  /** Names, in lower case, of the headers that a preflight asks for. */
  readonly sent: readonly string[];
  /** `opaque`: something answered, and nothing of it can be read. */
  readonly outcome: 'answered' | 'opaque' | 'blocked' | 'timed-out';
  /** 0 where there is none. */
  readonly status: number;
  /** What could be read, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Where a redirect led; `unknown` where the browser does not say. */
  readonly redirectedTo?: string | undefined;
}

/** What is known of the page that asks. */
export interface PageFacts {
  /** Undefined outside of a browser. */
  readonly origin: string | undefined;
  readonly online: boolean;
  /** The permission to reach the local network, where the browser has one. */
  readonly localNetwork: 'granted' | 'denied' | 'prompt' | undefined;
  /** The directive of the page's content security policy that blocked a request of ours. */
  readonly blockedBy: string | undefined;
}

/** Everything a verdict is made of. */
export interface Facts {
  readonly url: string;
  readonly page: PageFacts;
  /** Names of the headers that the caller gave, in lower case. */
  readonly pageHeaders: readonly string[];
  readonly observations: readonly Observation[];
  /** It came to a connection; something may have failed after that. */
  readonly opened?: { readonly revision: string; readonly transport: 'streamable-http' | 'http-sse' } | undefined;
  /** Why it did not, or did not last. */
  readonly failure?: Failure | undefined;
  /** The limit on requests was reached. */
  readonly limited: boolean;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly rpcCode?: number | undefined;
}

export function typeOf({ headers }: Observation): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** Readable for the page: the server's CORS rules let this request pass with these headers. */
export function isAnswered({ outcome }: Observation): boolean {
  return outcome === 'answered';
}

/** Something of the address itself can be read. */
export function hasAnswered({ observations }: Facts): boolean {
  return observations.some((seen) => isAnswered(seen) && seen.step !== 'sibling' && seen.step !== 'metadata');
}

/** Part of what every client does, in contrast to the tests. */
export function isOpening({ step }: Observation): boolean {
  return step === 'discovery' || step === 'handshake' || step === 'message' || step === 'stream';
}

export function isCrossOrigin({ url, page }: Facts): boolean {
  return page.origin !== undefined && new URL(url).origin !== page.origin;
}
