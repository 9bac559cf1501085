import { HttpError, McpError, type McpErrorCode } from '../errors.js';
import { MAX_REASON_LENGTH, MAX_REFUSAL_BYTES } from './limits.js';
import { withoutKey } from './key.js';

/** What an endpoint said instead of an answer. */
interface Reason {
  readonly type: string;
  readonly words: string;
}

/** A status that says no, in words. */
export async function refusalOf(response: Response, host: string, key: string | undefined): Promise<McpError> {
  const { status, headers } = response;
  const text = withoutKey(await beginningOf(response), key);
  const { type, words } = reasonIn(text);
  const [code, said, remedy] = wordsFor(status, type, waitOf(headers));
  // Who is refused for their key is told which one it was, if only in part.
  const quoted = words && code !== 'unauthorized' ? ` It said: “${words}”` : '';
  return new HttpError(code, `${host} ${said} (${status}).${quoted}`, {
    status,
    contentType: headers.get('content-type')?.split(';')[0] ?? '',
    excerpt: code === 'unauthorized' ? '' : text,
    remedy,
  });
}

/** An error that comes in the middle of an answer, when the status has long said yes. */
export function brokenBy(error: unknown, host: string, key: string | undefined): McpError {
  const { type, words } = reasonIn(withoutKey(JSON.stringify({ error }), key));
  const isBusy = /overload|rate_limit|capacity|unavailable/i.test(`${type} ${words}`);
  return new McpError('server-error', `${host} broke off its answer${words ? `: “${words}”` : '.'}`, {
    remedy: isBusy ? 'It has too much to do. Try again in a minute.' : 'Ask it again, or choose another model.',
  });
}

/** The model, or who runs it, does not want to answer this. */
export function unwilling(host: string, words: string): McpError {
  const quoted = words ? ` It said: “${words.slice(0, MAX_REASON_LENGTH)}”` : '';
  return new McpError('server-error', `The model at ${host} refused to answer this.${quoted}`, {
    remedy: 'Edit what it is asked, choose another model, answer it yourself, or decline.',
  });
}

/** No answer at all. The browser hides why, so the sentence names what it can be. */
export function unreachable(host: string, headers: readonly string[]): McpError {
  const origin = globalThis.location?.origin ?? 'this page';
  return new McpError('network', `No answer from ${host}: it cannot be reached, or it does not allow this page.`, {
    remedy:
      `Check the address and the network. The endpoint must allow this page with CORS: Access-Control-Allow-Origin: ` +
      `${origin}; Access-Control-Allow-Headers: ${headers.join(', ')}. A policy of this page (connect-src) may stand against it too.`,
  });
}

function wordsFor(status: number, type: string, wait: string): [McpErrorCode, said: string, remedy: string] {
  switch (true) {
    case status === 401:
      return [
        'unauthorized',
        'does not accept the key',
        'Check the key: it may be mistyped, taken back or for another endpoint.',
      ];
    case status === 402 || type === 'insufficient_quota' || type === 'billing_error':
      return ['http', 'says that the account has no credit left', 'Add credit to the account, or use another key.'];
    case status === 403:
      return ['forbidden', 'does not allow this key to do that', 'Use a key with that right, or another model.'];
    case status === 404:
      return ['http', 'knows no such model, or no such address', 'Check the address and the name of the model.'];
    case status === 413:
      return ['http', 'finds the request too large', 'Leave out pictures or messages.'];
    case status === 429:
      return ['http', 'is asked too often', `Try again ${wait || 'in a minute'}.`];
    case status === 529 || status === 503:
      return ['http', 'has too much to do', `Try again ${wait || 'in a minute'}.`];
    case status >= 500:
      return ['http', 'failed', 'That is the endpoint’s own trouble. Try again later.'];
    case status >= 300 && status < 400:
      return ['http', 'sends this page elsewhere', 'Give the address it sends to: a key is not passed on.'];
    default:
      return ['http', 'does not accept the request', 'Edit the request, or choose another model.'];
  }
}

/** `in 12 seconds`, where the endpoint says it and its CORS rules let it be read. */
function waitOf(headers: Headers): string {
  const said = headers.get('retry-after');
  if (!said) return '';
  const seconds = /^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  if (!(seconds >= 0) || seconds > 86_400) return '';
  const whole = Math.ceil(seconds);
  return whole < 120 ? `in ${whole} second${whole === 1 ? '' : 's'}` : `in ${Math.ceil(whole / 60)} minutes`;
}

/** Both wires have `{error: {type, message}}`; some that imitate them have a text. */
function reasonIn(text: string): Reason {
  try {
    const { error } = JSON.parse(text) as { error?: { type?: unknown; code?: unknown; message?: unknown } | string };
    if (typeof error === 'string') return { type: '', words: error.slice(0, MAX_REASON_LENGTH) };
    const { type, code, message } = error ?? {};
    const kind = [code, type].find((one) => typeof one === 'string');
    return { type: String(kind ?? ''), words: typeof message === 'string' ? message.slice(0, MAX_REASON_LENGTH) : '' };
  } catch {
    return { type: '', words: '' };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (reader && text.length < MAX_REFUSAL_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came is enough.
  } finally {
    void reader?.cancel().catch(() => {});
  }
  return text.slice(0, MAX_REFUSAL_BYTES);
}
