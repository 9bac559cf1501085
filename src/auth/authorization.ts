import { asMcpError, McpError } from '../errors.js';
import { type SuspendTimeout, withSuspendedTimeout } from '../jsonrpc/pending-request.js';
import { SingleFlight } from '../jsonrpc/single-flight.js';
import type { HttpEndpoint } from '../transport/http.js';
import { randomId } from '../util/tab-coordination.js';
import { type Readable, Store } from '../util/store.js';
import { authorizationUrl } from './authorization-request.js';
import { AuthorizationError, describeHost } from './errors.js';
import { differenceOfScopes, readScopes } from './scope-sets.js';
import { isSecureUrl, mayNameUrl } from './url-safety.js';
import { MAX_AUTHORIZATIONS, RENEW_BEFORE_MS } from './auth-limits.js';
import { dpopKey } from './dpop.js';
import { type Refusal, signedFetch, type SignInAttempt } from './fetch.js';
import { complete, isStillTrusted, signIn } from './flow.js';
import { withAuthLock } from './lock.js';
import { renew, revoke } from './tokens.js';
import {
  type AuthorizationOptions,
  type LeaveListener,
  type LeaveReason,
  type PendingAuthorization,
  type RegisteredClient,
  type SessionAuth,
  type SignIn,
  type TokenStore,
} from './types.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { type AuthorizationState, SIGNED_OUT, signedInState, waitingState } from './authorization-state.js';
import { errorText } from './error-texts.js';
import { currentClock } from '../util/clock.js';

