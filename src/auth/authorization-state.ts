import type { McpError } from '../errors.js';
import type { AuthorizationRequest, SignIn } from './types.js';

/** The data of an {@link AuthorizationRequest}, without its functions and signal. */
export type WaitingFor = Omit<AuthorizationRequest, 'begin' | 'signal'>;

/** The state of a sign-in, as the screen shows it. */
export type AuthorizationState =
  | { readonly phase: 'signed-out' }
  /** Discovery or a token request is running. */
  | { readonly phase: 'working' }
  /** The user is at the authorization server, or about to be sent there. */
  | { readonly phase: 'waiting'; readonly request: WaitingFor }
  | {
      readonly phase: 'signed-in';
      readonly issuer: string;
      readonly scopes: readonly string[];
      /** Milliseconds since 1970; undefined if the server did not say. */
      readonly expiresAt: number | undefined;
      /** True if the token is renewed without the user when it expires. */
      readonly isRenewed: boolean;
    }
  | { readonly phase: 'failed'; readonly error: McpError };

export const SIGNED_OUT: AuthorizationState = { phase: 'signed-out' };

export function signedInState({ issuer, granted, expiresAt, refreshToken }: SignIn): AuthorizationState {
  return { phase: 'signed-in', issuer, scopes: granted, expiresAt, isRenewed: refreshToken !== undefined };
}

export function waitingState(request: AuthorizationRequest): AuthorizationState {
  return { phase: 'waiting', request: waitingFor(request) };
}

/** Copies each field by name, so that a new field is not exposed by accident. */
export function waitingFor(request: AuthorizationRequest): WaitingFor {
  const { state, server, issuer, hosts, previousIssuer, scopes, added, reason } = request;
  return { state, server, issuer, hosts, previousIssuer, scopes, added, reason };
}
