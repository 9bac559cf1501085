import type { Json, JsonObject } from '../protocol/model.js';
import { Store, type Readable } from '../util/store.js';
import { messagesOf } from './field-messages.js';
import { valueOf } from './field-value.js';
import type { FormNode } from './form-node.js';
import { ABSENT, blankInput, inputOf, NULL, PRESENT, type Input } from './input.js';
import type { FormIssue } from './issue.js';
import { isJsonObject, ownValue } from './json-value.js';
import { MAX_ROWS } from './limits.js';
import { childPointer } from './pointer.js';

/** Where a field stands: what it is part of, and what is known to start with. */
export interface FieldPlace {
  readonly parent: FieldState | undefined;
  /** The property's name; undefined for a row of a list and for the whole. */
  readonly name: string | undefined;
  readonly required: boolean;
  /** The exact value to start with, where `value: undefined` means left out. Without it the schema's default counts. */
  readonly given?: { readonly value: Json | undefined } | undefined;
  readonly onChange: () => void;
}

/**
 * One field of a form: a node of the schema at one place of the value, and what the person has put there. Fields make
 * a tree as the value does; rows of a list are fields that keep their identity while others come and go.
 */
export class FieldState {
  readonly node: FormNode;
  readonly parent: FieldState | undefined;
  /** The property's name; undefined for a row of a list and for the whole. */
  readonly name: string | undefined;
  readonly required: boolean;
  readonly #onChange: () => void;
  readonly #changes = new Store(0);
  #input: Input = ABSENT;
  /** What was there before it was left out or set to null, to bring back. */
  #kept: Input | undefined;
  #touched = false;
  #properties: readonly FieldState[] | undefined;
  #given: JsonObject | undefined;
  #rows: readonly FieldState[] = [];
  #others: ReadonlyMap<string, Json> = new Map();

  constructor(node: FormNode, place: FieldPlace) {
    this.node = node;
    this.parent = place.parent;
    this.name = place.name;
    this.required = place.required;
    this.#onChange = place.onChange;
    if (place.given) this.#take(place.given.value);
    else if (node.default !== undefined) this.#take(node.default);
    else this.#input = this.#atStart();
  }

  /** Counts up when this field changes, or what it says of its parts; not when a part changes by itself. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  get input(): Input {
    return this.#input;
  }

  /** True once the person has been here, so that what is wrong may be shown. */
  get touched(): boolean {
    return this.#touched;
  }

  /** True for a row of a list. */
  get isRow(): boolean {
    return this.parent?.node.kind === 'list';
  }

  /** What the person knows this field as. Text from the server. */
  get label(): string {
    if (this.parent && this.isRow) return `${this.parent.label} ${this.parent.rows.indexOf(this) + 1}`;
    return this.node.title ?? this.name ?? 'Arguments';
  }

  /** JSON Pointer to the value in the arguments. */
  get pointer(): string {
    if (!this.parent) return '';
    return childPointer(this.parent.pointer, this.isRow ? this.parent.rows.indexOf(this) : (this.name ?? ''));
  }

  /** The fields of an object, in the order of the schema; made when first asked for. */
  get properties(): readonly FieldState[] {
    if (this.node.kind !== 'object') return [];
    this.#properties ??= this.node.properties.map(({ name, node, required }) => {
      const given = this.#given && { value: ownValue(this.#given, name) };
      return new FieldState(node, { parent: this, name, required, given, onChange: this.#onChange });
    });
    return this.#properties;
  }

  /** The rows of a list. */
  get rows(): readonly FieldState[] {
    return this.#rows;
  }

  /** Values of an object whose names the schema does not know. They came from elsewhere and are sent along. */
  get others(): ReadonlyMap<string, Json> {
    return this.#others;
  }

