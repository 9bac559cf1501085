import { type ErrorText, McpError, type McpErrorCode, type McpErrorOptions } from '../errors.js';
import { describeJson } from '../util/json.js';
import { errorText } from './error-texts.js';
import { MAX_AUTH_MESSAGE_LENGTH } from './auth-limits.js';

/**
 * A sign-in that failed. It never has a `cause`: errors of oauth4webapi carry codes and tokens, and errors are logged.
 */
export class AuthorizationError extends McpError {
  override readonly name: string = 'AuthorizationError';
  /** The authorization server’s error code, `access_denied` for example. Untrusted: show it as text. */
  readonly oauthError: string | undefined;

  constructor(
    message: ErrorText,
    options: Omit<McpErrorOptions, 'cause'> & { oauthError?: string | undefined; code?: McpErrorCode } = {},
  ) {
    super(options.code ?? 'unauthorized', message, { remedy: options.remedy, developer: options.developer });
    this.oauthError = options.oauthError;
  }
}

/** The error for a refusal of an authorization server, with its words as text. */
export function refusedBy(issuer: string, oauthError: string, description: string | undefined): AuthorizationError {
  const host = describeHost(issuer);
  const words = clean(description);
  if (oauthError === 'access_denied')
    return new AuthorizationError(
      words ? errorText('auth.deniedSaying', { host, words }) : errorText('auth.denied', { host }),
      { code: 'declined', oauthError, remedy: errorText('auth.connectAgainIfWanted') },
    );
  return new AuthorizationError(errorText('auth.refused', { host, words: words || clean(oauthError) }), {
    oauthError: clean(oauthError),
    remedy: Object.hasOwn(REMEDIES, oauthError) ? REMEDIES[oauthError] : errorText('auth.tryAgainOrAsk'),
  });
}

const REMEDIES: Readonly<Record<string, ErrorText>> = {
  invalid_client: errorText('auth.registrationNotGood'),
  invalid_grant: errorText('auth.signInUsed'),
  invalid_scope: errorText('auth.scopeUnknown'),
  invalid_target: errorText('auth.serverUnknown'),
  unauthorized_client: errorText('auth.clientNotAllowed'),
  temporarily_unavailable: errorText('auth.tryLater'),
  server_error: errorText('auth.tryLater'),
};

export function describeHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : clean(address);
}

/** Quotes an unexpected value in an error message. */
export function quoted(what: unknown): string {
  return clean(describeJson(what, 1000)).slice(0, 200);
}

/** Untrusted text on one line, without invisible characters, cut to {@link MAX_AUTH_MESSAGE_LENGTH}. */
function clean(words: string | undefined): string {
  return (words ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_AUTH_MESSAGE_LENGTH)
    .replace(/[.]+$/, '');
}

/** The remedy for an invalid address that a server names. */
export const SERVER_REMEDY: ErrorText = errorText('auth.mendServer');
