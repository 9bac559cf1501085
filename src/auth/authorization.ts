import { asMcpError, McpError } from '../errors.js';
import { type SuspendTimeout, withSuspendedTimeout } from '../jsonrpc/peer.js';
import { SingleFlight } from '../jsonrpc/single-flight.js';
import type { HttpEndpoint } from '../transport/http.js';
import { randomId } from '../util/coordination.js';
import { type Readable, Store } from '../util/store.js';
import {
  AuthorizationError,
  hostOf,
  isSafe,
  MAX_AUTHORIZATIONS,
  mayName,
  difference,
  readScopes,
  RENEW_BEFORE_MS,
} from './errors.js';
import { dpopKey } from './dpop.js';
import { type Refusal, signedFetch, type SignInAttempt } from './fetch.js';
import { complete, isStillTrusted, signIn } from './flow.js';
import { withAuthLock } from './lock.js';
import { renew, revoke } from './tokens.js';
import {
  type AuthorizationOptions,
  type AuthorizationState,
  MemoryTokenStore,
  type PendingAuthorization,
  type RegisteredClient,
  type SessionAuth,
  SIGNED_OUT,
  signedIn,
  type SignIn,
  type TokenStore,
  waiting,
} from './types.js';
import { errorText } from './error-texts.js';

/** How often a person may be sent to sign in for one operation before one has to believe that it does not help. */
class SignInAttempts {
  /** Sign-ins since the operation last worked. */
  readonly #done = new Map<string, number>();
  /** What an earlier load of the page went away for: its first request for the same is the same request. */
  #before: Pick<PendingAuthorization, 'operation' | 'count'> | undefined;

  recall(attempt: PendingAuthorization): void {
    this.#before = attempt;
    this.#done.set(attempt.operation, attempt.count);
  }

