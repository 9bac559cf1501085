import { McpError, type McpErrorCode, type McpErrorOptions } from '../errors.js';
import { MAX_WORDS } from './limits.js';

/**
 * A sign-in that did not come about. It never has a cause: what is thrown beneath carries codes and tokens in its own
 * fields, and errors are logged.
 */
export class AuthorizationError extends McpError {
  override readonly name: string = 'AuthorizationError';
  /** What the authorization server called it, `access_denied` for one. A stranger's word: show it as text. */
  readonly oauthError: string | undefined;

  constructor(
    message: string,
    options: Omit<McpErrorOptions, 'cause'> & { oauthError?: string | undefined; code?: McpErrorCode } = {},
  ) {
    super(options.code ?? 'unauthorized', message, { remedy: options.remedy });
    this.oauthError = options.oauthError;
  }
}

/** What an authorization server said when it refused, as text. */
export function refusedBy(issuer: string, oauthError: string, description: string | undefined): AuthorizationError {
  const name = hostOf(issuer);
  const words = clean(description);
  if (oauthError === 'access_denied')
    return new AuthorizationError(`Access was not given at ${name}${words ? `: ${words}` : ''}.`, {
      code: 'declined',
      oauthError,
      remedy: 'Connect again if it should be.',
    });
  return new AuthorizationError(`${name} refused to sign you in: ${words || clean(oauthError)}.`, {
    oauthError: clean(oauthError),
    remedy: REMEDIES[oauthError] ?? 'Try again, or ask whoever runs that server.',
  });
}

const REMEDIES: Readonly<Record<string, string>> = {
  invalid_client: 'This page’s registration there is no longer good. Connect again.',
  invalid_grant: 'The sign-in has ended or was used before. Connect again.',
  invalid_scope: 'The server asks for rights that its authorization server does not know.',
  invalid_target: 'The authorization server does not know this MCP server.',
  unauthorized_client: 'The page’s client is not allowed to sign in this way there.',
  temporarily_unavailable: 'Try again later.',
  server_error: 'Try again later.',
};

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : clean(address);
}

/** What a stranger wrote where something else was to stand, for the words of an error. */
export function quoted(what: unknown): string {
  return clean(String(what)).slice(0, 200);
}

/** A stranger's words on one line, without what cannot be seen, cut. */
function clean(words: string | undefined): string {
  return (words ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS)
    .replace(/[.]+$/, '');
}
