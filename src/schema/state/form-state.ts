import type { Json, JsonObject } from '../../protocol/model.js';
import { type Readable, Store } from '../../util/store.js';
import type { FormIssue, FormNode, LooseIssue } from '../form-node.js';
import { isJsonObject, MAX_OPEN_FIELDS } from '../json-value.js';
import { type JsonReading, readJson, readNumber } from '../json.js';
import { checkFully } from '../validate/full.js';
import { FieldState, type FormOfFields } from './field-state.js';
import { type OrphanedValue, type FieldSnapshot, type LeaveOut, restoreSnapshot, snapshotOf } from './snapshot.js';

/** As JSON spells numbers. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * What a field holds as JSON text, indented. A number that cannot be held exactly stands there as it was typed; what is
 * no number or JSON yet stands there as a text.
 */
function textOf(field: FieldState, indent = ''): string {
  const { node, input, chosen } = field;
  if (chosen) return textOf(chosen, indent);
  if (node.kind === 'number' && input.kind === 'text' && JSON_NUMBER.test(input.text) && !readNumber(input.text).ok)
    return input.text;
  const inner = `${indent}  `;
  const isThere = input.kind === 'present';
  if (isThere && node.kind === 'object') {
    const parts = field.parts.filter(({ value }) => value !== undefined);
    const lines = parts.map((part) => `${inner}${JSON.stringify(part.name ?? '')}: ${textOf(part, inner)}`);
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (isThere && (node.kind === 'list' || node.kind === 'tuple')) {
    const lines = field.rows.map((row) => `${inner}${textOf(row, inner)}`);
    return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
  }
  return JSON.stringify(field.value ?? null, null, 2).replaceAll('\n', `\n${indent}`);
}

/**
 * Reads such a text. Numbers that cannot be held exactly are fine where a field keeps them as they were typed; that
 * they cannot be sent is then said at that field.
 * @param fieldAt finds the field at a JSON Pointer in a form that holds a value
 */
function readFormText(text: string, fieldAt: (value: Json, pointer: string) => FieldState | undefined): JsonReading {
  const reading = readJson(text, true);
  if (!reading.ok) return reading;
  for (const pointer of reading.inexact.keys()) {
    let field = fieldAt(reading.value, pointer);
    while (field?.chosen) field = field.chosen;
    const isKept = field?.node.kind === 'number' && field.input.kind === 'text';
    // Read again without mercy, for the words.
    if (!isKept) return readJson(text);
  }
  return reading;
}

/** The field where each issue can be seen: at its place, or else at the nearest one around it. */
function placed(issues: readonly LooseIssue[], root: FieldState): ReadonlyMap<FieldState, readonly FormIssue[]> {
  const found = new Map<FieldState, FormIssue[]>();
  for (const { pointer, message } of issues) {
    const { field, beyond } = nearest(root, tokensOf(pointer));
    const issue = field.issue(beyond.length > 0 ? `“${beyond.join(' › ')}”: ${message}` : message);
    const known = found.get(field) ?? [];
    if (!known.some((each) => each.message === issue.message)) found.set(field, [...known, issue]);
  }
  return found;
}

function nearest(root: FieldState, tokens: readonly string[]): { field: FieldState; beyond: readonly string[] } {
  let field = root;
  for (let at = 0; ;) {
    if (field.chosen) {
      field = field.chosen;
      continue;
    }
    const token = tokens[at];
    const inner = token === undefined ? undefined : partOf(field, token);
    if (!inner) return { field, beyond: tokens.slice(at) };
    field = inner;
    at++;
  }
}

function partOf(field: FieldState, token: string): FieldState | undefined {
  return field.node.kind === 'object'
    ? field.parts.find(({ name }) => name === token)
    : field.rows[/^\d+$/.test(token) ? Number(token) : -1];
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The arguments a form says, or all that is wrong with it, in the order of the fields. */
export type Arguments =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** The same after the full check; `unchecked` says, as a sentence, why the schema could not be checked in full. */
export type Checked =
  | { readonly ok: true; readonly value: JsonObject; readonly unchecked?: string | undefined }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** Every issue of a field and of the fields inside it. */
function allIssues(field: FieldState): readonly FormIssue[] {
  return [...field.issues, ...field.parts.flatMap(allIssues)];
}

/** Without what others found: that was about what was sent before, and sending it again may well work. */
function ownIssues(field: FieldState): readonly FormIssue[] {
  return [...field.ownIssues, ...field.parts.flatMap(ownIssues)];
}

function toArguments(root: FieldState): Arguments {
  const issues = ownIssues(root);
  if (issues.length > 0) return { ok: false, issues };
  const value: Json | undefined = root.value;
  if (isJsonObject(value)) return { ok: true, value };
  return { ok: false, issues: [{ pointer: '', label: root.label, message: 'Arguments are a JSON object, in { }.' }] };
}

/**
 * What a person has put into a form. Values are exact: left out, `null`, empty text, `false`, `0`, `{}` and `[]` are all
 * different, and half a number stays half a number.
 */
export class FormState {
  readonly node: FormNode;
  /** The field for the whole value; the others are inside it. */
  readonly root: FieldState;
  readonly #changes = new Store(0);
  #reported: readonly FieldState[] = [];

  /**
   * @param initial the exact value to start with: what it does not have is left out. Without it the schema's defaults
   * are filled in.
   */
  constructor(node: FormNode, initial?: Json) {
    this.node = node;
    const form: FormOfFields = {
      left: MAX_OPEN_FIELDS,
      changed: () => {
        form.left = MAX_OPEN_FIELDS;
        this.#changes.set(this.#changes.get() + 1);
      },
    };
    const given = initial === undefined ? undefined : { value: initial };
    this.root = new FieldState(node, { parent: undefined, role: 'whole', required: true, given, form });
    // Arguments are an object: an editor that starts with one is a step ahead.
    if (node.kind === 'json' && this.root.input.kind === 'absent') this.root.setText('{}');
  }

  /** Counts up at each change of a value. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Everything wrong with the form as it is. */
  get issues(): readonly FormIssue[] {
    return allIssues(this.root);
  }

  /** The arguments, or what keeps them from being sent. */
  toArguments(): Arguments {
    return toArguments(this.root);
  }

  /**
   * The arguments, held against the whole schema as well, by a validator that is loaded when it is first needed. What is
   * wrong stands at its fields afterwards, until they change.
   */
  async check(): Promise<Checked> {
    this.report([]);
    const reading = this.toArguments();
    if (!reading.ok) return reading;
    const before = this.#changes.get();
    const { issues, unchecked } = await checkFully(this.node, reading.value);
    if (issues.length === 0) return { ...reading, ...(unchecked !== undefined && { unchecked }) };
    const found = placed(issues, this.root);
    // What is found in values that are no longer there is told, but not at the fields.
    if (this.#changes.get() === before) this.#report(found);
    return { ok: false, issues: [...found.values()].flat() };
  }

  /**
   * Puts what others found wrong, such as a server that refused, at the fields it is about: each at its place or the
   * nearest around it. Gone when that value changes; does not keep the form from being sent.
   */
  report(issues: readonly LooseIssue[]): void {
    this.#report(placed(issues, this.root));
  }

  #report(found: ReadonlyMap<FieldState, readonly FormIssue[]>): void {
    for (const field of this.#reported) if (!found.has(field)) field.report([]);
    for (const [field, issues] of found) field.report(issues);
    this.#reported = [...found.keys()];
  }

  /** The value as far as it can be said, valid or not; see {@link FieldState.value}. */
  get draft(): Json {
    return this.root.value ?? {};
  }

  /** The same as JSON text, lossless: numbers that cannot be held exactly stand there as they were typed. */
  get text(): string {
    return textOf(this.root);
  }

  /**
   * Takes over what somebody made of {@link text}, or says what is wrong with it and leaves everything as it is. A number
   * that cannot be held exactly stays as it was typed where it stands in a field for numbers.
   */
  readText(text: string): JsonReading {
    let trial: FormState | undefined;
    const reading = readFormText(text, (value, pointer) => (trial ??= new FormState(this.node, value)).field(pointer));
    if (reading.ok) this.setValue(reading.value);
    return reading;
  }

  /** Replaces everything: what the value does not have is left out. */
  setValue(value: Json): void {
    this.root.setValue(value);
  }

  /** Everything as it was typed, to be kept; undefined where nothing is. Without the fields for which `leaveOut` is true. */
  snapshot(leaveOut?: LeaveOut): FieldSnapshot | undefined {
    return snapshotOf(this.root, leaveOut);
  }

  /**
   * Puts back what {@link snapshot} gave, also where the schema has changed since.
   * @param keep fields that stay as they are where the snapshot has nothing for them
   * @returns what has no place in this form any more
   */
  restore(snapshot: FieldSnapshot | undefined, keep?: LeaveOut): readonly OrphanedValue[] {
    return restoreSnapshot(this.root, snapshot, keep);
  }

  /** The field at a JSON Pointer, if there is one now. */
  field(pointer: string): FieldState | undefined {
    const find = (field: FieldState): FieldState | undefined => {
      if (field.pointer === pointer) return field;
      if (!pointer.startsWith(field.pointer)) return undefined;
      for (const part of field.parts) {
        const found = find(part);
        if (found) return found;
      }
      return undefined;
    };
    return find(this.root);
  }

  /** Lets every field show what is wrong with it, also those the person has not been to. */
  showAllIssues(): void {
    this.root.touch(true);
  }
}
