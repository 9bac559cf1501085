import { corsRulesFor } from '../../src/transport/cors-rules.js';
import type { CorsFault, SeenAnswer } from './page-fetch.js';
import type { CheckTarget } from './target.js';

/** The result of one preflight, for a method or a header. */
export interface CorsPermission {
  /** Of a method or a header. */
  readonly name: string;
  readonly allowed: boolean;
  readonly fault?: CorsFault | undefined;
  /** The HTTP status of the preflight. Absent where it was not answered. */
  readonly status?: number | undefined;
}

/** The page's access to one response header. */
export interface CorsReading {
  readonly name: string;
  /** `not-sent`: no answer of this check contained it, so the result is unknown. */
  readonly state: 'readable' | 'hidden' | 'not-sent';
}

/** The CORS rules of a server, header by header. The findings say which of them matter. */
export interface CorsCheck {
  /** False for a page of the server’s own origin, which CORS does not concern. */
  readonly applies: boolean;
  readonly methods: readonly CorsPermission[];
  readonly requestHeaders: readonly CorsPermission[];
  readonly responseHeaders: readonly CorsReading[];
}

/** Headers that are asked about one by one. Further ones of the page are not. */
const MAX_ASKED_HEADERS = 20;

/**
 * Asks with one preflight about each method and each header of a client. A preflight changes nothing.
 * @throws never
 */
export async function checkCors({ url, headers, timeoutMs, page }: CheckTarget, origin: string): Promise<CorsCheck> {
  const applies = new URL(url).origin !== origin;
  if (!applies) return { applies, methods: [], requestHeaders: [], responseHeaders: [] };
  const { methods, allow, expose } = corsRulesFor(origin, Object.keys(headers));
  const ask = async (name: string, method: string, asked: readonly string[]): Promise<CorsPermission> => {
    try {
      const { fault, status } = await page.preflight(url, method, asked, AbortSignal.timeout(timeoutMs));
      return { name, allowed: fault === undefined, fault, status };
    } catch {
      return { name, allowed: false, fault: 'no-answer' };
    }
  };
  const [methodAnswers, headerAnswers] = await Promise.all([
    Promise.all(methods.map((method) => ask(method, method, []))),
    Promise.all(allow.slice(0, MAX_ASKED_HEADERS).map((name) => ask(name, 'POST', [name.toLowerCase()]))),
  ]);
  return {
    applies,
    methods: methodAnswers,
    requestHeaders: headerAnswers,
    responseHeaders: expose.map((name) => ({ name, state: readingOf(name.toLowerCase(), page.seen, url) })),
  };
}

function readingOf(name: string, seen: readonly SeenAnswer[], url: string): CorsReading['state'] {
  const { origin } = new URL(url);
  const sending = seen.filter((one) => new URL(one.url).origin === origin && one.sent.includes(name));
  if (sending.length === 0) return 'not-sent';
  return sending.every(({ readable }) => name in readable) ? 'readable' : 'hidden';
}
