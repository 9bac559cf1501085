import type { PendingAttempt } from './attempt.js';
import { MAX_AUTHORIZATIONS } from './limits.js';
import { AuthorizationError, hostOf } from './problems.js';
import { missingFrom, readScopes } from './scopes.js';
import type { Refusal, Trial } from './signed-fetch.js';
import type { SignIn } from './token-store.js';

/** How often a person may be sent to sign in for one operation before one has to believe that it does not help. */
export class PersonsTries {
  /** Sign-ins since the operation last worked. */
  readonly #done = new Map<string, number>();
  /** What an earlier load of the page went away for: its first request for the same is the same request. */
  #before: Pick<PendingAttempt, 'operation' | 'count'> | undefined;

  recall(attempt: PendingAttempt): void {
    this.#before = attempt;
    this.#done.set(attempt.operation, attempt.count);
  }

  /** @throws AuthorizationError when it would be one too many, or lead to the same token again */
  admit(server: string, { status, challenge, operation }: Refusal, used: SignIn | undefined, trial: Trial): void {
    if (this.#before?.operation === operation) trial.count += this.#before.count;
    this.#before = undefined;
    const isNew = missingFrom(used?.asked ?? [], readScopes(challenge?.scope)).length > 0;
    if ((this.#done.get(operation) ?? 0) < MAX_AUTHORIZATIONS && (trial.count === 0 || isNew)) return;
    throw new AuthorizationError(
      status === 401
        ? `${hostOf(server)} does not take the token of the sign-in it asked for.`
        : `${hostOf(server)} still finds that a right is missing, after it was asked for.`,
      { code: status === 401 ? 'unauthorized' : 'forbidden', remedy: 'Ask whoever runs that server for the right.' },
    );
  }

  /** How many it will be with the next one. */
  next({ operation }: Refusal): number {
    return (this.#done.get(operation) ?? 0) + 1;
  }

  /** The person came back with a token. */
  signedIn(refusal: Refusal, trial: Trial): void {
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
