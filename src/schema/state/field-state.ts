import { type ErrorText, errorTextOf } from '../../errors.js';
import type { Json } from '../../protocol/model.js';
import { type Readable, Store } from '../../util/store.js';
import { errorText } from '../error-texts.js';
import { type FormIssue, type FormNode, issueOf } from '../form-node.js';
import { MAX_OPEN_DEPTH } from '../json-value.js';
import { childPointer, readJson, readNumber } from '../json.js';
import { checkName, checkPart, checkValue, fitsSeveral, fitting } from '../validate/value.js';
import { type ChoosingForm, Content, type FieldRole, type NewField } from './field-content.js';
import { nameAsWords } from '../name-words.js';
import { ABSENT, blankInput, type Input, NULL, PRESENT } from './field-input.js';

/** Position of a field: its parent, and its initial value. */
export interface FieldPlace extends NewField {
  readonly parent: FieldState | undefined;
  readonly form: FormOfFields;
}

/** The state that all fields of a form share. */
export interface FormOfFields extends ChoosingForm {
  /** Called after each change of a value. */
  readonly changed: () => void;
  /** Number of fields that may still open automatically. */
  left: number;
}

/** The readable properties of a field. */
abstract class FieldReading {
  /** The field that contains this one. */
  readonly parent: FieldState | undefined;
  readonly role: FieldRole;
  /** Number of fields that contain this one. */
  readonly depth: number;
  protected givenName: string | undefined;

  constructor({ parent, role, name }: FieldPlace) {
    this.parent = parent;
    this.role = role;
    this.depth = parent ? parent.depth + 1 : 0;
    this.givenName = name;
  }

  protected abstract readonly content: Content<FieldState>;

  /** The current node. It changes if the schema depends on values, or on the name of an entry. */
  get node(): FormNode {
    return this.content.node;
  }

  /** The name of a property or entry; undefined for other fields, and for an entry without a name yet. */
  get name(): string | undefined {
    return this.givenName;
  }

  /** True for an item of a list or tuple. */
  get isRow(): boolean {
    return this.role === 'row';
  }

  /**
   * True for a value that exists because its row or entry does: when it is emptied, it becomes an empty text, not
   * absent.
   */
  get isItem(): boolean {
    return this.isRow || this.role === 'entry' || (this.role === 'alternative' && (this.parent?.isItem ?? false));
  }

  /** Label for the user. Text from the server, or in English. */
  get label(): string {
    const label = this.#label();
    return typeof label === 'string' ? label : label.text;
  }

  /** {@link label} by key and params, where it is not the server’s. */
  get labelText(): ErrorText | undefined {
    const label = this.#label();
    return typeof label === 'string' ? undefined : label;
  }

  #label(): string | ErrorText {
    const { parent, role, node } = this;
    if (role === 'alternative' && parent) return parent.#label();
    if (role === 'entry') return nameInWords(this.name) ?? errorText('schema.label.newEntry');
    if (role !== 'row' || !parent) {
      return (
        node.title ?? nameAsWords(this.name ?? '') ?? nameInWords(this.name) ?? errorText('schema.label.arguments')
      );
    }
    if (parent.node.kind === 'tuple' && node.title !== undefined) return node.title;
    const list = parent.#label();
    const place = this.#rowOf(parent) + 1;
    return typeof list === 'string' ? `${list} ${place}` : errorText('schema.label.row', { list, place });
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

  /** The current fields of an object, in the order of the schema. */
  get properties(): readonly FieldState[] {
    return this.content.object?.properties ?? [];
  }

  /** Values of an object whose names are not among its properties. Their names can be changed. */
  get entries(): readonly FieldState[] {
    return this.content.object?.entries ?? [];
  }

  /** The items of a list or tuple. */
  get rows(): readonly FieldState[] {
    return this.content.items?.parts ?? [];
  }

  /** The field of the chosen alternative of a union. */
  get chosen(): FieldState | undefined {
    return this.input.kind === 'alternative' ? this.content.union?.parts[0] : undefined;
  }

  /** The current inner fields; none if the value is absent or null. */
  get parts(): readonly FieldState[] {
    return this.content.parts;
  }

