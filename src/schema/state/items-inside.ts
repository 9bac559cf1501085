import type { Json } from '../../protocol/model.js';
import type { MakeField } from './field-place.js';
import type { FieldState } from './field-state.js';
import type { FormNode, ListNode, TupleNode } from '../form-node.js';
import { MAX_ROWS } from '../limits.js';

/** The rows of a list or tuple. Rows keep their identity while others come and go. */
export class ItemsInside {
  readonly #make: MakeField;
  #node: ListNode | TupleNode;
  #rows: readonly FieldState[];

  constructor(node: ListNode | TupleNode, given: readonly Json[] | undefined, make: MakeField) {
    this.#node = node;
    this.#make = make;
    this.#rows = (given ?? []).flatMap((value, index) => this.#newRow(index, value) ?? []);
    // The places of a tuple are there to be filled in, as many as have to be.
    if (!given && node.kind === 'tuple')
      this.#rows = node.prefix.slice(0, node.minItems).flatMap((_, index) => this.#newRow(index) ?? []);
  }

  get parts(): readonly FieldState[] {
    return this.#rows;
  }

  get value(): Json {
    return this.#rows.map((row) => row.value ?? null);
  }

  /** Puts a row before the one at `index`; undefined where there can be none. */
  insert(index: number, value?: Json): FieldState | undefined {
    if (this.#rows.length >= MAX_ROWS || index < this.#fixed(index)) return undefined;
    const row = this.#newRow(index, value);
    if (row) this.#rows = [...this.#rows.slice(0, index), row, ...this.#rows.slice(index)];
    return row;
  }

  canRemove(row: FieldState): boolean {
    const index = this.#rows.indexOf(row);
    return index >= 0 && (index >= this.#fixed(index) || index === this.#rows.length - 1);
  }

  remove(row: FieldState): boolean {
    if (!this.canRemove(row)) return false;
    this.#rows = this.#rows.filter((each) => each !== row);
    return true;
  }

  move(row: FieldState, to: number): boolean {
    const from = this.#rows.indexOf(row);
    const target = Math.min(Math.max(to, 0), this.#rows.length - 1);
    if (from < 0 || from === target || Math.min(from, target) < this.#fixed(target)) return false;
    const others = this.#rows.filter((each) => each !== row);
    this.#rows = [...others.slice(0, target), row, ...others.slice(target)];
    return true;
  }

  /** Places whose kind depends on where they are, among those that are there: they neither move nor go. */
  #fixed(index: number): number {
    return this.#node.kind === 'tuple' ? Math.min(this.#node.prefix.length, Math.max(index, this.#rows.length)) : 0;
  }

  #newRow(index: number, value?: Json): FieldState | undefined {
    const node = this.#nodeAt(index);
    const given = value === undefined ? undefined : { value };
    return node && this.#make(node, { role: 'row', required: true, given });
  }

  #nodeAt(index: number): FormNode | undefined {
    return this.#node.kind === 'list' ? this.#node.item : (this.#node.prefix[index] ?? this.#node.rest);
  }
}
