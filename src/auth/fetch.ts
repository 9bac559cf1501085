import { McpError } from '../errors.js';
import { isSecureUrl } from './url-safety.js';
import { MAX_AUTHORIZATIONS } from './auth-limits.js';
import { type Challenge, readChallenge } from '../transport/challenge.js';
import { bodyEnded } from '../transport/exchange-observer.js';
import { type DpopKey, dpopKey, fetchWithDpop } from './dpop.js';
import { errorText } from './error-texts.js';

/** An access token and the DPoP key to which it is bound, if any. */
export interface Credentials {
  readonly accessToken: string;
  readonly key?: DpopKey['pair'] | undefined;
}

/** The attempts so far to authorize one refused request. */
export interface SignInAttempt {
  /** True once a token was renewed without the user. */
  renewed: boolean;
  /** Number of times that the user was sent to sign in for this request. */
  count: number;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly challenge: Challenge | undefined;
  /** True if a caller waits for the request. GET streams and the request that ends a session open no windows. */
  readonly isAsked: boolean;
  readonly signal: AbortSignal | undefined;
  /** The refused operation: the method, and the name of the tool, resource or prompt. */
  readonly operation: string;
}

/** Supplies tokens for requests. */
export interface Signer<T extends Credentials> {
  credentials(signal: AbortSignal | undefined): Promise<T | undefined>;
  /**
   * Handles a refusal.
   * @param used the token that was refused
   * @returns whether to send the request again
   */
  refused(refusal: Refusal, used: T | undefined, trial: SignInAttempt): Promise<boolean>;
  /** Called for each answer that is not a refusal. */
  accepted?(operation: () => string): void;
}

/**
 * Times that one request is sent: enough for every useful chain of refusals (token renewed, signed in, more scopes).
 * Then the last refusal is the result.
 */
const MAX_AUTHORIZED_TRIES: number = MAX_AUTHORIZATIONS + 3;

/**
 * A `fetch` that adds the token to requests to one server. It never sends the token to another origin, nor with a
 * request whose redirects the browser would follow.
 * @throws McpError `invalid-input` where the server has no https URL
 */
export function signedFetch<T extends Credentials>(
  server: string,
  fetch: typeof globalThis.fetch,
  signer: Signer<T>,
): typeof globalThis.fetch {
  if (!isSecureUrl(server))
    throw new McpError('invalid-input', errorText('auth.tokenUnencrypted', { server: String(server) }), {
      remedy: errorText('auth.useHttps'),
    });
  const { origin } = new URL(server);
  return async (input, init = {}) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : undefined;
    if (!url || init.redirect !== 'manual' || new URL(url).origin !== origin) return fetch(input, init);
    const trial: SignInAttempt = { renewed: false, count: 0 };
    const signal = init.signal ?? undefined;
    for (let tries = 1; ; tries++) {
      const used = await signer.credentials(signal);
      const response = await send(fetch, url, init, used).catch((error: unknown) => {
        nameSigned(init, used);
        throw error;
      });
      const { status } = response;
      if (status !== 401 && status !== 403) {
        if (response.ok) signer.accepted?.(() => operationOf(init));
        return response;
      }
      if (tries === MAX_AUTHORIZED_TRIES) {
        nameSigned(init, used);
        return response;
      }
      const isAsked = init.method === 'POST';
      const challenge = readChallenge(response);
      const refusal: Refusal = { status, challenge, isAsked, signal, operation: operationOf(init) };
      if (!(await signer.refused(refusal, used, trial))) {
        nameSigned(init, used);
        return response;
      }
      response.body?.cancel().catch(() => {});
      bodyEnded(response);
    }
  };
}

/** True if a header can contain the token. @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.12 */
export function canBeSent(accessToken: string): boolean {
  return /^[\x20-\x7E]+$/.test(accessToken);
}

async function send(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  used: Credentials | undefined,
): Promise<Response> {
  if (!used) return fetch(url, init);
  if (used.key) return fetchWithDpop(fetch, url, init, used.accessToken, dpopKey(used.key));
  const headers = new Headers(init.headers);
  // Otherwise the engine’s error, which may quote the token, would be shown.
  if (!canBeSent(used.accessToken)) throw new McpError('invalid-input', errorText('auth.tokenUnsendable'));
  headers.set('Authorization', `Bearer ${used.accessToken}`);
  return fetch(url, { ...init, headers });
}

/**
 * Adds the names of the token’s headers to the request’s, without values: error messages name the headers that CORS
 * rules must allow.
 */
function nameSigned({ headers }: RequestInit, used: Credentials | undefined): void {
  if (!used || !(headers instanceof Headers)) return;
  headers.set('Authorization', 'withheld');
  if (used.key) headers.set('DPoP', 'withheld');
}

function operationOf({ body }: RequestInit): string {
  if (typeof body !== 'string') return '';
  const { method, params } = JSON.parse(body) as { method?: string; params?: { name?: unknown; uri?: unknown } };
  return [method, params?.name ?? params?.uri].filter((part) => typeof part === 'string').join(' ');
}
