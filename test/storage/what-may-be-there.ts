/** One write, from when it was begun to when it was said to be done. */
interface Write {
  readonly value: string | undefined;
  readonly begun: number;
  done: number;
}

/**
 * What may be found under a key after writes of several tabs, some of which never said whether they were done: the value of
 * any write unless another was begun after it was done, and was done itself.
 */
export class WhatMayBeThere {
  readonly #writes = new Map<string, Write[]>();
  #time = 0;

  get keys(): readonly string[] {
    return [...this.#writes.keys()];
  }

  /** @returns what is to be called when it is said to be done */
  begin(key: string, value: string | undefined): () => void {
    const write: Write = { value, begun: ++this.#time, done: Infinity };
    this.#writes.set(key, [...this.#of(key), write]);
    return () => (write.done = ++this.#time);
  }

  /** Whether that may be; and from now on it is so. Writes that are under way stay. */
  mayBe(key: string, found: string | undefined, isUnderWay: boolean): boolean {
    const writes = this.#of(key);
    const isOver = (one: Write): boolean => writes.some((other) => other.begun > one.done && other.done < Infinity);
    const isRight = writes.some((one) => one.value === found && !isOver(one));
    const now = ++this.#time;
    if (!isUnderWay) this.#writes.set(key, [{ value: found, begun: now, done: now }]);
    return isRight;
  }

  #of(key: string): Write[] {
    return this.#writes.get(key) ?? [{ value: undefined, begun: 0, done: 0 }];
  }
}
