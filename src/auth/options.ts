import type { PendingAttempt } from './attempt.js';
import type { ClientAuthMethod, TokenStore } from './token-store.js';

/** A client that somebody registered by hand. */
export interface RegisteredClient {
  readonly clientId: string;
  /** Whoever reads the page can read it: give one only where the authorization server wants it all the same. */
  readonly clientSecret?: string | undefined;
  /**
   * The authorization server it is registered at; it is never shown to another. Default: the first that is met, if that
   * says who it is when it sends people back (RFC 9207). One that does not must be named here.
   */
  readonly issuer?: string | undefined;
  /** Default: what the authorization server takes. */
  readonly method?: ClientAuthMethod | undefined;
}

/** What a host does in a sign-in: shows the page to sign in at, registers this page, gives tokens for codes, takes them back. */
export type HostUse = 'page' | 'registration' | 'tokens' | 'revocation';

/** A host that takes part in a sign-in, although it is not the issuer's. */
export interface OtherHost {
  /** With the port where it is unusual. */
  readonly host: string;
  readonly uses: readonly HostUse[];
}

/** What a person is to be sent to sign in for. Nothing is known of it elsewhere before {@link AuthorizationRequest.begin}. */
export interface AuthorizationRequest {
  /** What the address they come back with has to carry, so that it can be told from others. */
  readonly state: string;
  /** The MCP server it is for. */
  readonly server: string;
  /** Who will ask them. */
  readonly issuer: string;
  /** Hosts other than the issuer's that take part: whoever asks the person shows them. */
  readonly hosts: readonly OtherHost[];
  /**
   * Who signed them in for that server until now, where that was another authorization server: whoever asks the person
   * asks about that first. Undefined where it is the same, and where nothing is known of an earlier one.
   */
  readonly previousIssuer?: string | undefined;
  /** Rights that are asked for; none: what the authorization server thinks right. */
  readonly scopes: readonly string[];
  /** Those of them that were not asked for before. */
  readonly added: readonly string[];
  /** `step-up`: they are signed in, and something wants more. */
  readonly reason: 'sign-in' | 'step-up';
  /** Aborts when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /**
   * Registers this page there if it is not known yet, and says where to send the person. Call it when they have agreed; it
   * does its work once.
   * @throws AuthorizationError when this page cannot be registered; McpError `cancelled`
   */
  begin(): Promise<BegunAuthorization>;
}

/** Where to send a person, and what for. */
export interface BegunAuthorization {
  /** Where to send them. https, or http on this machine. */
  readonly url: string;
  /** Where they come back to. */
  readonly redirectUri: string;
  /** What is needed to go on in another load of the page. Holds secrets of this attempt: forget it when it is used. */
  readonly attempt: PendingAttempt;
}

/** An attempt from another load of the page, and the address that the person came back with. */
export interface Returned {
  readonly attempt: PendingAttempt;
  readonly callback: string;
}

/** How people get to the authorization server and back: a window, the page itself, or whatever a host has. */
export interface Authorizer {
  /**
   * Sends a person there. Resolves with the whole address they came back with.
   * @throws McpError `declined` when they closed the window, `cancelled` when `signal` aborts
   */
  open(request: AuthorizationRequest): Promise<string>;
  /** What an earlier load of the page left open for that server, if the person has come back. Given once. */
  returned?(server: string): Promise<Returned | undefined> | Returned | undefined;
  /** The attempt is over, whatever came of it: what was opened for it may close. */
  ended?(): void;
}

export interface AuthorizationOptions {
  readonly authorizer: Authorizer;
  /**
   * Where people come back to: https, or http on this machine. The package has a page for it, `oauth-callback.html`.
   * Where this page registers itself, `?issuer=` and a hash of the authorization server stand behind it.
   */
  readonly redirectUri: string;
  /** Clients that are registered already, tried first. */
  readonly clients?: readonly RegisteredClient[] | undefined;
  /**
   * Address of a document about this site as a client, for authorization servers that take those: https, with a path.
   * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
   */
  readonly clientMetadataUrl?: string | undefined;
  /**
   * Asked for a client where there is no other way to get one. Undefined: there is none. `redirectUri` is the address that
   * it must be registered with: one of its own for that authorization server. `signal` aborts when nobody waits any more.
   */
  readonly askClient?:
    ((issuer: string, redirectUri: string, signal: AbortSignal) => Promise<RegisteredClient | undefined>) | undefined;
  /** What the site is called when it registers itself. Default: its host. */
  readonly clientName?: string | undefined;
  /** Chooses among several authorization servers. Default: one that a client is registered at, else the first. */
  readonly chooseIssuer?: ((issuers: readonly string[]) => string | Promise<string>) | undefined;
  /** Rights that are asked for beside those the server wants. */
  readonly scopes?: readonly string[] | undefined;
  /** Asks to stay signed in (`offline_access`) where the authorization server has that. Default true. */
  readonly offline?: boolean | undefined;
  /** Binds tokens to a key of this page (DPoP). Default `auto`: where the server says that it takes such tokens. */
  readonly dpop?: 'auto' | 'always' | 'never' | undefined;
  /** Where sign-ins are kept. Default: in memory, until the page goes. */
  readonly store?: TokenStore | undefined;
}
