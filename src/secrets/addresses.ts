import { decodePercent, holdsCredential, withoutAssigned, withoutCredentials } from './credentials.js';
import { soundsSecret } from './names.js';

/** Characters of an address that are searched. A longer one counts as one with a secret, because it may contain one. */
export const MAX_SECRET_ADDRESS_LENGTH = 20_000;

/** Replaces the secret part of an address. */
const REDACTED = 'secret';

/** Names of secrets that are used in addresses only: those of clouds, and short ones. */
const SECRET_PARAMETERS =
  /^(?:key|sig|sign|signature|auth|hmac|code|jwt|pass|pw|sas|x-(?:amz|goog)-(?:signature|credential|security-token))$/i;

/** A token without a known prefix: letters of both cases with digits, or a long hexadecimal number. */
const RANDOM_TOKEN =
  /^(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=(?:\D*\d){3})[\w~-]{20,}$|^(?=.*[a-fA-F])(?=.*\d)[\da-fA-F]{32,}$/;

/** Words that were made up to be unguessable. */
const UNGUESSABLE = /^(?=\D*\d)[^{}]{8,}$/;

/**
 * True if an address contains a secret: user or password, a parameter with a secret name, or a value, path segment or
 * fragment that is a credential by its form. Also takes templates and invalid addresses.
 */
export function secretInAddress(address: string): boolean {
  return address.length > MAX_SECRET_ADDRESS_LENGTH || redactAddress(address) !== address;
}

/** True for a text that is an address, with a scheme, and contains a secret. */
export function isSecretAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) && secretInAddress(text);
}

/** Replaces each secret part of an address by `secret`, and removes user and password. */
export function redactAddress(address: string): string {
  if (address.length > MAX_SECRET_ADDRESS_LENGTH) return REDACTED;
  const written = asParsed(address);
  if (written.length > MAX_SECRET_ADDRESS_LENGTH) return REDACTED;
  const safe = redact(written);
  if (safe === written) return address;
  // A replaced secret may be a secret name for the text after it.
  return redact(safe);
}

/** `URL` reads `https:\\user@host`, `https:user@host` and line breaks as well: such an address is judged as it reads it. */
function asParsed(address: string): string {
  // oxlint-disable-next-line no-control-regex -- these are meant
  if (/^[a-z][a-z\d+.-]*:\/\/[^\\/\0- ][^\\\0- ]*$/i.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^(?:https?|wss?):$/.test(url.protocol) ? url.href : address;
}

function redact(address: string): string {
  const [, whole = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(address) ?? [];
  const isWeb = /^(?:https?|wss?):/i.test(whole);
  const isSecret = (text: string): boolean => holdsCredential(text) || (isWeb && RANDOM_TOKEN.test(text));
  const [, scheme = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([^]*)$/i.exec(whole) ?? [];
  const [host = '', ...segments] = withoutCredentials(withoutAssigned(path, REDACTED), REDACTED).split('/');
  let isNamed = false;
  const safe = segments.map((segment) => {
    const text = decodePercent(segment);
    const isHidden = isSecret(text) || (isNamed && UNGUESSABLE.test(text));
    isNamed = isWeb && soundsSecret(text);
    return isHidden ? REDACTED : segment;
  });
  // Without a scheme there is no user before the host.
  const kept = [scheme ? host.slice(host.lastIndexOf('@') + 1) : host, ...safe].join('/');
  const withoutSecret = (parameter: string): string => {
    const [name = '', ...value] = parameter.split('=');
    const text = decodePercent(value.join('='));
    if (value.length === 0) return isSecret(decodePercent(name)) ? REDACTED : parameter;
    const isHidden =
      isSecret(decodePercent(name)) || isSecret(text) || (text !== '' && isNameInAddress(decodePercent(name)));
    return isHidden ? `${isSecret(decodePercent(name)) ? REDACTED : name}=${REDACTED}` : parameter;
  };
  const parameters = query?.split('&').map(withoutSecret);
  const isPlain =
    fragment !== undefined &&
    !isSecret(decodePercent(fragment)) &&
    withoutAssigned(fragment, REDACTED) === fragment &&
    // Answers of sign-ins come as parameters in the fragment.
    fragment.split('&').every((parameter) => withoutSecret(parameter) === parameter);
  return `${scheme}${kept}${parameters ? `?${parameters.join('&')}` : ''}${isPlain ? `#${fragment}` : ''}`;
}

function isNameInAddress(name: string): boolean {
  return SECRET_PARAMETERS.test(name) || soundsSecret(name);
}

/** Headers that cannot hold credentials. Those of the protocol repeat the message. */
const HARMLESS_HEADERS =
  /^(?:accept(?:-.*)?|content-.*|cache-control|pragma|user-agent|origin|referer|host|last-event-id|x-requested-with|mcp-(?!session-id$).*)$/i;

/** Characters of the shortest secret value of a header whose name gives no hint. */
const MIN_SECRET_HEADER_LENGTH = 8;

/** The secret part of a request header: its value, or the value after the name of a scheme. */
export function secretInHeader(name: string, value: string): string | undefined {
  if (HARMLESS_HEADERS.test(name)) return undefined;
  const [, token = value] = /^(?:bearer|basic|dpop|token)\s+(.+)$/i.exec(value) ?? [];
  return soundsSecret(name) || token.length >= MIN_SECRET_HEADER_LENGTH ? token : undefined;
}

/**
 * The secrets in a request header that a server may repeat: the secret part, and the password in the base64 of `Basic`.
 */
export function secretsInHeader(name: string, value: string): readonly string[] {
  const secret = secretInHeader(name, value);
  if (secret === undefined) return [];
  const password = /^basic\s/i.test(value) ? passwordIn(secret) : undefined;
  return password ? [secret, password] : [secret];
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function passwordIn(credentials: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(credentials.trim()), (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    return text.includes(':') ? text.slice(text.indexOf(':') + 1) : undefined;
  } catch {
    return undefined;
  }
}
