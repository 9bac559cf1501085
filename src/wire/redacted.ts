import type { HttpExchange } from '../jsonrpc/http-exchange.js';
import type { RpcMessage } from '../jsonrpc/messages.js';
import { isPlainObject } from '../util/json.js';
import { type Redactor, SECRET_SIGN } from '../secrets/redactor.js';
import { isSecretAddress, secretInHeader } from '../secrets/addresses.js';
import { isSecretOfSignIn, soundsSecret } from '../secrets/names.js';
import { redactedAddress, type SecretSign } from '../secrets/placeholders.js';
import type { MessageSchemas } from './message-schemas.js';
import { writeBody } from './write-body.js';

/** The replacement for a value that is too long to be searched for secrets. */
const TOO_LONG = '(too long to be searched for secrets)';

type Json = Readonly<Record<string, unknown>>;

/** A text without the secrets that are known, and without credentials. */
export function redactedText(text: string, redactor: Redactor, sign: SecretSign, name = 'secret'): string {
  // The name comes with the value, and can be a secret too.
  return redactor.without(text).replaceAll(SECRET_SIGN, () => sign(redactor.withoutName(name)));
}

interface SentOrReceived {
  readonly message: RpcMessage;
  readonly direction: 'sent' | 'received';
  readonly schemas?: MessageSchemas | undefined;
}

/** A message without its secrets. @param sign the replacement of each */
export function redactedMessage(
  { message, schemas, direction }: SentOrReceived,
  redactor: Redactor,
  sign: SecretSign,
): Json {
  const { jsonrpc, id, method, params, result, error, ...others } = message as RpcMessage & Json;
  const safe = (value: unknown): unknown => {
    const from = direction === 'sent' ? 'us' : 'server';
    const written = writeBody(value, { redactor, schemas, from, keepsBlobs: true, sign });
    return written.isCut || written.isMore ? TOO_LONG : JSON.parse(written.json);
  };
  return {
    jsonrpc,
    ...(id !== undefined && { id: typeof id === 'string' ? redactedText(id, redactor, sign, 'id') : id }),
    ...(method !== undefined && { method: redactedText(method as string, redactor, sign, 'method') }),
    ...(params !== undefined && { params: safe(params) }),
    ...(result !== undefined && { result: safe(result) }),
    ...(error !== undefined && { error: safe(error) }),
    // Members that the protocol does not define, but that a server may send.
    ...(Object.keys(others).length > 0 && (safe(others) as Json)),
  };
}

type Headers = readonly (readonly [string, string])[];

/** Headers of a request without their secrets; the scheme of `Authorization` stays. */
export function redactedHeaders(headers: Headers, redactor: Redactor, sign: SecretSign): Headers {
  return withoutSecretHeaders(headers, redactor, sign, secretInHeader);
}

/** The same for an answer, whose unknown headers hold no credentials of this page. */
export function redactedResponseHeaders(headers: Headers, redactor: Redactor, sign: SecretSign): Headers {
  return withoutSecretHeaders(headers, redactor, sign, (name, value) =>
    name === 'mcp-session-id' || soundsSecret(name) ? value : undefined,
  );
}

function withoutSecretHeaders(
  headers: Headers,
  redactor: Redactor,
  sign: SecretSign,
  secretIn: typeof secretInHeader,
): Headers {
  return headers.map(([name, value]) => {
    const secret = secretIn(name, value);
    if (secret) return [name, value.replace(secret, () => sign(name, secret))];
    // A header contains the URI of a resource too.
    if (isSecretAddress(value)) return [name, redactedAddress(value, sign, redactor)];
    return [name, redactedText(value, redactor, sign, name)];
  });
}

