import type { ReactiveControllerHost } from 'lit';
import { filterTable, sortTable, type Table, type TableOrder } from '../../src/content/index.js';
import { SlicedWork } from '../controllers/sliced-work.js';

/** Which rows of a table are shown, and in what order. Sorting is done once for all rows; a filter then picks from them. */
export class ShownTable {
  readonly #host: ReactiveControllerHost;
  readonly #work: SlicedWork;
  readonly #decimalComma: () => boolean;
  #table: Table | undefined;
  /** All rows but the head, as they came. */
  #all = new Uint32Array(0);
  #sorted: Uint32Array = this.#all;
  #shown: Uint32Array = this.#all;
  #sought = '';
  #order: TableOrder | undefined;

  constructor(host: ReactiveControllerHost, decimalComma: () => boolean) {
    this.#host = host;
    this.#work = new SlicedWork(host);
    this.#decimalComma = decimalComma;
  }

  /** Rows of the table that are shown, in their order. */
  get rows(): Uint32Array {
    return this.#shown;
  }

  /** Rows there are without the head. */
  get total(): number {
    return this.#all.length;
  }

  get order(): TableOrder | undefined {
    return this.#order;
  }

  get sought(): string {
    return this.#sought;
  }

  get isBusy(): boolean {
    return this.#work.isBusy;
  }

  use(table: Table | undefined, hasHead: boolean): void {
    this.#work.cancel();
    this.#table = table;
    const from = hasHead ? 1 : 0;
    this.#all = Uint32Array.from({ length: Math.max(0, (table?.rows ?? 0) - from) }, (_, index) => index + from);
    this.#sorted = this.#shown = this.#all;
    this.#order = undefined;
    this.#sought = '';
  }

  /** Up, down, as they came. */
  sortBy(column: number): void {
    const order = this.#order;
    if (order?.column !== column) this.#order = { column, isDescending: false };
    else this.#order = order.isDescending ? undefined : { column, isDescending: true };
    this.#arrange(true);
  }

  seek(sought: string): void {
    // What is sorted stays sorted, unless that was still under way.
    const isSorting = this.#work.isBusy && this.#sorting;
    this.#sought = sought;
    this.#arrange(isSorting);
  }

  #sorting = false;

  #arrange(sorts: boolean): void {
    const table = this.#table;
    if (!table) return;
    this.#sorting = sorts;
    void this.#work.run(this.#steps(table, sorts), (shown) => (this.#shown = shown));
    this.#host.requestUpdate();
  }

  *#steps(table: Table, sorts: boolean): Generator<undefined, Uint32Array, undefined> {
    if (sorts)
      this.#sorted = this.#order ? yield* sortTable(table, this.#all, this.#order, this.#decimalComma()) : this.#all;
    return this.#sought === '' ? this.#sorted : yield* filterTable(table, this.#sorted, this.#sought);
  }
}
