import type { JsonTree } from './json-tree.js';

/** Which objects and arrays of a tree are open, and so which values are rows. */
export class JsonTreeRows {
  readonly #tree: JsonTree;
  readonly #open: Uint8Array;
  #rows = new Uint32Array(0);
  #count = 0;

  constructor(tree: JsonTree) {
    this.#tree = tree;
    this.#open = new Uint8Array(tree.count);
    this.#list();
  }

  get count(): number {
    return this.#count;
  }

  /** The value in a row. */
  valueIn(row: number): number {
    return this.#rows[row]!;
  }

  /** The row of a value; -1 where something around it is folded. */
  rowOf(value: number): number {
    // Rows stand in the order of the values, which are numbered in that order.
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#rows[middle]!;
      if (found === value) return middle;
      if (found < value) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  isOpen(value: number): boolean {
    return this.#open[value] === 1;
  }

  setOpen(value: number, isOpen: boolean): void {
    if (!this.#tree.isBranch(value) || this.isOpen(value) === isOpen) return;
    this.#open[value] = isOpen ? 1 : 0;
    this.#list();
  }

  /** Opens everything around a value. */
  openWayTo(value: number): void {
    if (this.rowOf(value) >= 0) return;
    for (let at = this.#tree.parentOf(value); at >= 0; at = this.#tree.parentOf(at)) this.#open[at] = 1;
    this.#list();
  }

  openAll(): void {
    for (let value = 0; value < this.#tree.count; value++) this.#open[value] = this.#tree.isBranch(value) ? 1 : 0;
    this.#list();
  }

  /** Folds everything but the outermost value, and opens that. */
  foldAll(): void {
    this.#open.fill(0);
    if (this.#tree.isBranch(0)) this.#open[0] = 1;
    this.#list();
  }

  /** Opens the outermost value, and level by level what does not make more rows than this. */
  openFirst(atMostRows: number): void {
    const tree = this.#tree;
    this.foldAll();
    let rows = this.#count;
    const waiting = [0];
    for (let next = 0; next < waiting.length && rows <= atMostRows; next++) {
      const around = waiting[next]!;
      for (let value = around + 1; value < tree.after(around); value = tree.after(value)) {
        if (!tree.isBranch(value)) continue;
        if (rows + tree.sizeOf(value) > atMostRows) continue;
        rows += tree.sizeOf(value);
        this.#open[value] = 1;
        waiting.push(value);
      }
    }
    this.#list();
  }

  #list(): void {
    const tree = this.#tree;
    const rows = new Uint32Array(tree.count);
    let count = 0;
    for (let value = 0; value < tree.count; value = this.#open[value] === 1 ? value + 1 : tree.after(value))
      rows[count++] = value;
    this.#rows = rows.slice(0, count);
    this.#count = count;
  }
}
