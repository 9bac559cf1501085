import { type ErrorText, HttpError, McpError, type McpErrorCode } from '../errors.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';
import { mediaTypeOf } from '../util/media-type.js';

/** Bytes of an error response that are read for its reason. The rest is not received. */
const MAX_MODEL_REFUSAL_BYTES: number = 16 * 1024;

/** Characters of the endpoint’s own message that are shown. The rest is cut. */
const MAX_MODEL_REASON_LENGTH = 300;

/** Text that looks like a key, complete or partly masked: endpoints quote the key that they refuse. */
const KEY_LIKE = /\b(?:sk|pk|key|api|gsk|xai)[-_][\w*.…-]{4,}/gi;

/** The endpoint's text without the key. */
function withoutKey(text: string, key: string | undefined): string {
  const plain = key ? text.replaceAll(key, '…') : text;
  return plain.replace(KEY_LIKE, '…');
}

/** The endpoint's error message and its type. */
interface Reason {
  readonly type: string;
  readonly words: string;
}

/** The error for an HTTP error status. */
export async function errorFromResponse(response: Response, host: string, key: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const text = withoutKey(await beginningOf(response), key);
  const { type, words } = reasonIn(text);
  const [code, what, remedy] = explainStatus(status, type, host, retryAdvice(headers));
  // With 401, endpoints quote the refused key, sometimes masked, so their message is not shown.
  const message = words && code !== 'unauthorized' ? errorText('samplers.saying', { what, words }) : what;
  return new HttpError(code, message, {
    status,
    contentType: mediaTypeOf(headers.get('content-type')),
    excerpt: code === 'unauthorized' ? '' : text,
    remedy,
  });
}

/** The error for an `error` event after a successful status. */
export function errorFromEvent(error: unknown, host: string, key: string | undefined): McpError {
  const { type, words } = reasonIn(withoutKey(toJson({ error }), key));
  const isBusy = /overload|rate_limit|capacity|unavailable/i.test(`${type} ${words}`);
  const what = words ? errorText('samplers.stoppedSaying', { host, words }) : errorText('samplers.stopped', { host });
  return new McpError('server-error', what, {
    remedy: isBusy ? errorText('samplers.tryInAMinute') : errorText('samplers.askAgainOrOtherModel'),
  });
}

/** The error for an answer that the model or its operator refuses to give. */
export function refusedByModel(host: string, words: string): McpError {
  const what = errorText('samplers.unwilling', { host });
  const message = words ? errorText('samplers.saying', { what, words: words.slice(0, MAX_MODEL_REASON_LENGTH) }) : what;
  return new McpError('server-error', message, {
    remedy: errorText('samplers.afterUnwilling'),
  });
}

/** The error for a failed `fetch`. The browser does not reveal the reason, so the message names the possible ones. */
export function unreachable(host: string, headers: readonly string[]): McpError {
  const origin = globalThis.location?.origin ?? errorText('samplers.thisPage');
  return new McpError('network', errorText('samplers.noAnswer', { host }), {
    remedy: errorText('samplers.allowCors', { origin, headers: headers.join(', ') }),
  });
}

function explainStatus(
  status: number,
  type: string,
  host: string,
  wait: ErrorText,
): readonly [McpErrorCode, what: ErrorText, remedy: ErrorText] {
  const params = { host, status };
  switch (true) {
    case status === 401:
      return ['unauthorized', errorText('samplers.keyRefused', params), errorText('samplers.checkKey')];
    case status === 402 || type === 'insufficient_quota' || type === 'billing_error':
      return ['http', errorText('samplers.noCredit', params), errorText('samplers.addCredit')];
    case status === 403:
      return ['forbidden', errorText('samplers.keyNotAllowed', params), errorText('samplers.otherKey')];
    case status === 404:
      return ['http', errorText('samplers.noSuchModel', params), errorText('samplers.checkModel')];
    case status === 413:
      return ['http', errorText('samplers.requestTooLarge', params), errorText('samplers.leaveOutParts')];
    case status === 429:
      return ['http', errorText('samplers.tooManyRequests', params), wait];
    case status === 529 || status === 503:
      return ['http', errorText('samplers.busy', params), wait];
    case status >= 500:
      return ['http', errorText('samplers.failed', params), errorText('samplers.tryLater')];
    case status >= 300 && status < 400:
      return ['http', errorText('samplers.redirected', params), errorText('samplers.giveTarget')];
    default:
      return ['http', errorText('samplers.requestRefused', params), errorText('samplers.editRequest')];
  }
}

/** When to try again, if the endpoint sends it and its CORS rules let the page read it. */
function retryAdvice(headers: Headers): ErrorText {
  const inOneMinute = errorText('samplers.tryInOneMinute');
  const retryAfter = headers.get('retry-after');
  if (!retryAfter) return inOneMinute;
  const exact = /^\d+(\.\d+)?$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000;
  if (!(exact >= 0) || exact > 86_400) return inOneMinute;
  const seconds = Math.ceil(exact);
  if (seconds === 1) return errorText('samplers.tryInOneSecond');
  return seconds < 120
    ? errorText('samplers.tryInSeconds', { seconds })
    : errorText('samplers.tryInMinutes', { minutes: Math.ceil(seconds / 60) });
}

/** Both APIs send `{error: {type, message}}`; some compatible endpoints send plain text. */
function reasonIn(text: string): Reason {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: unknown; code?: unknown; message?: unknown } | string };
    if (typeof error === 'string') return { type: '', words: error.slice(0, MAX_MODEL_REASON_LENGTH) };
    const { type, code, message } = error ?? {};
    const kind = [code, type].find((one) => typeof one === 'string');
    return {
      type: String(kind ?? ''),
      words: typeof message === 'string' ? message.slice(0, MAX_MODEL_REASON_LENGTH) : '',
    };
  } catch {
    return { type: '', words: '' };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (reader && text.length < MAX_MODEL_REFUSAL_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The rest of the body is not needed.
  } finally {
    void reader?.cancel().catch(() => {});
  }
  return text.slice(0, MAX_MODEL_REFUSAL_BYTES);
}

export function tooSlow(host: string, ms: number): McpError {
  return new McpError('timeout', errorText('samplers.timeout', { host, seconds: Math.round(ms / 1000) }), {
    remedy: errorText('samplers.fasterModel'),
  });
}

/**
 * The error for content that the API cannot express. It must not be dropped: the user approved the request as a whole.
 */
export function unsendable(what: ErrorText): McpError {
  return new McpError('invalid-input', what, {
    remedy: errorText('samplers.leaveOut'),
  });
}
