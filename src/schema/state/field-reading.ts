import type { Json } from '../../protocol/model.js';
import type { FormNode } from '../form-node.js';
import { childPointer } from '../pointer.js';
import type { Content } from './content.js';
import type { FieldPlace, FieldRole } from './field-place.js';
import type { FieldState } from './field-state.js';
import type { Input } from './input.js';

/** What can be read of a field: where it stands, what it is called there, and what it holds. */
export abstract class FieldReading {
  /** The field around this one. */
  readonly parent: FieldState | undefined;
  readonly role: FieldRole;
  /** Fields around this one. */
  readonly depth: number;
  protected givenName: string | undefined;

  constructor({ parent, role, name }: FieldPlace) {
    this.parent = parent;
    this.role = role;
    this.depth = parent ? parent.depth + 1 : 0;
    this.givenName = name;
  }

  protected abstract readonly content: Content;

  /** What is to be shown. It changes where the schema makes it depend on values, or on the name of an entry. */
  get node(): FormNode {
    return this.content.node;
  }

  /** The name of a property or entry; undefined for everything else, and for an entry that has none yet. */
  get name(): string | undefined {
    return this.givenName;
  }

  /** True for a row of a list or tuple. */
  get isRow(): boolean {
    return this.role === 'row';
  }

  /** True for a value that is there because its row or entry is: emptied, it is an empty text, not left out. */
  get isItem(): boolean {
    return this.isRow || this.role === 'entry' || (this.role === 'alternative' && (this.parent?.isItem ?? false));
  }

  /** What the person knows this field as. Text from the server. */
  get label(): string {
    const { parent, role, node } = this;
    if (role === 'alternative' && parent) return parent.label;
    if (role === 'entry') return this.name ?? 'New entry';
    if (role !== 'row' || !parent) return node.title ?? this.name ?? 'Arguments';
    return (parent.node.kind === 'tuple' ? node.title : undefined) ?? `${parent.label} ${this.#rowOf(parent) + 1}`;
  }

  /** JSON Pointer to the value in the arguments. */
  get pointer(): string {
    const { parent, role } = this;
    if (!parent) return '';
    if (role === 'alternative') return parent.pointer;
    return childPointer(parent.pointer, role === 'row' ? this.#rowOf(parent) : (this.name ?? ''));
  }

  get input(): Input {
    return this.content.input;
  }

  /** The fields of an object, in the order of the schema: those that count at the moment. */
  get properties(): readonly FieldState[] {
    return this.content.object?.properties ?? [];
  }

  /** Values of an object whose names are not among its properties, each with a name that can be changed. */
  get entries(): readonly FieldState[] {
    return this.content.object?.entries ?? [];
  }

  /** The rows of a list or tuple. */
  get rows(): readonly FieldState[] {
    return this.content.items?.parts ?? [];
  }

  /** Of a union: the field for the kind of value that is chosen. */
  get chosen(): FieldState | undefined {
    return this.input.kind === 'alternative' ? this.content.union?.parts[0] : undefined;
  }

  /** The fields that count at the moment: none inside what is left out or null. */
  get parts(): readonly FieldState[] {
    return this.content.parts;
  }

  /**
   * The value as far as it can be said: undefined when left out. Text that is not the number or JSON it should be is
   * given as text, so that nothing typed is lost; {@link issues} says so.
   */
  get value(): Json | undefined {
    return this.content.value;
  }

  #rowOf(parent: FieldReading): number {
    return (parent.rows as readonly FieldReading[]).indexOf(this);
  }
}