  /**
   * The value, or undefined if it is absent. Text that is not a valid number or valid JSON is returned as text, so that
   * no input is lost; {@link issues} reports it.
   */
  get value(): Json | undefined {
    return this.content.value;
  }

  #rowOf(parent: FieldReading): number {
    return (parent.rows as readonly FieldReading[]).indexOf(this);
  }
}

/** A name that could not be seen has words instead. */
function nameInWords(name: string | undefined): string | ErrorText | undefined {
  return name?.trim() === '' ? errorText('schema.label.emptyName') : name;
}

/** The initial content of a field without a value or a default. */
function startOf(field: FieldState, form: FormOfFields): Input {
  const { node, role } = field;
  const isThere = field.isItem || role === 'alternative' || (field.required && !node.nullable);
  if (!isThere) return ABSENT;
  const blank = blankInput(node);
  if (blank.kind === 'text' && !field.isItem) return ABSENT;
  // A schema can nest required objects without end, so the number of fields that open automatically is limited.
  const opens = node.kind === 'object' || node.kind === 'tuple' || node.kind === 'union';
  return opens && (field.depth > MAX_OPEN_DEPTH || --form.left < 0) ? ABSENT : blank;
}

/**
 * One field: its content and its inner fields, which are made when they are first read. Values are exact: absent,
 * `null`, empty text, `false`, `0`, `{}` and `[]` are all different, and an incomplete number stays as typed.
 */
export class FieldState extends FieldReading {
  readonly #form: FormOfFields;
  protected readonly content: Content<FieldState>;
  readonly #changes = new Store(0);
  #required: boolean;
  /** True until the field is set for the first time. */
  #isFresh: boolean;
  #touched = false;
  #unfinished: ErrorText | undefined;
  #reported: readonly FormIssue[] = [];

