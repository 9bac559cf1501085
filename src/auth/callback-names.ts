/** On which channel the callback page tells the page that waits. Nobody else knows the state, so nobody else hears it. */
export const channelFor = (state: string): string => `mcp-embed sign-in ${state}`;

/** Under which name of `sessionStorage` an attempt waits while its page is away. */
export const PENDING = 'mcp-embed sign-in ';

/** What the callback page says on the channel. */
export interface CallbackNews {
  /** The whole address the person came back with. */
  readonly callback: string;
}

/** What the page that waits answers. */
export const RECEIVED = 'received';

/** An attempt whose page went away, and then where the person came back. */
export interface PendingRecord {
  readonly attempt: { readonly server: string };
  /** The page to go back to; of this origin. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly callback?: string;
}
