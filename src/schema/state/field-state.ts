import type { Json } from '../../protocol/model.js';
import { type Readable, Store } from '../../util/store.js';
import type { FormIssue, FormNode } from '../form-node.js';
import { MAX_OPEN_DEPTH } from '../json-value.js';
import { Content } from './field-content.js';
import { ABSENT, blankInput, FieldReading, type Input, NULL, PRESENT } from './field-input.js';
import { hasRulesOverParts, issuesOf } from './field-issues.js';

/** What a field is to the field it is in. */
export type FieldRole = 'whole' | 'property' | 'row' | 'entry' | 'alternative';

/** Where a field stands: what it is part of, and what is known to start with. */
export interface FieldPlace {
  readonly parent: FieldState | undefined;
  readonly role: FieldRole;
  /** The name of a property or entry. */
  readonly name?: string | undefined;
  readonly required: boolean;
  /** The exact value to start with, where `value: undefined` means left out. Without it the schema's default counts. */
  readonly given?: { readonly value: Json | undefined } | undefined;
  readonly form: FormOfFields;
}

/** What the fields of a form share. */
export interface FormOfFields {
  /** Called after each change of a value. */
  readonly changed: () => void;
  /** Fields that may still be opened by themselves. */
  left: number;
}

/** Makes a field inside another one. */
export type MakeField = (node: FormNode, place: Omit<FieldPlace, 'parent' | 'form'>) => FieldState;

/** How a field begins for which there is neither a value nor a default. */
function startOf(field: FieldState, form: FormOfFields): Input {
  const { node, role } = field;
  const isThere = field.isItem || role === 'alternative' || (field.required && !node.nullable);
  if (!isThere) return ABSENT;
  const blank = blankInput(node);
  if (blank.kind === 'text' && !field.isItem) return ABSENT;
  // What opens by itself may open more: a schema can ask for parts inside parts without end.
  const opens = node.kind === 'object' || node.kind === 'tuple' || node.kind === 'union';
  return opens && (field.depth > MAX_OPEN_DEPTH || --form.left < 0) ? ABSENT : blank;
}

/**
 * One field: what it holds, and the fields inside it, made when they are first asked for. Values are exact: left out,
 * `null`, empty text, `false`, `0`, `{}` and `[]` are all different, and half a number stays half a number.
 */
export class FieldState extends FieldReading {
  readonly #form: FormOfFields;
  protected readonly content: Content;
  readonly #changes = new Store(0);
  #required: boolean;
  /** Nobody has put anything here yet. */
  #isFresh: boolean;
  #touched = false;
  #unfinished: string | undefined;
  #reported: readonly FormIssue[] = [];

