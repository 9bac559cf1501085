import { isPlainObject } from '../../src/util/json.js';

/** A token of an answer, with its claims as JSON. */
interface TokenClaims {
  /** The member of the answer that held it: `access_token`, `id_token`. */
  readonly name: string;
  readonly claims: string;
}

/** Characters of a token that is read. Tokens are sent in headers, which servers limit to some kilobytes. */
const MAX_TOKEN_LENGTH = 20_000;

/**
 * The claims of the tokens in the answer of a token endpoint, if they are JWTs. Nothing is verified.
 * @see https://www.rfc-editor.org/rfc/rfc7519
 */
export function tokenClaims(body: string): readonly TokenClaims[] {
  const answer = parsed(body);
  if (!isPlainObject(answer)) return [];
  return ['access_token', 'id_token'].flatMap((name) => {
    const token = answer[name];
    if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return [];
    const [, payload, signature] = token.split('.');
    const claims = payload && signature !== undefined ? parsed(fromBase64Url(payload)) : undefined;
    return isPlainObject(claims) ? [{ name, claims: JSON.stringify(claims) }] : [];
  });
}

function fromBase64Url(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