/** The body of a sign-in, or of an answer without a message, without its secrets. */
export function redactedBody(body: string, redactor: Redactor, sign: SecretSign): string {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('['))
    try {
      return JSON.stringify(withoutSecrets(JSON.parse(text), redactor, sign, '', false), undefined, 2);
    } catch {
      // It was cut, or is no JSON.
    }
  if (!/\s/.test(text) && text.includes('='))
    return [...new URLSearchParams(text)]
      .map(([name, value]) => {
        const safe = isSecretOfSignIn(name)
          ? sign(redactor.withoutName(name), value)
          : redactedText(encodeURIComponent(value), redactor, sign, name);
        return `${redactedText(name, redactor, sign, 'name')}=${safe}`;
      })
      .join('&');
  return redactedText(body, redactor, sign);
}

/** The address with which a person came back from a sign-in, without the code. */
export function redactedCallback(callback: string, redactor: Redactor, sign: SecretSign): string {
  const [, place = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(callback)!;
  const part = (mark: string, text: string | undefined): string =>
    text ? mark + (text.includes('=') ? redactedBody(text, redactor, sign) : sign('part')) : '';
  return redactedAddress(place, sign, redactor) + part('?', query) + part('#', fragment);
}

/** @param isSecret true inside a secret member */
function withoutSecrets(
  value: unknown,
  redactor: Redactor,
  sign: SecretSign,
  name: string,
  isSecret: boolean,
): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    if (isSecret) return sign(redactor.withoutName(name) || 'secret', text);
    const safe = redactedText(text, redactor, sign, name || 'secret');
    return safe === text ? value : safe;
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redactor, sign, name, isSecret));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redactor.withoutName(key).replaceAll(SECRET_SIGN, () => sign('name')),
      // The lifetime of a token is no secret.
      withoutSecrets(inner, redactor, sign, key, isSecret || (isSecretOfSignIn(key) && key !== 'expires_in')),
    ]),
  );
}

/** An exchange as plain data, without its secrets. Times are milliseconds from its beginning. */
export function redactedExchange(exchange: HttpExchange, redactor: Redactor, sign: SecretSign): Json {
  const { requestHeaders, requestBody, responseHeaders, responseBody, statusText, failure, callback } = exchange;
  const safe = (text: string | undefined, name: string): string | undefined =>
    text === undefined ? undefined : redactedText(text, redactor, sign, name);
  return {
    ...plainExchange(exchange),
    url: redactedAddress(exchange.url, sign, redactor),
    requestHeaders: redactedHeaders(requestHeaders, redactor, sign),
    requestBody: requestBody === undefined ? undefined : redactedBody(requestBody, redactor, sign),
    statusText: safe(statusText, 'status'),
    responseHeaders: responseHeaders && redactedResponseHeaders(responseHeaders, redactor, sign),
    responseBody: responseBody === undefined ? undefined : redactedBody(responseBody, redactor, sign),
    failure: safe(failure, 'failure'),
    callback: callback === undefined ? undefined : redactedCallback(callback, redactor, sign),
    events: exchange.events.map((event) => ({
      at: sinceBegin(exchange, event.at),
      id: safe(event.id, 'id'),
      event: safe(event.event, 'event'),
      size: event.size,
    })),
  };
}

/** An exchange as plain data, as it is. Times are milliseconds from its beginning. */
export function plainExchange(exchange: HttpExchange): Json {
  const { purpose, phase, method, url, requestHeaders, requestBody, requestSize, status, statusText } = exchange;
  const { responseHeaders, isRedirect, responseSize, responseBody, eventCount, failure, callback } = exchange;
  return {
    ...{ purpose, phase, method, url, requestHeaders, requestBody, requestSize, status, statusText },
    ...{ responseHeaders, isRedirect, responseSize, responseBody, eventCount, failure, callback },
    answeredAt: sinceBegin(exchange, exchange.answeredAt),
    endedAt: sinceBegin(exchange, exchange.endedAt),
    events: exchange.events.map((event) => ({ ...event, at: sinceBegin(exchange, event.at) })),
  };
}

function sinceBegin({ at }: HttpExchange, time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.round((time - at) * 1000) / 1000;
}