  /** The fields that count at the moment: none inside what is left out or null. */
  get parts(): readonly FieldState[] {
    if (this.#input.kind !== 'present') return [];
    return this.node.kind === 'object' ? this.properties : this.#rows;
  }

  /** What is wrong here, not counting the parts. Empty when nothing is. */
  get issues(): readonly FormIssue[] {
    return messagesOf(this).map((message) => ({ pointer: this.pointer, label: this.label, message }));
  }

  /**
   * The value as far as it can be said: undefined when left out. Text that is not the number or JSON it should be is
   * given as text, so that nothing typed is lost; {@link issues} says so.
   */
  get value(): Json | undefined {
    return valueOf(this);
  }

  /** Replaces the value as a whole; undefined leaves it out. Nothing is lost: what does not fit is held and said to be wrong. */
  setValue(value: Json | undefined): void {
    this.#take(value);
    this.#changed();
  }

  /** What the person typed. Nothing typed is left out, except where an empty text is a value of its own: rows, and nullable fields. */
  setText(text: string): void {
    const blankIsAbsent = !this.isRow && (!this.node.nullable || this.node.kind === 'json');
    this.#set(text === '' && blankIsAbsent ? ABSENT : { kind: 'text', text });
  }

  /** Sends a text of no characters, which is not the same as leaving it out. */
  setEmptyText(): void {
    this.#set({ kind: 'text', text: '' });
  }

  setFlag(on: boolean): void {
    this.#set({ kind: 'flag', on });
  }

  setOption(index: number): void {
    this.#set({ kind: 'option', index });
  }

  setNull(): void {
    this.#set(NULL);
  }

  leaveOut(): void {
    this.#set(ABSENT);
  }

  /** Puts a value back after it was left out or null: the one that was there, or an empty one. */
  include(): void {
    this.#set(this.#kept ?? blankInput(this.node));
  }

  /** Adds a row to a list, and with it the list itself. Undefined when the list shows as many as it can. */
  addRow(value?: Json): FieldState | undefined {
    if (this.node.kind !== 'list' || this.#rows.length >= MAX_ROWS) return undefined;
    const row = this.#newRow(this.node.item, value === undefined ? undefined : { value });
    this.#rows = [...this.#rows, row];
    this.#set(PRESENT);
    return row;
  }

  /** Takes a row away. The last row of an optional list takes the list with it: an empty list may mean "clear them all". */
  removeRow(row: FieldState): void {
    this.#rows = this.#rows.filter((each) => each !== row);
    const isLeftOut = this.#rows.length === 0 && !this.required && !this.node.nullable;
    this.#set(isLeftOut ? ABSENT : PRESENT);
  }

  /** Takes away a value that the schema does not know. */
  removeOther(name: string): void {
    this.#others = new Map([...this.#others].filter(([each]) => each !== name));
    this.#changed();
  }

  /** Notes that the person has been here, also in every part when `deep`. */
  touch(deep = false): void {
    if (deep) for (const part of this.parts) part.touch(true);
    if (this.#touched) return;
    this.#touched = true;
    this.#tick();
  }

  #tick(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  #set(input: Input): void {
    if (this.#input.kind !== 'absent' && this.#input.kind !== 'null' && this.#input.kind !== 'held')
      this.#kept = this.#input;
    this.#input = input;
    this.#changed();
  }

  #changed(): void {
    this.#tick();
    // Only where a rule is about the parts together: in a form of hundreds, the others need not know of each key.
    for (let field = this.parent; field; field = field.parent) if (hasRulesOverParts(field.node)) field.#tick();
    this.#onChange();
  }

  #take(value: Json | undefined): void {
    this.#properties = undefined;
    this.#others = new Map();
    this.#rows = [];
    this.#kept = undefined;
    this.#input = value === undefined ? ABSENT : inputOf(this.node, value);
    if (this.#input.kind !== 'present') return;
    if (this.node.kind === 'list' && Array.isArray(value)) {
      const { item } = this.node;
      this.#rows = (value as readonly Json[]).map((each) => this.#newRow(item, { value: each }));
    }
    if (this.node.kind === 'object' && isJsonObject(value)) {
      const known = new Set(this.node.properties.map((property) => property.name));
      this.#given = value;
      this.#others = new Map(Object.entries(value).filter(([name]) => !known.has(name)));
    }
  }

  #newRow(item: FormNode, given: FieldPlace['given']): FieldState {
    return new FieldState(item, { parent: this, name: undefined, required: true, given, onChange: this.#onChange });
  }

  #atStart(): Input {
    const { node } = this;
    if (this.isRow) return blankInput(node);
    if (!this.required || node.nullable) return ABSENT;
    const blank = blankInput(node);
    return blank.kind === 'text' ? ABSENT : blank;
  }
}

function hasRulesOverParts(node: FormNode): boolean {
  if (node.kind === 'list') return node.uniqueItems;
  return node.kind === 'object' && (node.minProperties ?? node.maxProperties) !== undefined;
}
