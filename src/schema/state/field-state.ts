import type { Json } from '../../protocol/model.js';
import { type Readable, Store } from '../../util/store.js';
import type { FormIssue, FormNode } from '../form-node.js';
import { MAX_OPEN_DEPTH } from '../json-value.js';
import { childPointer, readJson, readNumber } from '../json.js';
import { checkName, checkPart, checkValue, fitsSeveral, fitting, NOTHING_ACCEPTED } from '../validate/value.js';
import { Content, type FieldRole, type NewField } from './field-content.js';
import { ABSENT, blankInput, type Input, NULL, PRESENT } from './field-input.js';

/** Where a field stands: what it is part of, and what is known to start with. */
export interface FieldPlace extends NewField {
  readonly parent: FieldState | undefined;
  readonly form: FormOfFields;
}

/** What the fields of a form share. */
export interface FormOfFields {
  /** Called after each change of a value. */
  readonly changed: () => void;
  /** Fields that may still be opened by themselves. */
  left: number;
}

/** What can be read of a field: where it stands, what it is called there, and what it holds. */
abstract class FieldReading {
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

  protected abstract readonly content: Content<FieldState>;

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
  protected readonly content: Content<FieldState>;
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

/** Messages about an unsupported value that are shown at once. The others come when these are mended. */
const MAX_HELD_MESSAGES = 3;

/** What is wrong with what a field holds; the parts of objects, lists and unions speak for themselves. */
function issuesOf(field: FieldState): readonly FormIssue[] {
  const issues = messagesOf(field).map((message) => field.issue(message));
  return field.name === undefined && field.role !== 'entry' ? issues : [...nameIssues(field), ...issues];
}

function messagesOf(field: FieldState): readonly string[] {
  const { node, input } = field;
  switch (input.kind) {
    case 'absent':
      if (!field.required) return [];
      return [node.kind === 'choice' && node.options.length === 0 ? NOTHING_ACCEPTED : MISSING[node.kind]];
    case 'held':
      return checkValue(node, input.value)
        .slice(0, MAX_HELD_MESSAGES)
        .map(({ message }) => message);
    case 'text':
      return ofText(node, input.text);
    case 'alternative':
      return ofUnion(field);
    case 'present':
      return ofParts(field);
    default:
      return [];
  }
}

const MISSING: { readonly [Kind in FormNode['kind']]: string } = {
  string: 'Enter a value.',
  number: 'Enter a number.',
  boolean: 'Choose yes or no.',
  choice: 'Choose one.',
  constant: 'This is required.',
  list: 'This is required.',
  tuple: 'This is required.',
  object: 'This is required.',
  union: 'Choose what kind of value this is.',
  json: 'Enter JSON.',
};

function ofText(node: FormNode, text: string): readonly string[] {
  if (node.kind === 'string' || node.kind === 'choice') return checkPart(node, text);
  const reading = node.kind === 'number' ? readNumber(text) : readJson(text);
  return reading.ok ? checkPart(node, reading.value) : [reading.message];
}

function ofParts(field: FieldState): readonly string[] {
  const { node } = field;
  if (node.kind === 'constant') return checkPart(node, node.value);
  const isItems = node.kind === 'list' || node.kind === 'tuple';
  if (!isItems && !hasRulesOverParts(node)) return [];
  const { value } = field;
  return value === undefined ? [] : checkPart(node, value);
}

/** What no alternative can say alone. */
function ofUnion({ node, chosen }: FieldState): readonly string[] {
  const value = chosen?.value;
  if (node.kind !== 'union' || value === undefined || !hasRulesOverParts(node)) return [];
  const broken = checkPart(node, value);
  if (!node.exclusive || broken.length > 0) return broken;
  const kinds = fitting(node, value);
  return kinds.length > 1 ? [fitsSeveral(kinds)] : [];
}

/** True where something can be wrong that no single part is to blame for. */
function hasRulesOverParts(node: FormNode): boolean {
  if (node.rules.length > 0) return true;
  if (node.kind === 'union') return node.exclusive;
  if (node.kind === 'list' || node.kind === 'tuple') return node.uniqueItems;
  return node.kind === 'object' && (node.minProperties ?? node.maxProperties) !== undefined;
}

/** Of a property only the name can be wrong that the server requires and refuses in one. */
function nameIssues(field: FieldState): readonly FormIssue[] {
  const { name, parent, role } = field;
  if (parent?.node.kind !== 'object') return [];
  const { additional } = parent.node;
  if (role === 'property' && (!additional.name || field.value === undefined)) return [];
  const messages = name === undefined ? ['Enter a name.'] : [...checkName(additional, name)];
  if (role === 'entry' && name !== undefined) {
    if (parent.parts.some((part) => part !== field && part.name === name)) messages.push(`“${name}” is there twice.`);
    if (!additional.accepts(name)) messages.push(`The server does not accept “${name}” here.`);
  }
  return messages.map((message) => field.issue(message, 'name'));
}