/**
 * The sign-in of one page at one MCP server, as OAuth has it for clients without secrets. Give it to `connect()`; it
 * does nothing until the server refuses.
 * @example
 * const auth = new Authorization({ authorizer: new PopupAuthorizer(), redirectUri:
 * 'https://example.com/oauth-callback.html' });
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
  #visiting: HttpEndpoint['visiting'];
  #known: Promise<void> | undefined;
  #signIn: SignIn | undefined;
  /** Issuer of the last sign-in, also after signing out. */
  #lastIssuer: string | undefined;
  readonly #leaving = new Set<LeaveListener>();
  readonly #otherTabs: OtherTabs;

  constructor(options: AuthorizationOptions) {
    this.#options = options;
    this.#store = options.store ?? new MemoryTokenStore();
    this.#otherTabs = new OtherTabs(this.#store, () => void this.#look().catch(() => {}));
  }

  /** See {@link SessionAuth.identity}. A sign-in for this page only has no lasting identity. */
  get identity(): string | null | undefined {
    return this.#signIn ? undefined : null;
  }

  /** Does not wait for a resumed sign-in: its result belongs to the request that needs it. */
  async known(): Promise<void> {
    if (this.#server !== undefined) await this.#find().catch(() => {});
  }

  onLeave(leaving: LeaveListener): () => void {
    this.#leaving.add(leaving);
    return () => this.#leaving.delete(leaving);
  }

  async orphans(identities: readonly string[]): Promise<readonly string[]> {
    const { identityPrefix } = this.#store;
    const ours = identityPrefix ? identities.filter((one) => one.startsWith(identityPrefix)) : [];
    const known = ours.length > 0 ? await this.#store.identities?.() : undefined;
    return known ? ours.filter((one) => !known.has(one) && one !== this.#signIn?.identity) : [];
  }

  /** The state to show. It contains no token. */
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
    this.#visiting = endpoint.visiting;
    return { ...endpoint, fetch, pause };
  }

  /**
   * Revokes the tokens where the authorization server can, and deletes them here, with everything that the sessions of
   * this sign-in stored, in all tabs. Never throws: what cannot be erased is reported in `session.problems`.
   * @returns whether the authorization server revoked them
   */
  async signOut(): Promise<boolean> {
    if (this.#server === undefined) return false;
    // An error of an earlier sign-in does not matter for signing out.
    await this.#know().catch(() => {});
    // Another tab may have renewed the tokens: revoking only ours would leave the new ones valid.
    const left = (await this.#stored()) ?? this.#signIn;
    this.#tries.forget();
    const erase = this.#leave('here');
    await this.#take(undefined);
    await erase();
    return left !== undefined && revokeTokens(left, this.#fetch);
  }

  async #credentials(signal: AbortSignal | undefined): Promise<SignIn | undefined> {
    await this.#know();
    const { expiresAt = Infinity, refreshToken } = this.#signIn ?? {};
    if (refreshToken && expiresAt - RENEW_BEFORE_MS < currentClock.timeOfDay()) {
      const ended = expiresAt < currentClock.timeOfDay();
      await this.#renew(this.#signIn!, signal).catch((error: unknown) => {
        // While the old token is valid, a failed renewal does no harm.
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
    // This tab, or one that shares the store, got another token meanwhile.
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
        ...{ server: this.#server!, challenge: refusal.challenge, previousSignIn: had, signal },
        previousIssuer: had?.issuer ?? this.#lastIssuer,
        ...{ operation: refusal.operation, count: this.#tries.next(refusal) },
        ...{ options: this.#options, store: this.#store, fetch: this.#fetch, bound: this.#bound },
        visiting: this.#visiting,
        waiting: (request) => this.#state.set(waitingState(request)),
        back: () => this.#state.set({ phase: 'working' }),
      });
      // A sign-in for more scopes does not change the identity. After a refusal it may be another person.
      const isSame = refusal.challenge?.error === 'insufficient_scope';
      const identity = (isSame && had?.identity) || this.#newIdentity();
      const erase = had && had.identity !== identity ? this.#leave('replaced') : undefined;
      await this.#take({ ...made, identity });
      await erase?.();
    } catch (thrown) {
      const error = asMcpError(thrown, 'unauthorized');
      // After a refusal of more scopes, the person still has the earlier ones.
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

  /**
   * Renews the tokens of a sign-in.
   * @returns undefined when the person must sign in
   * @throws McpError when the authorization server does not answer
   */
  #renew(used: SignIn, signal: AbortSignal | undefined): Promise<SignIn | undefined> {
    const server = this.#server!;
    return this.#renewing.join(signal, (life) =>
      // Under a lock: a refresh token works once, and two tabs that use it at the same time look like a theft.
      withAuthLock(server, life, async () => {
        const meanwhile = await this.#meanwhile(used);
        if (meanwhile === 'renewed') return this.#signIn;
        if (meanwhile === 'forgotten') return this.#forgotten();
        const key = used.key && dpopKey(used.key);
        const context = { fetch: this.#fetch, signal: life, key };
        const renewed = await renew(used, used.refreshToken!, context).catch((error: unknown) => {
          if ((error as { oauthError?: string }).oauthError === undefined) throw error;
          // Refused by the server, and it will be refused again.
          return undefined;
        });
        const since = await this.#meanwhile(used);
        if (since === 'renewed') return this.#signIn;
        if (since === 'forgotten') {
          if (renewed) await revokeTokens(renewed, this.#fetch);
          return this.#forgotten();
        }
        const { refreshToken: _, ...rest } = used;
        await this.#take(renewed ?? { ...rest, expiresAt: used.expiresAt ?? 0 });
        return renewed;
      }),
    );
  }

  /** Compares the sign-in with the store, which other tabs of the browser share. */
  async #meanwhile(used: SignIn | undefined): Promise<'renewed' | 'forgotten' | 'nothing'> {
    if (this.#signIn && this.#signIn.accessToken !== used?.accessToken) return 'renewed';
    const stored = await this.#stored();
    if (!stored) return used ? 'forgotten' : 'nothing';
    if (stored.accessToken === used?.accessToken) return 'nothing';
    this.#adopt(stored);
    return 'renewed';
  }

  /** Another tab stored or removed a sign-in, perhaps that of this server. */
  async #look(): Promise<void> {
    const used = this.#signIn;
    const stored = await this.#stored();
    if (!used || this.#signIn !== used) return;
    if (!stored) this.#forgotten();
    else if (stored.identity !== used.identity) this.#adopt(stored);
  }

  /** Takes the sign-in of another tab. There, another person may have signed in. */
  #adopt(stored: SignIn): void {
    const erase = this.#signIn && this.#signIn.identity !== stored.identity ? this.#leave('elsewhere') : undefined;
    this.#signIn = stored;
    this.#lastIssuer = stored.issuer;
    this.#otherTabs.follow();
    this.#state.set(signedInState(stored));
    void erase?.();
  }

  /** The person signed out in another tab. Renewing would sign them in again. */
  #forgotten(): undefined {
    const erase = this.#leave('elsewhere');
    this.#signIn = undefined;
    this.#otherTabs.leave();
    this.#state.set(SIGNED_OUT);
    void erase();
  }

  /**
   * Notifies the sessions that their person leaves. @returns a function that erases all that they stored; never rejects
   */
  #leave(how: LeaveReason): () => Promise<void> {
    const left = this.#signIn ? [...this.#leaving].map((leaving) => leaving(how)) : [];
    return async () => void (await Promise.allSettled(left.map((erase) => erase())));
  }

  #newIdentity(): string {
    return `${this.#store.identityPrefix ?? ''}${randomId()}`;
  }

  /** The identity of the signed-in person. */
  protected get signedInAs(): string | undefined {
    return this.#signIn?.identity;
  }

  async #take(signIn: SignIn | undefined): Promise<void> {
    if (signIn && !signIn.key && this.#options.dpop === 'always')
      throw new AuthorizationError(errorText('auth.tokenUnbound', { host: describeHost(signIn.issuer) }), {
        remedy: errorText('auth.mendTokens'),
      });
    try {
      // Stored first: a request that is refused now looks in the store for another token.
      await this.#store.storeSignIn(this.#server!, signIn);
    } finally {
      this.#signIn = signIn;
      this.#lastIssuer = signIn?.issuer ?? this.#lastIssuer;
      if (signIn) this.#otherTabs.follow();
      else this.#otherTabs.leave();
      this.#state.set(signIn ? signedInState(signIn) : SIGNED_OUT);
    }
  }

  /** Loads an earlier state: a stored sign-in, or a sign-in that an earlier load of the page began. */
  #know(): Promise<void> {
    return (this.#known ??= this.#recall().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    }));
  }

  /** Reads the stored sign-in. One of an earlier version may name a token endpoint that this server may not name. */
  async #stored(): Promise<SignIn | undefined> {
    const server = this.#server!;
    const stored = await this.#store.signIn(server);
    const { tokenEndpoint, revocationEndpoint = tokenEndpoint } = stored ?? {};
    return [tokenEndpoint, revocationEndpoint].every((at) => isSecureUrl(at) && mayNameUrl(server, at))
      ? stored
      : undefined;
  }

  async #find(): Promise<void> {
    const stored = await this.#stored();
    if (stored && !this.#signIn) this.#adopt(stored);
  }

  async #recall(): Promise<void> {
    const server = this.#server!;
    await this.#find();
    const returned = await this.#options.authorizer.returned?.(server);
    if (!returned) return;
    this.#state.set({ phase: 'working' });
    try {
      // The page was left meanwhile: only this is known of the visit.
      this.#visiting?.(await authorizationUrl(returned.attempt)).cameBack(returned.callback);
      const signal = new AbortController().signal;
      const context = { fetch: this.#fetch, signal, store: this.#store };
      const made = await complete(returned.attempt, returned.callback, context);
      await this.#take({ ...made, identity: this.#newIdentity() });
      this.#tries.recall(returned.attempt);
    } catch (error) {
      this.#state.set({ phase: 'failed', error: asMcpError(error, 'unauthorized') });
      throw error;
    }
  }
}

