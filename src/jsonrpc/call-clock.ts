import { currentClock } from '../util/clock.js';

/** Stops while a person or code on this page is asked: that time does not count for the other side. */
export interface Holdable {
  hold(): void;
  release(): void;
}

/** Measures the time of one call. */
export interface Clock extends Holdable {
  /** Begins an exchange with the other side. */
  begin(): ExchangeTime;
  /**
   * Milliseconds that the other side took so far: from sending to the last byte of its answer, without the time in which
   * it waited for an answer from here. Undefined before something was sent.
   */
  readonly serverMs: number | undefined;
}

/**
 * Measures a call: how long the server took, and how long the people and the code of this page were asked meanwhile.
 *
 * @example
 * const clock = new CallClock();
 * await session.tools.call('search', { query: 'tea' }, { clock });
 * console.log(clock.serverMs);
 */
export class CallClock implements Clock {
  readonly #exchanges: ExchangeTime[] = [];
  readonly #holds = new Holds();

  /** Begins an exchange of this call; a call may need several. */
  begin(): ExchangeTime {
    const exchange = new ExchangeTime(this);
    this.#exchanges.push(exchange);
    return exchange;
  }

  hold(): void {
    this.#holds.hold();
  }

  release(): void {
    this.#holds.release();
  }

  /** True if a request was sent to the server. */
  get isSent(): boolean {
    return this.#exchanges.length > 0;
  }

  /** True while the call waits for a person or for code of this page. */
  get isHeld(): boolean {
    return this.#holds.isOpen;
  }

  get serverMs(): number | undefined {
    return this.isSent ? this.#exchanges.reduce((sum, { serverMs }) => sum + serverMs, 0) : undefined;
  }

  /** Milliseconds in which a person or the code of this page was asked. */
  get heldMs(): number {
    return this.#holds.msUntil(currentClock.now());
  }
}

/** Adds up the times in which at least one hold was open. */
class Holds implements Holdable {
  #open = 0;
  #since = 0;
  #ms = 0;

  get isOpen(): boolean {
    return this.#open > 0;
  }

  hold(): void {
    if (this.#open++ === 0) this.#since = currentClock.now();
  }

  release(): void {
    if (--this.#open === 0) this.#ms += currentClock.now() - this.#since;
  }

  /** Milliseconds until `now`. */
  msUntil(now: number): number {
    return this.#ms + (this.isOpen ? now - this.#since : 0);
  }
}

/**
 * Measures one exchange, from sending a request to the last byte of its answer. While the other side waits for an answer
 * from this page, the exchange is held.
 */
export class ExchangeTime implements Clock {
  readonly sentAt: number = currentClock.now();
  readonly #parent: Holdable | undefined;
  readonly #holds = new Holds();
  #endedAt: number | undefined;
  #heldMs = 0;

  /** @param parent held together with this one */
  constructor(parent?: Holdable) {
    this.#parent = parent;
  }

  /** Begins an exchange that belongs to this one, such as asking for the status of a task. */
  begin(): ExchangeTime {
    return new ExchangeTime(this);
  }

  hold(): void {
    this.#holds.hold();
    this.#parent?.hold();
  }

  release(): void {
    this.#holds.release();
    this.#parent?.release();
  }

  end(): void {
    if (this.#endedAt !== undefined) return;
    this.#endedAt = currentClock.now();
    this.#heldMs = this.#holds.msUntil(this.#endedAt);
  }

  get isOver(): boolean {
    return this.#endedAt !== undefined;
  }

  /** Milliseconds in which the other side waited for this page. */
  get heldMs(): number {
    return this.isOver ? this.#heldMs : this.#holds.msUntil(currentClock.now());
  }

  /** Milliseconds that the other side took so far, without {@link heldMs}. */
  get serverMs(): number {
    return Math.max(0, (this.#endedAt ?? currentClock.now()) - this.sentAt - this.heldMs);
  }
}

/** Stops the clocks while `act` runs. */
export async function whileHeld<T>(clocks: Iterable<Holdable | undefined>, act: () => Promise<T>): Promise<T> {
  const held = [...clocks];
  for (const clock of held) clock?.hold();
  try {
    return await act();
  } finally {
    for (const clock of held) clock?.release();
  }
}
