import { type RpcMessage } from '../jsonrpc/messages.js';
import { writeBody } from '../transcript/write-body.js';
import type { HttpExchange } from '../transport/exchange-observer.js';
import { isPlainObject } from '../util/json.js';
import { type Redactor, SECRET_SIGN } from '../util/redactor.js';
import { secretInHeader } from '../util/secrets/addresses.js';
import { isSecretOfSignIn, soundsSecret } from '../util/secrets/names.js';
import { redactedAddress, type SecretSign } from '../util/secrets/placeholders.js';
import type { LoggedMessage } from './message-log.js';

/** What is not shown where it is longer than what can be searched for secrets. */
const TOO_LONG = '(too long to be searched for secrets)';

type Json = Readonly<Record<string, unknown>>;

/** A message without its secrets. @param sign what stands in place of each */
export function redactedMessage(
  { message, schemas, direction }: Pick<LoggedMessage, 'message' | 'schemas' | 'direction'>,
  redactor: Redactor,
  sign: SecretSign,
): Json {
  const { params, result, error, ...head } = message as RpcMessage & Record<'params' | 'result' | 'error', unknown>;
  const safe = (value: unknown): unknown => {
    const from = direction === 'sent' ? 'us' : 'server';
    const written = writeBody(value, { redactor, schemas, from, keepsBlobs: true });
    if (written.isCut || written.isMore) return TOO_LONG;
    return withSigns(JSON.parse(written.json), sign);
  };
  return {
    ...head,
    ...(params !== undefined && { params: safe(params) }),
    ...(result !== undefined && { result: safe(result) }),
    ...(error !== undefined && { error: safe(error) }),
  };
}

/** Puts the sign with its name where a secret was left out. */
function withSigns(value: unknown, sign: SecretSign, name = ''): unknown {
  if (typeof value === 'string') return value.replaceAll(SECRET_SIGN, () => sign(name || 'secret'));
  if (Array.isArray(value)) return value.map((item) => withSigns(item, sign, name));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSigns(inner, sign, key)]));
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
    if (secret) return [name, value.replace(secret, () => sign(name))];
    return [name, redactor.without(value).replaceAll(SECRET_SIGN, () => sign(name))];
  });
}

/** The body of a sign-in, or of an answer without a message, without its secrets. */
export function redactedBody(body: string, redactor: Redactor, sign: SecretSign): string {
  const text = body.trim();
  if (text.startsWith('{') || text.startsWith('['))
    try {
      return JSON.stringify(withoutSecrets(JSON.parse(text), redactor, sign, ''), undefined, 2);
    } catch {
      // It was cut, or is no JSON.
    }
  if (/^[\w.%+~-]+=[^&\n]*(?:&[\w.%+~-]+=[^&\n]*)*$/.test(text))
    return [...new URLSearchParams(text)]
      .map(
        ([name, value]) =>
          `${name}=${isSecretOfSignIn(name) ? sign(name) : encodeURIComponent(redactor.without(value))}`,
      )
      .join('&');
  return redactor.without(body).replaceAll(SECRET_SIGN, () => sign('secret'));
}

function withoutSecrets(value: unknown, redactor: Redactor, sign: SecretSign, name: string): unknown {
  if (typeof value === 'string')
    return isSecretOfSignIn(name)
      ? sign(name)
      : redactor.without(value).replaceAll(SECRET_SIGN, () => sign(name || 'secret'));
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redactor, sign, name));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, redactor, sign, key)]),
  );
}

/** An exchange without its secrets, as plain data. Times are milliseconds from its beginning. */
export function redactedExchange(exchange: HttpExchange, redactor: Redactor, sign: SecretSign): Json {
  const { at, url, requestHeaders, requestBody, responseHeaders, responseBody, answeredAt, endedAt, events } = exchange;
  const { carries, ...rest } = exchange;
  const since = (time: number | undefined): number | undefined =>
    time === undefined ? undefined : Math.round((time - at) * 1000) / 1000;
  return {
    ...rest,
    at: undefined,
    ...(carries && { carries: { method: carries.method, id: carries.id } }),
    url: redactedAddress(url, sign),
    requestHeaders: redactedHeaders(requestHeaders, redactor, sign),
    ...(requestBody !== undefined && { requestBody: redactedBody(requestBody, redactor, sign) }),
    ...(responseHeaders && { responseHeaders: redactedResponseHeaders(responseHeaders, redactor, sign) }),
    ...(responseBody !== undefined && { responseBody: redactedBody(responseBody, redactor, sign) }),
    answeredAt: since(answeredAt),
    endedAt: since(endedAt),
    events: events.map((event) => ({ ...event, at: since(event.at) })),
  };
}