  constructor(node: FormNode, place: FieldPlace) {
    super(place);
    this.#required = place.required;
    this.#form = place.form;
    this.#isFresh = !place.given;
    this.content = new Content(node, (inner, at) => new FieldState(inner, { ...at, parent: this, form: this.#form }));
    if (place.given) this.content.take(place.given.value);
    else this.content.start(startOf(this, this.#form));
  }

  get required(): boolean {
    return this.role === 'alternative' && this.parent ? this.parent.required : this.#required;
  }

  /** Counts up when this field changes, or what it says of its parts; not when a part changes by itself. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** True once the person has been here, so that what is wrong may be shown. */
  get touched(): boolean {
    return this.#touched;
  }

  /** What is wrong here, not counting the parts. Empty when nothing is. */
  get issues(): readonly FormIssue[] {
    return this.#reported.length > 0 ? [...this.ownIssues, ...this.#reported] : this.ownIssues;
  }

  /** What the form itself finds wrong here. */
  get ownIssues(): readonly FormIssue[] {
    return this.#unfinished === undefined ? issuesOf(this) : [this.issue(this.#unfinished)];
  }

  /** What others than the form itself found wrong here: the full check, or the server. Gone when the value changes. */
  get reported(): readonly FormIssue[] {
    return this.#reported;
  }

  /** Something wrong with this field, as an issue. */
  issue(message: string, part?: FormIssue['part']): FormIssue {
    return { pointer: this.pointer, label: this.label, message, ...(part && { part }) };
  }

  /** Replaces the value as a whole; undefined leaves it out. Nothing is lost: what does not fit is held and said to be wrong. */
  setValue(value: Json | undefined): void {
    this.content.take(value);
    this.#unfinished = undefined;
    this.#changed();
  }

  /** What the person typed. Nothing typed is left out, except where an empty text is a value of its own: items, and nullable fields. */
  setText(text: string): void {
    const { node } = this;
    const option = node.kind === 'choice' ? node.options.findIndex(({ label }) => label === text) : -1;
    if (option >= 0) return this.setOption(option);
    const blankIsAbsent = node.kind === 'choice' || (!this.isItem && (!node.nullable || node.kind === 'json'));
    this.#set(text === '' && blankIsAbsent ? ABSENT : { kind: 'text', text });
  }

  /** Sends a text of no characters, which is not the same as leaving it out. */
  setEmptyText(): void {
    this.#set({ kind: 'text', text: '' });
  }

  /**
   * Notes that the control holds something that is no value yet, such as half a date. It counts as an issue until the
   * field is set to something, or until this is called with undefined.
   */
  setUnfinished(message: string | undefined): void {
    if (message === this.#unfinished) return;
    this.#unfinished = message;
    this.#changed();
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
    const { last } = this.content;
    if (last.kind === 'alternative') this.choose(last.index);
    else this.#set(last);
  }

  /** Turns a union to another kind of value. What was typed for the others stays, should one come back to them. */
  choose(index: number): void {
    if (this.content.union?.choose(index)) this.#set({ kind: 'alternative', index });
  }

  /** Adds a row to a list or tuple, and with it the list itself. Undefined where there can be no more. */
  addRow(value?: Json): FieldState | undefined {
    return this.insertRow(this.rows.length, value);
  }

  /** Puts a row before the one at `index`. Undefined where there can be no more. */
  insertRow(index: number, value?: Json): FieldState | undefined {
    const row = this.content.items?.insert(index, value);
    if (row) this.#set(PRESENT);
    return row;
  }

  /** False for a place of a tuple that others come after. */
  canRemove(row: FieldState): boolean {
    return this.content.items?.canRemove(row) ?? false;
  }

  /** Takes a row away. The last row of an optional list takes the list with it: an empty list may mean "clear them all". */
  removeRow(row: FieldState): void {
    if (!this.content.items?.remove(row)) return;
    const isLeftOut = this.rows.length === 0 && !this.required && !this.node.nullable && !this.isItem;
    this.#set(isLeftOut ? ABSENT : PRESENT);
  }

  /** Moves a row to another place among the rows. */
  moveRow(row: FieldState, to: number): void {
    if (this.content.items?.move(row, to)) this.#set(PRESENT);
  }

  /** Adds a name and a value to an object. Undefined where there are as many as can be shown. */
  addEntry(name?: string, value?: Json): FieldState | undefined {
    const entry = this.content.object?.addEntry(name, value);
    if (entry) this.#set(PRESENT);
    return entry;
  }

  removeEntry(entry: FieldState): void {
    this.content.object?.removeEntry(entry);
    this.#set(PRESENT);
  }

  /** Gives an entry another name; without a text it has none. What its value is may depend on the name. */
  rename(name: string): void {
    const { parent } = this;
    if (this.role !== 'entry' || parent?.node.kind !== 'object') return;
    this.givenName = name === '' ? undefined : name;
    this.adopt(parent.node.additional.nodeOf(name), true);
    this.#changed();
    // Another entry may have waited for the name to be free.
    for (const entry of parent.entries) if (entry !== this) entry.#tick();
  }

  /** The same value is from now on described in another way. For the fields around this one. */
  adopt(node: FormNode, required: boolean): void {
    const isOther = required !== this.#required;
    this.#required = required;
    const isChanged = this.content.adopt(node);
    if (this.#isFresh && (isOther || isChanged)) this.content.start(startOf(this, this.#form));
    if (isOther || isChanged) this.#tick();
  }

  /** Puts here what others found wrong. */
  report(issues: readonly FormIssue[]): void {
    if (issues.length === 0 && this.#reported.length === 0) return;
    this.#reported = issues;
    if (issues.length > 0) this.#touched = true;
    this.#tick();
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
    this.content.set(input);
    this.#unfinished = undefined;
    this.#changed();
  }

  /** Tells this field, and of those around it the ones that have something to say about it. */
  #changed(): void {
    let field: FieldState | undefined = this;
    for (; field; field = field.parent) {
      const isTold = field === this || field.#reported.length > 0 || hasRulesOverParts(field.node);
      field.#isFresh = false;
      field.#reported = [];
      if (field.content.settle() || isTold) field.#tick();
    }
    this.#form.changed();
  }
}
