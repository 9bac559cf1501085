import { asMcpError } from '../errors.js';
import type { HttpEndpoint } from '../transport/http-exchange.js';
import { personsTime } from '../jsonrpc/persons-time.js';
import type { SessionAuth } from './session-auth.js';
import { signedFetch } from './signed-fetch.js';

export interface OwnSignInOptions {
  /** The token to send; asked before each request. Undefined: none. */
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  /**
   * Told when the server refuses, and the scopes it wants if it says so. When it says true, `getToken` is asked again and
   * the request sent again, once.
   */
  readonly onUnauthorized?: (refusal: OwnRefusal) => boolean | Promise<boolean>;
}

export interface OwnRefusal {
  /** 401: no token, or one that is no longer good. 403: the token lacks a right. */
  readonly status: 401 | 403;
  readonly scope: string | undefined;
}

/** For sites that have a sign-in of their own: they give the token, and hear when it is refused. */
export class OwnSignIn implements SessionAuth {
  readonly #options: OwnSignInOptions;

  constructor(options: OwnSignInOptions) {
    this.#options = options;
  }

  sign(endpoint: HttpEndpoint): HttpEndpoint {
    const { getToken, onUnauthorized } = this.#options;
    const pause = { questions: 0, until: 0 };
    const fetch = signedFetch(endpoint.url, endpoint.fetch, {
      credentials: async () => {
        const accessToken = await getToken();
        return accessToken ? { accessToken } : undefined;
      },
      refused: async ({ status, challenge, signal }, _used, trial) => {
        if (!onUnauthorized || trial.count++ > 0) return false;
        const again = await personsTime(pause, async () => onUnauthorized({ status, scope: challenge?.scope }));
        if (signal?.aborted) throw asMcpError(signal.reason, 'cancelled');
        return again;
      },
    });
    return { ...endpoint, fetch, pause };
  }
}
