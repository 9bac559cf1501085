import { type ErrorText, McpError, type McpErrorOptions } from '../errors.js';
import { errorText } from './error-texts.js';
import { type SilentRequest, headersRefused, neededHeaders, preflightRefused } from './cors-failure.js';

/**
 * Headers whose values hold no secret. A server may refuse an empty one before it adds its CORS headers, so they keep
 * their values.
 */
const HAS_OWN_VALUE = /^(content-type|mcp-protocol-version)$/;

/**
 * No answer came, and the browser does not say why. The message names every possible cause; {@link findCause} makes
 * requests to find the true one.
 */
export class NoAnswerError extends McpError {
  readonly #request: SilentRequest;

  constructor(message: ErrorText, options: McpErrorOptions, request: SilentRequest) {
    super('network', message, options);
    // Values are removed: the error may be kept for long, and they may be secrets.
    const headers = new Headers();
    for (const [name, value] of request.headers) headers.set(name, HAS_OWN_VALUE.test(name) ? value : '');
    this.#request = { ...request, headers };
  }

  /** The HTTP method of the request. */
  get method(): string | undefined {
    return this.#request.method;
  }

  /**
   * Finds out why there was no answer. Each header that is not known to be allowed is tried with a POST that has no
   * body and no values but the content type and the revision: it asks for nothing and changes nothing.
   * @param signal ends the search, which takes four times `CAUSE_PROBE_TIMEOUT_MS` at most
   * @returns a {@link CorsError}, or this error where nothing more can be found out
   */
  async findCause(signal: AbortSignal): Promise<McpError> {
    const { url, headers, proven, cause } = this.#request;
    const { host, origin } = new URL(url);
    // Only CORS hides the reason, and it does not apply on the same origin.
    if (globalThis.location === undefined || location.origin === origin) return this;
    const isKnown = proven.of(url).size > 0;
    const missing = await proven.search(this.#request, neededHeaders(this.#request), signal).catch(() => undefined);
    switch (missing) {
      case undefined:
        return this;
      case 'every answer':
        if (!isKnown) return this;
        return new McpError('network', errorText('transport.noAnswerAnyMore', { host }), {
          cause,
          remedy: errorText('transport.checkServer'),
          developer: errorText('transport.checkProxy'),
        });
      case 'this answer':
        return new McpError('network', errorText('transport.oneAnswerMissing', { host }), {
          cause,
          remedy: errorText('transport.checkCorsEverywhere'),
        });
      case 'preflight':
        return preflightRefused(this.#request);
      default:
        return headersRefused(
          this.#request,
          missing.refused,
          missing.refused.filter((name) => headers.has(name)),
        );
    }
  }
}
