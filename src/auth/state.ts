import type { McpError } from '../errors.js';
import type { AuthorizationRequest } from './options.js';
import type { SignIn } from './token-store.js';

/** What a person is being asked for. {@link AuthorizationRequest} as plain data. */
export type WaitingFor = Omit<AuthorizationRequest, 'begin' | 'signal'>;

export type AuthorizationState =
  | { readonly phase: 'signed-out' }
  /** Something is being found out, or a token fetched. */
  | { readonly phase: 'working' }
  /** The person is at the authorization server, or about to be sent there. */
  | { readonly phase: 'waiting'; readonly request: WaitingFor }
  | {
      readonly phase: 'signed-in';
      readonly issuer: string;
      readonly scopes: readonly string[];
      /** Milliseconds since 1970; undefined: nobody said. */
      readonly expiresAt: number | undefined;
      /** It goes on without the person when it ends. */
      readonly isRenewed: boolean;
    }
  | { readonly phase: 'failed'; readonly error: McpError };

export const SIGNED_OUT: AuthorizationState = { phase: 'signed-out' };

export function signedIn({ issuer, granted, expiresAt, refreshToken }: SignIn): AuthorizationState {
  return { phase: 'signed-in', issuer, scopes: granted, expiresAt, isRenewed: refreshToken !== undefined };
}

export function waiting(request: AuthorizationRequest): AuthorizationState {
  return { phase: 'waiting', request: waitingFor(request) };
}

/** Field by field: nothing else must come along when it grows. */
export function waitingFor(request: AuthorizationRequest): WaitingFor {
  const { state, server, issuer, hosts, previousIssuer, scopes, added, reason } = request;
  return { state, server, issuer, hosts, previousIssuer, scopes, added, reason };
}