  constructor(node: FormNode, place: FieldPlace) {
    super(place);
    this.#required = place.required;
    this.#form = place.form;
    this.#isFresh = !place.given;
    this.content = new Content(
      node,
      this.#form,
      (inner, at) => new FieldState(inner, { ...at, parent: this, form: this.#form }),
    );
    const { given } = place;
    if (given) this.content.take(given.value, { isOfServer: given.isOfServer === true, isWhole: true });
    else this.#start();
  }

  get required(): boolean {
    return this.role === 'alternative' && this.parent ? this.parent.required : this.#required;
  }

  /** Counts the changes of this field and of its reports about its parts. A change inside a part does not count. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /**
   * True once the user has visited the field, so that its problems may be shown. A default shows its problems at once,
   * because the server made them.
   */
  get touched(): boolean {
    return this.#touched || this.content.isOfServer;
  }

  /** True while the value is the server's default, as it came. */
  get isDefault(): boolean {
    return this.content.isOfServer && this.input.kind !== 'absent';
  }

  /** Problems of this field without those of its parts. */
  get issues(): readonly FormIssue[] {
    return this.#reported.length > 0 ? [...this.ownIssues, ...this.#reported] : this.ownIssues;
  }

  /** Problems that the form itself finds. */
  get ownIssues(): readonly FormIssue[] {
    return this.#unfinished === undefined ? issuesOf(this) : [this.issue(this.#unfinished)];
  }

  /** Problems found by the full check or the server. They are removed when the value changes. */
  get reported(): readonly FormIssue[] {
    return this.#reported;
  }

  issue(problem: ErrorText, part?: FormIssue['part']): FormIssue {
    return issueOf(this, problem, part);
  }

  /**
   * Replaces the whole value; undefined makes it absent. A value that the field cannot show stays and is reported as a
   * problem.
   */
  setValue(value: Json | undefined): void {
    this.content.take(value);
    this.#unfinished = undefined;
    this.#changed();
  }

  /**
   * Sets the typed text. Empty text makes the field absent, except where empty text is a value: in items and nullable
   * fields.
   */
  setText(text: string): void {
    const { node } = this;
    const option = node.kind === 'choice' ? node.options.findIndex(({ label }) => label === text) : -1;
    if (option >= 0) return this.setOption(option);
    const blankIsAbsent = node.kind === 'choice' || (!this.isItem && (!node.nullable || node.kind === 'json'));
    this.#set(text === '' && blankIsAbsent ? ABSENT : { kind: 'text', text });
  }

  /** Sets an empty text, which is different from absent. */
  setEmptyText(): void {
    this.#set({ kind: 'text', text: '' });
  }

  /**
   * Marks the input as incomplete, such as half a date. It counts as a problem until the field is set, or until this is
   * called with undefined.
   */
  setUnfinished(problem: ErrorText | undefined): void {
    if (problem?.text === this.#unfinished?.text) return;
    this.#unfinished = problem;
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

  /** Restores the value after it was absent or null: the previous one, or a blank one. */
  include(): void {
    const { last } = this.content;
    if (last.kind === 'alternative') this.choose(last.index);
    else this.#set(last);
  }

  /** Chooses another alternative of a union. The input of the other alternatives stays. */
  choose(index: number): void {
    if (this.content.union?.choose(index)) this.#set({ kind: 'alternative', index });
  }

  /** Adds an item to a list or tuple, and the list itself if it is absent. Returns undefined at the maximum. */
  addRow(value?: Json): FieldState | undefined {
    return this.insertRow(this.rows.length, value);
  }

  /** Inserts an item at `index`. Returns undefined at the maximum. */
  insertRow(index: number, value?: Json): FieldState | undefined {
    const row = this.content.items?.insert(index, value);
    if (row) this.#set(PRESENT);
    return row;
  }

  /** False for a place of a tuple that is followed by others. */
  canRemove(row: FieldState): boolean {
    return this.content.items?.canRemove(row) ?? false;
  }

  /**
   * Removes an item. Removing the last item of an optional list makes the list absent: an empty list may mean "clear
   * all".
   */
  removeRow(row: FieldState): void {
    if (!this.content.items?.remove(row)) return;
    const isLeftOut = this.rows.length === 0 && !this.required && !this.node.nullable && !this.isItem;
    this.#set(isLeftOut ? ABSENT : PRESENT);
  }

  /** Moves an item to another index. */
  moveRow(row: FieldState, to: number): void {
    if (this.content.items?.move(row, to)) this.#set(PRESENT);
  }

  /** Adds a name and a value to an object. Returns undefined at the maximum. */
  addEntry(name?: string, value?: Json): FieldState | undefined {
    const entry = this.content.object?.addEntry(name, value);
    if (entry) this.#set(PRESENT);
    return entry;
  }

  removeEntry(entry: FieldState): void {
    this.content.object?.removeEntry(entry);
    this.#set(PRESENT);
  }

  /** Renames an entry; empty text removes its name. The kind of its value may depend on the name. */
  rename(name: string): void {
    const { parent } = this;
    if (this.role !== 'entry' || parent?.node.kind !== 'object') return;
    this.givenName = name === '' ? undefined : name;
    this.adopt(parent.node.additional.nodeOf(name), true);
    this.#changed();
    // Another entry may have had a problem only because it has the same name.
    for (const entry of parent.entries) if (entry !== this) entry.#tick();
  }

  /** Uses another node for the same value. For parent fields. */
  adopt(node: FormNode, required: boolean): void {
    const isOther = required !== this.#required;
    this.#required = required;
    const isChanged = this.content.adopt(node);
    if (this.#isFresh && (isOther || isChanged)) this.#start();
    if (isOther || isChanged) this.#tick();
  }

  /** Sets the problems that the full check or the server found. */
  report(issues: readonly FormIssue[]): void {
    if (issues.length === 0 && this.#reported.length === 0) return;
    this.#reported = issues;
    if (issues.length > 0) this.#touched = true;
    this.#tick();
  }

  /** Marks the field as visited, and all its parts with `deep`. */
  touch(deep = false): void {
    if (deep) for (const part of this.parts) part.touch(true);
    if (this.#touched) return;
    this.#touched = true;
    this.#tick();
  }

  /** A `readOnly` value is only sent if the schema requires it, or if a user fills it in. */
  #start(): void {
    const isLeftToServer = this.node.readOnly && !this.required && this.role === 'property';
    this.content.start(startOf(this, this.#form), !isLeftToServer);
  }

  #tick(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  #set(input: Input): void {
    this.content.set(input);
    this.#unfinished = undefined;
    this.#changed();
  }

  /** Notifies this field, and those parents whose problems may change. */
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

/** Problems of an unsupported value that are shown at once. The others appear when these are solved. */
const MAX_HELD_MESSAGES = 3;

/** Problems of a field's content, without those of the parts of objects, lists and unions. */
function issuesOf(field: FieldState): readonly FormIssue[] {
  const issues = problemsOf(field).map((problem) => field.issue(problem));
  return field.name === undefined && field.role !== 'entry' ? issues : [...nameIssues(field), ...issues];
}

function problemsOf(field: FieldState): readonly ErrorText[] {
  const { node, input } = field;
  switch (input.kind) {
    case 'absent':
      if (!field.required) return [];
      return [
        node.kind === 'choice' && node.options.length === 0 ? errorText('schema.nothingAccepted') : MISSING[node.kind],
      ];
    case 'held':
      return checkValue(node, input.value).slice(0, MAX_HELD_MESSAGES).map(errorTextOf);
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

const REQUIRED = errorText('schema.required');

const MISSING: { readonly [Kind in FormNode['kind']]: ErrorText } = {
  string: errorText('schema.enterValue'),
  number: errorText('schema.enterNumber'),
  boolean: errorText('schema.chooseYesOrNo'),
  choice: errorText('schema.chooseOne'),
  constant: REQUIRED,
  list: REQUIRED,
  tuple: REQUIRED,
  object: REQUIRED,
  union: errorText('schema.chooseKind'),
  json: errorText('schema.enterJson'),
};

function ofText(node: FormNode, text: string): readonly ErrorText[] {
  if (node.kind === 'string' || node.kind === 'choice') return checkPart(node, text);
  const reading = node.kind === 'number' ? readNumber(text) : readJson(text);
  return reading.ok ? checkPart(node, reading.value) : [errorTextOf(reading)];
}

function ofParts(field: FieldState): readonly ErrorText[] {
  const { node } = field;
  if (node.kind === 'constant') return checkPart(node, node.value);
  const isItems = node.kind === 'list' || node.kind === 'tuple';
  if (!isItems && !hasRulesOverParts(node)) return [];
  const { value } = field;
  return value === undefined ? [] : checkPart(node, value);
}

/** Problems of a union that no single alternative can find. */
function ofUnion({ node, chosen }: FieldState): readonly ErrorText[] {
  const value = chosen?.value;
  if (node.kind !== 'union' || value === undefined || !hasRulesOverParts(node)) return [];
  const broken = checkPart(node, value);
  if (!node.exclusive || broken.length > 0) return broken;
  const kinds = fitting(node, value);
  return kinds.length > 1 ? [fitsSeveral(kinds)] : [];
}

/** True if the node has rules that concern several parts together. */
function hasRulesOverParts(node: FormNode): boolean {
  if (node.rules.length > 0) return true;
  if (node.kind === 'union') return node.exclusive;
  if (node.kind === 'list' || node.kind === 'tuple') return node.uniqueItems;
  return node.kind === 'object' && (node.minProperties ?? node.maxProperties) !== undefined;
}

/** The name of a property can only be wrong if the schema both requires and refuses it. */
function nameIssues(field: FieldState): readonly FormIssue[] {
  const { name, parent, role } = field;
  if (parent?.node.kind !== 'object') return [];
  const { additional } = parent.node;
  if (role === 'property' && (!additional.name || field.value === undefined)) return [];
  const problems = name === undefined ? [errorText('schema.enterName')] : [...checkName(additional, name)];
  if (role === 'entry' && name !== undefined) {
    if (parent.parts.some((part) => part !== field && part.name === name))
      problems.push(errorText('schema.nameTwice', { name }));
    if (!additional.accepts(name)) problems.push(errorText('schema.nameRefused', { name }));
  }
  return problems.map((problem) => field.issue(problem, 'name'));
}
