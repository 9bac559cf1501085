import * as oauth from 'oauth4webapi';
import type { PendingAttempt } from './attempt.js';
import { isCallback } from './callback-address.js';
import { MAX_CALLBACK_LENGTH } from './limits.js';
import { AuthorizationError, hostOf, refusedBy } from './problems.js';

/**
 * Reads the address a person came back with.
 * @returns parameters that hold a code for this attempt
 * @throws AuthorizationError for an answer to something else, from somebody else, or one that says no
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
export function readCallback(attempt: PendingAttempt, callback: string): URLSearchParams {
  const { authorizationServer, redirectUri, state } = attempt;
  const { issuer, namesItself } = authorizationServer;
  const url = callback.length <= MAX_CALLBACK_LENGTH && URL.canParse(callback) ? new URL(callback) : undefined;
  // Before anything else is believed: an answer on the address of another authorization server is another's.
  if (!url || !isCallback(url, redirectUri)) throw foreign('came back to another address than they were to');
  const { searchParams } = url;
  const single = (name: string): string | undefined => {
    const values = searchParams.getAll(name);
    if (values.length > 1) throw foreign(`came back with more than one ${name}`);
    return values[0];
  };
  // Letter by letter, and before what it says: what another server says may be a lie, its errors too.
  const iss = single('iss');
  if (iss === undefined ? namesItself : iss !== issuer)
    throw new AuthorizationError(`Somebody else than ${hostOf(issuer)} sent you back to this page; not used.`, {
      remedy: 'Do not try again if you do not know why: this is how sign-ins are stolen.',
    });
  if (single('state') !== state) throw foreign('came back with the answer to something else');
  const error = single('error');
  if (error !== undefined) throw refusedBy(issuer, error, single('error_description'));
  if (!single('code')) throw foreign('came back without a code');
  const server = { issuer, authorization_response_iss_parameter_supported: namesItself };
  try {
    return oauth.validateAuthResponse(server, { client_id: attempt.client.clientId }, searchParams, state);
  } catch {
    throw foreign('came back with what cannot be used');
  }

  function foreign(what: string): AuthorizationError {
    return new AuthorizationError(`Signing in at ${hostOf(issuer)} did not work: you ${what}.`, {
      remedy: 'Connect again, in one window at a time.',
    });
  }
}
