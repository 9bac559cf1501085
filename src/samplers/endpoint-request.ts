import { McpError, asMcpError, isMcpError } from '../errors.js';
import { errorFromEvent, errorFromResponse, tooSlow, unreachable } from './endpoint-errors.js';
import { type EndpointOptions, readKey } from './endpoint-options.js';
import { errorText } from './error-texts.js';
import { readEvents, readWhole } from './model-stream.js';
import { toJson } from '../util/json.js';
import { mediaTypeOf } from '../util/media-type.js';

/**
 * Milliseconds without a byte until the request fails with `timeout`: models that think first send keep-alive events or
 * begin within a minute.
 */
const MODEL_QUIET_MS = 120_000;

/** Milliseconds that one answer may take in all, the same as a call. Then it fails with `timeout`. */
const MODEL_ANSWER_MS = 600_000;

interface EndpointRequest {
  readonly url: URL;
  readonly body: unknown;
  readonly signal: AbortSignal;
  readonly options: EndpointOptions;
  /** The headers that contain the key. */
  readonly headers: (key: string | undefined) => Readonly<Record<string, string>>;
  /** Called with each parsed event of the stream. */
  readonly onEvent: (event: unknown) => void;
  /** Called with a complete answer, if the endpoint does not stream. */
  readonly onWhole: (answer: unknown) => void;
}

/** Sends one request and reads the answer. Errors have a readable message and never contain the key. */
export async function postToEndpoint({
  url,
  body,
  signal,
  options,
  headers,
  onEvent,
  onWhole,
}: EndpointRequest): Promise<void> {
  const { fetch = globalThis.fetch, quietMs = MODEL_QUIET_MS, wholeMs = MODEL_ANSWER_MS } = options;
  const { host } = url;
  const key = await readKey(options.key, host);
  const timeout = new AbortController();
  const timeoutAfter = (ms: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => timeout.abort(tooSlow(host, ms)), ms);
  const whole = timeoutAfter(wholeMs);
  let quiet = timeoutAfter(quietMs);
  const onBytes = (): void => {
    clearTimeout(quiet);
    quiet = timeoutAfter(quietMs);
  };
  const requestSignal = AbortSignal.any([signal, timeout.signal]);
  const sent = { 'content-type': 'application/json', ...options.headers, ...headers(key) };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: sent,
      body: toJson(body),
      signal: requestSignal,
      // Following a redirect would send the key to another address. Cookies and the page's address are not sent either.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    }).catch((error: unknown) => {
      if (requestSignal.aborted) throw error;
      // The error of `fetch` is not passed on as `cause`: it may quote the headers.
      throw unreachable(host, Object.keys(sent));
    });
    onBytes();
    if (!response.ok) throw await errorFromResponse(response, host, key);
    if (mediaTypeOf(response.headers.get('content-type')) === 'text/event-stream')
      await readEvents(response, host, onBytes, (event) => {
        const { error } = (event ?? {}) as { error?: unknown };
        if (error) throw errorFromEvent(error, host, key);
        onEvent(event);
      });
    else onWhole(await readWhole(response, host, onBytes));
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (timeout.signal.aborted) throw timeout.signal.reason;
    throw isMcpError(error) ? error : new McpError('bad-message', errorText('samplers.answerUnreadable', { host }));
  } finally {
    clearTimeout(whole);
    clearTimeout(quiet);
  }
}