  /** @throws AuthorizationError when it would be one too many, or lead to the same token again */
  admit(
    server: string,
    { status, challenge, operation }: Refusal,
    used: SignIn | undefined,
    trial: SignInAttempt,
  ): void {
    if (this.#before?.operation === operation) trial.count += this.#before.count;
    this.#before = undefined;
    const isNew = difference(used?.asked ?? [], readScopes(challenge?.scope)).length > 0;
    if ((this.#done.get(operation) ?? 0) < MAX_AUTHORIZATIONS && (trial.count === 0 || isNew)) return;
    throw new AuthorizationError(
      status === 401
        ? errorText('auth.tokenRefusedAgain', { host: hostOf(server) })
        : errorText('auth.rightStillMissing', { host: hostOf(server) }),
      { code: status === 401 ? 'unauthorized' : 'forbidden', remedy: errorText('auth.askForRight') },
    );
  }

  /** How many it will be with the next one. */
  next({ operation }: Refusal): number {
    return (this.#done.get(operation) ?? 0) + 1;
  }

  /** The person came back with a token. */
  signedIn(refusal: Refusal, trial: SignInAttempt): void {
    this.#done.set(refusal.operation, this.next(refusal));
    trial.count++;
  }

  /** The server took a token. @param operation asked for only where it matters */
  accepted(operation: () => string): void {
    if (this.#done.size === 0) return;
    const name = operation();
    this.#done.delete(name);
    if (this.#before?.operation === name) this.#before = undefined;
  }

  forget(): void {
    this.#done.clear();
    this.#before = undefined;
  }
}

/** Has the tokens of a sign-in taken back. @returns whether all of them were: false where there is no way to. Never throws. */
async function takeBack(left: SignIn, fetch: typeof globalThis.fetch): Promise<boolean> {
  if (!left.revocationEndpoint) return false;
  const tokens = [left.refreshToken, left.accessToken].filter((token) => token !== undefined);
  const line = { fetch, signal: new AbortController().signal };
  const taken = await Promise.allSettled(tokens.map((token) => revoke(left, token, line)));
  return taken.length > 0 && taken.every(({ status }) => status === 'fulfilled');
}

/**
 * The sign-in of one page at one MCP server, as OAuth has it for clients without secrets. Give it to `connect()`; it
 * does nothing until the server refuses.
 * @example
 * const auth = new Authorization({ authorizer: new PopupAuthorizer(), redirectUri: 'https://example.com/oauth-callback.html' });
 * const session = await connect('https://mcp.example.com/mcp', { auth });
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export class Authorization implements SessionAuth {
  readonly #options: AuthorizationOptions;
  readonly #store: TokenStore;
  readonly #state = new Store<AuthorizationState>(SIGNED_OUT);
  readonly #signingIn = new SingleFlight<void>();
  readonly #renewing = new SingleFlight<SignIn | undefined>();
  readonly #bound = new Map<RegisteredClient, string>();
  readonly #tries = new SignInAttempts();
  #server: string | undefined;
  #fetch!: typeof globalThis.fetch;
  #known: Promise<void> | undefined;
  #signIn: SignIn | undefined;
  /** Who signed them in the last time, also after they signed out. */
  #lastIssuer: string | undefined;

  constructor(options: AuthorizationOptions) {
    this.#options = options;
    this.#store = options.store ?? new MemoryTokenStore();
  }

  /** See {@link SessionAuth.identity}. Who signs in for this page only has no name that would hold. */
  get identity(): string | null | undefined {
    return this.#signIn ? undefined : null;
  }

  /** Without an attempt that is taken up: what comes of that is for the request that needs it. */
  async known(): Promise<void> {
    if (this.#server !== undefined) await this.#find().catch(() => {});
  }

  /** What to show. It holds no token. */
  get state(): Readable<AuthorizationState> {
    return this.#state;
  }

  sign(endpoint: HttpEndpoint): HttpEndpoint {
    const { url } = endpoint;
    if (this.#server !== undefined && this.#server !== url)
      throw new McpError('invalid-input', errorText('auth.otherServer'), {
        remedy: errorText('auth.oneForEachServer'),
      });
    const pause: SuspendTimeout = endpoint.pause ?? { questions: 0, until: 0 };
    const fetch = signedFetch<SignIn>(url, endpoint.fetch, {
      credentials: (signal) => this.#credentials(signal),
      refused: (refusal, used, trial) => this.#refused(refusal, used, trial, pause),
      accepted: (operation) => this.#tries.accepted(operation),
    });
    this.#server = url;
    this.#fetch = endpoint.fetch;
    return { ...endpoint, fetch, pause };
  }

  /**
   * Takes the tokens back where the authorization server has a way to, and forgets them here. Never throws.
   * @returns whether the authorization server took them back
   */
  async signOut(): Promise<boolean> {
    if (this.#server === undefined) return false;
    // What went wrong with an attempt of before is nothing to somebody who leaves.
    await this.#know().catch(() => {});
    // Another tab may have renewed it: then ours are used up, and taking them back would leave the new ones good.
    const left = (await this.#stored()) ?? this.#signIn;
    this.#tries.forget();
    await this.#take(undefined);
    return left !== undefined && takeBack(left, this.#fetch);
  }

  async #credentials(signal: AbortSignal | undefined): Promise<SignIn | undefined> {
    await this.#know();
    const { expiresAt = Infinity, refreshToken } = this.#signIn ?? {};
    if (refreshToken && expiresAt - RENEW_BEFORE_MS < Date.now()) {
      const ended = expiresAt < Date.now();
      await this.#renew(this.#signIn!, signal).catch((error: unknown) => {
        // While the old one lasts, a failure to renew it hurts nobody.
        if (ended || signal?.aborted) throw error;
      });
    }
    return this.#signIn;
  }

  async #refused(
    refusal: Refusal,
    used: SignIn | undefined,
    trial: SignInAttempt,
    pause: SuspendTimeout,
  ): Promise<boolean> {
    const { status, challenge, isAsked, signal } = refusal;
    if (status === 403 && challenge?.error !== 'insufficient_scope') return false;
    // Somebody else got another token meanwhile: this tab, or one that shares its store.
    if ((await this.#meanwhile(used)) === 'renewed') return true;
    if (status === 401 && used?.refreshToken && !trial.renewed) {
      trial.renewed = true;
      if (await this.#renewTrusted(used, refusal)) return true;
    }
    if (!isAsked) return false;
    this.#tries.admit(this.#server!, refusal, used, trial);
    await withSuspendedTimeout(pause, () => this.#signingIn.join(signal, (life) => this.#send(refusal, used, life)));
    this.#tries.signedIn(refusal, trial);
    return true;
  }

  /** Sends the person to sign in. */
  async #send(refusal: Refusal, had: SignIn | undefined, signal: AbortSignal): Promise<void> {
    const before = this.#state.get();
    this.#state.set({ phase: 'working' });
    try {
      const made = await signIn({
        ...{ server: this.#server!, challenge: refusal.challenge, had, signal },
        previousIssuer: had?.issuer ?? this.#lastIssuer,
        ...{ operation: refusal.operation, count: this.#tries.next(refusal) },
        ...{ options: this.#options, store: this.#store, fetch: this.#fetch, bound: this.#bound },
        waiting: (request) => this.#state.set(waiting(request)),
        back: () => this.#state.set({ phase: 'working' }),
      });
      // Who only gets more rights is who they were. After a refusal it may be somebody else.
      const isSame = refusal.challenge?.error === 'insufficient_scope';
      await this.#take({ ...made, identity: (isSame && had?.identity) || randomId() });
    } catch (thrown) {
      const error = asMcpError(thrown, 'unauthorized');
      // Who did not want more than they had still has that.
      this.#state.set(before.phase === 'signed-in' ? before : { phase: 'failed', error });
      throw error;
    } finally {
      this.#options.authorizer.ended?.();
    }
  }

  async #renewTrusted(used: SignIn, { challenge, signal }: Refusal): Promise<boolean> {
    const life = signal ?? new AbortController().signal;
    const job = { fetch: this.#fetch, server: this.#server!, challenge, signal: life };
    if (!(await isStillTrusted(used, job))) return false;
    return (await this.#renew(used, signal)) !== undefined;
  }

  /** @returns undefined when only the person can help @throws McpError when nobody can say */
  #renew(used: SignIn, signal: AbortSignal | undefined): Promise<SignIn | undefined> {
    const server = this.#server!;
    return this.#renewing.join(signal, (life) =>
      // A refresh token works once: two tabs that use it at the same time look like a thief and its owner.
      withAuthLock(server, life, async () => {
        const meanwhile = await this.#meanwhile(used);
        if (meanwhile === 'renewed') return this.#signIn;
        if (meanwhile === 'forgotten') return this.#forgotten();
        const key = used.key && dpopKey(used.key);
        const line = { fetch: this.#fetch, signal: life, key };
        const renewed = await renew(used, used.refreshToken!, line).catch((error: unknown) => {
          if ((error as { oauthError?: string }).oauthError === undefined) throw error;
          // Refused, not lost: it will be refused again.
          return undefined;
        });
        const since = await this.#meanwhile(used);
        if (since === 'renewed') return this.#signIn;
        if (since === 'forgotten') {
          if (renewed) await takeBack(renewed, this.#fetch);
          return this.#forgotten();
        }
        const { refreshToken: _, ...rest } = used;
        await this.#take(renewed ?? { ...rest, expiresAt: used.expiresAt ?? 0 });
        return renewed;
      }),
    );
  }

  /** What came of the sign-in that was used, here or with others who share the store. */
  async #meanwhile(used: SignIn | undefined): Promise<'renewed' | 'forgotten' | 'nothing'> {
    if (this.#signIn && this.#signIn.accessToken !== used?.accessToken) return 'renewed';
    const stored = await this.#stored();
    if (!stored) return used ? 'forgotten' : 'nothing';
    if (stored.accessToken === used?.accessToken) return 'nothing';
    this.#signIn = stored;
    this.#lastIssuer = stored.issuer;
    this.#state.set(signedIn(stored));
    return 'renewed';
  }

  /** The person signed out elsewhere. To renew what this page still has would sign them in again. */
  #forgotten(): undefined {
    this.#signIn = undefined;
    this.#state.set(SIGNED_OUT);
  }

  /** The name of who is signed in. */
  protected get signedInAs(): string | undefined {
    return this.#signIn?.identity;
  }

  async #take(signIn: SignIn | undefined): Promise<void> {
    try {
      // First: whoever is refused now looks there for another token than the one they used.
      await this.#store.storeSignIn(this.#server!, signIn);
    } finally {
      this.#signIn = signIn;
      this.#lastIssuer = signIn?.issuer ?? this.#lastIssuer;
      this.#state.set(signIn ? signedIn(signIn) : SIGNED_OUT);
    }
  }

  /** What is there from before: a sign-in that was kept, or an attempt that an earlier load of the page began. */
  #know(): Promise<void> {
    return (this.#known ??= this.#recall().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    }));
  }

  /** One that an earlier version kept may have its tokens renewed where that server has nothing to say. */
  async #stored(): Promise<SignIn | undefined> {
    const server = this.#server!;
    const kept = await this.#store.signIn(server);
    const { tokenEndpoint, revocationEndpoint = tokenEndpoint } = kept ?? {};
    return [tokenEndpoint, revocationEndpoint].every((at) => isSafe(at) && mayName(server, at)) ? kept : undefined;
  }

  async #find(): Promise<void> {
    const kept = await this.#stored();
    if (!kept || this.#signIn) return;
    this.#signIn = kept;
    this.#lastIssuer = kept.issuer;
    this.#state.set(signedIn(kept));
  }

  async #recall(): Promise<void> {
    const server = this.#server!;
    await this.#find();
    const returned = await this.#options.authorizer.returned?.(server);
    if (!returned) return;
    this.#state.set({ phase: 'working' });
    try {
      const signal = new AbortController().signal;
      const line = { fetch: this.#fetch, signal, store: this.#store };
      const made = await complete(returned.attempt, returned.callback, line);
      await this.#take({ ...made, identity: randomId() });
      this.#tries.recall(returned.attempt);
    } catch (error) {
      this.#state.set({ phase: 'failed', error: asMcpError(error, 'unauthorized') });
      throw error;
    }
  }
}