/** Counts sign-ins for one operation, to stop when they do not help. */
class SignInAttempts {
  /** Sign-ins since the operation last worked. */
  readonly #done = new Map<string, number>();
  /**
   * The operation for which an earlier load of the page left for a redirect: its first request of that kind counts as
   * the same one.
   */
  #before: Pick<PendingAuthorization, 'operation' | 'count'> | undefined;

  recall(attempt: PendingAuthorization): void {
    this.#before = attempt;
    this.#done.set(attempt.operation, attempt.count);
  }

  /**
   * Admits one more sign-in.
   * @throws AuthorizationError when there were too many, or when it would lead to the same token again
   */
  admit(
    server: string,
    { status, challenge, operation }: Refusal,
    used: SignIn | undefined,
    trial: SignInAttempt,
  ): void {
    if (this.#before?.operation === operation) trial.count += this.#before.count;
    this.#before = undefined;
    const isNew = differenceOfScopes(used?.asked ?? [], readScopes(challenge?.scope)).length > 0;
    if ((this.#done.get(operation) ?? 0) < MAX_AUTHORIZATIONS && (trial.count === 0 || isNew)) return;
    throw new AuthorizationError(
      status === 401
        ? errorText('auth.tokenRefusedAgain', { host: describeHost(server) })
        : errorText('auth.rightStillMissing', { host: describeHost(server) }),
      { code: status === 401 ? 'unauthorized' : 'forbidden', remedy: errorText('auth.askForRight') },
    );
  }

  /** The number of sign-ins with the next one. */
  next({ operation }: Refusal): number {
    return (this.#done.get(operation) ?? 0) + 1;
  }

  /** The person came back with a token. */
  signedIn(refusal: Refusal, trial: SignInAttempt): void {
    this.#done.set(refusal.operation, this.next(refusal));
    trial.count++;
  }

  /**
   * The server accepted a token.
   * @param operation called only where it matters
   */
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

/**
 * Listens while a person is signed in, so that a sign-out in another tab is noticed at once. A page in the back/forward
 * cache receives nothing, and checks when it is restored.
 */
class OtherTabs {
  readonly #store: TokenStore;
  readonly #changed: () => void;
  #life: AbortController | undefined;
  #unfollow: (() => void) | undefined;

  constructor(store: TokenStore, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
  }

  follow(): void {
    if (this.#life || !this.#store.follow) return;
    this.#life = new AbortController();
    const { signal } = this.#life;
    const listen = (): void => {
      this.#unfollow ??= this.#store.follow!(this.#changed);
    };
    listen();
    globalThis.addEventListener?.('pagehide', () => this.#rest(), { signal });
    globalThis.addEventListener?.(
      'pageshow',
      ({ persisted }) => {
        if (!persisted) return;
        listen();
        this.#changed();
      },
      { signal },
    );
  }

  leave(): void {
    this.#life?.abort();
    this.#life = undefined;
    this.#rest();
  }

  #rest(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }
}

/**
 * Revokes the tokens of a sign-in. Never throws.
 * @returns whether all were revoked; false where the server has no revocation endpoint
 */
async function revokeTokens(left: SignIn, fetch: typeof globalThis.fetch): Promise<boolean> {
  if (!left.revocationEndpoint) return false;
  const tokens = [left.refreshToken, left.accessToken].filter((token) => token !== undefined);
  const context = { fetch, signal: new AbortController().signal };
  const taken = await Promise.allSettled(tokens.map((token) => revoke(left, token, context)));
  return taken.length > 0 && taken.every(({ status }) => status === 'fulfilled');
}
