import type { Task } from '../protocol/model-tasks.js';

/** How long a task may be waited for: as long as the caller wants, and as long as the server keeps it. */
export class TaskClock {
  #until: number;
  #seenAt: number | undefined;
  #ttlMs = Infinity;
  #heldSince: number | undefined;

  /** @param maxTimeoutMs milliseconds in all; Infinity for as long as it takes */
  constructor(maxTimeoutMs: number) {
    this.#until = Date.now() + maxTimeoutMs;
  }

  /** Milliseconds left of the caller's time. */
  get left(): number {
    return this.#heldSince === undefined ? this.#until - Date.now() : Infinity;
  }

  /** Milliseconds for which the server still keeps the task. */
  get kept(): number {
    return this.#seenAt === undefined ? Infinity : this.#seenAt + this.#ttlMs - Date.now();
  }

  /** Takes the caller's time out while a person is asked: nobody knows how long that takes. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#heldSince ??= Date.now();
    else if (this.#heldSince !== undefined) {
      this.#until += Date.now() - this.#heldSince;
      this.#heldSince = undefined;
    }
  }

  /**
   * What the server said of it last. Its times are not looked at, for its clock and ours may differ by hours: a task we
   * have just seen for the first time is as good as new.
   */
  saw({ ttlMs }: Task): void {
    this.#seenAt ??= Date.now();
    this.#ttlMs = ttlMs ?? Infinity;
  }
}
