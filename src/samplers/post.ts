import { McpError, asMcpError, isMcpError } from '../errors.js';
import type { EndpointOptions } from './endpoint.js';
import { readKey } from './key.js';
import { QUIET_MS, WHOLE_MS } from './limits.js';
import { readEvents, readWhole } from './read-answer.js';
import { brokenBy, refusalOf, unreachable } from './refusals.js';

export interface Posting {
  readonly url: URL;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly options: EndpointOptions;
  /** The headers that carry the key. */
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  /** One event of the stream, parsed. */
  readonly onEvent: (event: unknown) => void;
  /** An answer that came in one piece, because the endpoint does not stream. */
  readonly onWhole: (answer: unknown) => void;
}

/** Puts one request to a model and reads what comes. Errors are in words, and without the key. */
export async function post({ url, body, signal, options, headers, onEvent, onWhole }: Posting): Promise<void> {
  const { fetch = globalThis.fetch, quietMs = QUIET_MS, wholeMs = WHOLE_MS } = options;
  const { host } = url;
  const key = await readKey(options.key, host);
  const patience = new AbortController();
  const giveUp = (ms: number): ReturnType<typeof setTimeout> => setTimeout(() => patience.abort(tooSlow(host, ms)), ms);
  const whole = giveUp(wholeMs);
  let quiet = giveUp(quietMs);
  const alive = (): void => {
    clearTimeout(quiet);
    quiet = giveUp(quietMs);
  };
  const ends = AbortSignal.any([signal, patience.signal]);
  const sent = { 'content-type': 'application/json', ...options.headers, ...headers(key) };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
      signal: ends,
      // A redirect would take the key along; cookies and the page's address are nobody's business there.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (ends.aborted) throw error;
      // Not as the cause: what is thrown may quote the headers.
      throw unreachable(host, Object.keys(sent));
    });
    alive();
    if (!response.ok) throw await refusalOf(response, host, key);
    if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''))
      await readEvents(response, host, alive, (event) => {
        const { error } = (event ?? {}) as { error?: unknown };
        if (error) throw brokenBy(error, host, key);
        onEvent(event);
      });
    else onWhole(await readWhole(response, host, alive));
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (patience.signal.aborted) throw patience.signal.reason;
    throw isMcpError(error) ? error : new McpError('bad-message', `${host} sent an answer that cannot be read.`);
  } finally {
    clearTimeout(whole);
    clearTimeout(quiet);
  }
}

function tooSlow(host: string, ms: number): McpError {
  return new McpError('timeout', `${host} was given up after ${Math.round(ms / 1000)} seconds.`, {
    remedy: 'Try again, or choose a faster model.',
  });
}
