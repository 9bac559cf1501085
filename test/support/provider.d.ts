// Made by provider-plugin.mjs; tsconfig.json maps its address here.
/** An MCP server that takes tokens of {@link providerIssuer} only; `tools/call` needs `write`, all else `read`. */
export const protectedUrl: string;
/** A real authorization server, with pages to log in and to consent. */
export const providerIssuer: string;
/** A person goes there, logs in and answers. @param home where they come back to */
export function visit(
  url: string,
  answer: 'yes' | 'no',
  home: string,
): Promise<{ callback: string; pages: readonly string[] }>;
/** How long access tokens last from now on. */
export function tokensLast(seconds: number): Promise<void>;
/** Takes back everything that was given together with this token. */
export function endGrantOf(token: string): Promise<void>;
/** Ends this access token, and nothing else of what was given with it. */
export function endToken(token: string): Promise<void>;
/** What it does otherwise for the client of that name from now on. */
export function behave(
  client: string,
  behaviour: {
    /** How long access tokens last. */
    readonly seconds?: number;
    /** Its pages cut the window off from who opened it (COOP). */
    readonly isGuarded?: boolean;
    /** Its pages answer themselves after so many milliseconds, as somebody does who sits before them. */
    readonly personTakesMs?: number;
    /** What they say when they are asked for consent; or they close the window at once. */
    readonly answer?: 'yes' | 'no' | 'close';
    /** So many answers of the token endpoint get lost on the way. */
    readonly cuts?: number;
  },
): Promise<void>;
/** What the client of that name asked of the token endpoint, and `revoked` where everything it was given ended. */
export function tokenLog(client: string): Promise<readonly { readonly what: string; readonly status?: number }[]>;
