import type { HttpEndpoint } from '../transport/http-exchange.js';

/** What signs a session's requests in. The two there are: {@link Authorization} and {@link OwnSignIn}. */
export interface SessionAuth {
  /**
   * The endpoint with a `fetch` that puts a token on what goes to it and answers its refusals.
   * @throws McpError `invalid-input` for a server that no token may be sent to
   */
  sign(endpoint: HttpEndpoint): HttpEndpoint;
  /**
   * Whose the sign-in is, by a name that holds for as long as it lasts; null while nobody is signed in. Undefined, or not
   * there: nobody can say, so what the server shows is kept nowhere.
   */
  readonly holder?: string | null | undefined;
  /** How long that name holds, and what is kept under it: as long as the device keeps it (default), or this tab is there. */
  readonly holderLasts?: 'device' | 'tab';
  /** Resolves once it is known whether somebody is signed in from before. Never rejects. */
  known?(): Promise<void>;
}
