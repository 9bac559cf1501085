import { type ErrorText, errorTextOf, verbatim } from '../../errors.js';
import type { Json, JsonObject } from '../../protocol/model.js';
import { type Readable, Store } from '../../util/store.js';
import { errorText } from '../error-texts.js';
import { type FormIssue, type FormNode, issueOf, type LooseIssue } from '../form-node.js';
import { isJsonObject, MAX_OPEN_FIELDS } from '../json-value.js';
import { type JsonReading, readJson, readNumber } from '../json.js';
import { checkFully } from '../validate/full.js';
import { Steps } from '../validate/value.js';
import { MAX_CHOOSING_STEPS } from './field-input.js';
import { FieldState, type FormOfFields } from './field-state.js';
import { type OrphanedValue, type FieldSnapshot, type LeaveOut, restoreSnapshot, snapshotOf } from './snapshot.js';
import { toJson } from '../../util/json.js';

/** A number as JSON writes it. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The form's arguments, or all its problems in the order of the fields. */
export type Arguments =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly issues: readonly FormIssue[] };

/**
 * The arguments after the full check; `unchecked`: the reason why the schema could not be checked in full, as a
 * sentence.
 */
export type Checked =
  | { readonly ok: true; readonly value: JsonObject; readonly unchecked?: ErrorText | undefined }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

/**
 * The values that the user has entered into a form. Values are exact: absent, `null`, empty text, `false`, `0`, `{}`
 * and `[]` are all different, and an incomplete number stays as the user typed it.
 * @example
 * const form = new FormState(buildForm(tool.inputSchema));
 * form.field('/city')?.setText('Bern');
 * const result = form.toArguments();
 */
export class FormState {
  readonly node: FormNode;
  /** The field of the whole value. It contains all others. */
  readonly root: FieldState;
  readonly #changes = new Store(0);
  #reported: readonly FieldState[] = [];
  #isRestoring = false;

  /**
   * @param initial the exact initial value: properties that it lacks are absent. Without it the schema's defaults are
   * filled in.
   */
  constructor(node: FormNode, initial?: Json) {
    this.node = node;
    const form: { -readonly [K in keyof FormOfFields]: FormOfFields[K] } = {
      left: MAX_OPEN_FIELDS,
      choosing: new Steps(MAX_CHOOSING_STEPS),
      changed: () => {
        form.left = MAX_OPEN_FIELDS;
        if (!this.#isRestoring) form.choosing = new Steps(MAX_CHOOSING_STEPS);
        this.#changes.set(this.#changes.get() + 1);
      },
    };
    const given = initial === undefined ? undefined : { value: initial };
    this.root = new FieldState(node, { parent: undefined, role: 'whole', required: true, given, form });
    // Arguments are an object, so the JSON editor starts with one.
    if (node.kind === 'json' && this.root.input.kind === 'absent') this.root.setText('{}');
  }

  /** Counts the changes of values. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** All current issues of the form. */
  get issues(): readonly FormIssue[] {
    return allIssues(this.root);
  }

  /** The arguments, or the issues that prevent sending them. */
  toArguments(): Arguments {
    return toArguments(this.root);
  }

  /**
   * The arguments after a check against the whole schema, by a validator that loads when it is first needed. The fields
   * then show the issues that it found, until they change.
   */
  async check(): Promise<Checked> {
    this.report([]);
    const reading = this.toArguments();
    if (!reading.ok) return reading;
    const before = this.#changes.get();
    const { issues, unchecked } = await checkFully(this.node, reading.value);
    if (issues.length === 0) return { ...reading, ...(unchecked !== undefined && { unchecked }) };
    const found = placed(issues, this.root);
    // If values changed meanwhile, the issues are returned but not shown at the fields.
    if (this.#changes.get() === before) this.#report(found);
    return { ok: false, issues: [...found.values()].flat() };
  }

  /**
   * Shows issues that others found, such as a server's refusal, at their fields or the nearest parent. They are removed
   * when that value changes, and do not prevent sending the form.
   */
  report(issues: readonly LooseIssue[]): void {
    this.#report(placed(issues, this.root));
  }

  #report(found: ReadonlyMap<FieldState, readonly FormIssue[]>): void {
    for (const field of this.#reported) if (!found.has(field)) field.report([]);
    for (const [field, issues] of found) field.report(issues);
    this.#reported = [...found.keys()];
  }

  /** The current value, valid or not; see {@link FieldState.value}. */
  get draft(): Json {
    return this.root.value ?? {};
  }

  /** The current value as JSON text, without loss: inexact numbers are written as they were typed. */
  get text(): string {
    return writeFieldJson(this.root);
  }

  /**
   * Reads an edited version of {@link text}. If it is invalid, the result contains the error and the form does not
   * change. An inexact number stays as typed if its field is for numbers.
   */
  readText(text: string): JsonReading {
    let trial: FormState | undefined;
    const reading = readFormText(text, (value, pointer) => (trial ??= new FormState(this.node, value)).field(pointer));
    if (reading.ok) this.setValue(reading.value);
    return reading;
  }

  /** Replaces the whole value: properties that it lacks become absent. */
  setValue(value: Json): void {
    this.root.setValue(value);
  }

  /**
   * Everything as it was typed, to be stored; undefined if nothing is left. Fields for which `leaveOut` is true are
   * left out.
   */
  snapshot(leaveOut?: LeaveOut): FieldSnapshot | undefined {
    return snapshotOf(this.root, leaveOut);
  }

  /**
   * Restores a {@link snapshot}, even if the schema has changed.
   * @param keep fields that stay unchanged if the snapshot has nothing for them
   * @returns values for which this form has no field any more
   */
  restore(snapshot: FieldSnapshot | undefined, keep?: LeaveOut): readonly OrphanedValue[] {
    // One change, of however many fields.
    this.#isRestoring = true;
    try {
      return restoreSnapshot(this.root, snapshot, keep);
    } finally {
      this.#isRestoring = false;
    }
  }

  /** The field at a JSON Pointer, if it exists. */
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

  /** Shows the issues of all fields, including those that the user has not visited. */
  showAllIssues(): void {
    this.root.touch(true);
  }
}

/**
 * The field's content as indented JSON text. An inexact number is written as it was typed; invalid numbers and invalid
 * JSON are written as strings.
 */
function writeFieldJson(field: FieldState, indent = ''): string {
  const { node, input, chosen } = field;
  if (chosen) return writeFieldJson(chosen, indent);
  if (node.kind === 'number' && input.kind === 'text' && JSON_NUMBER.test(input.text) && !readNumber(input.text).ok)
    return input.text;
  const inner = `${indent}  `;
  const isThere = input.kind === 'present';
  if (isThere && node.kind === 'object') {
    const parts = field.parts.filter(({ value }) => value !== undefined);
    const lines = parts.map((part) => `${inner}${toJson(part.name ?? '')}: ${writeFieldJson(part, inner)}`);
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (isThere && (node.kind === 'list' || node.kind === 'tuple')) {
    const lines = field.rows.map((row) => `${inner}${writeFieldJson(row, inner)}`);
    return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
  }
  return toJson(field.value ?? null, undefined, 2).replaceAll('\n', `\n${indent}`);
}

/**
 * Reads the text of {@link writeFieldJson}. Inexact numbers are accepted if their field stores them as typed; the field then
 * reports that they cannot be sent.
 * @param fieldAt finds the field at a JSON Pointer in a form that contains a value
 */
function readFormText(text: string, fieldAt: (value: Json, pointer: string) => FieldState | undefined): JsonReading {
  const reading = readJson(text, true);
  if (!reading.ok) return reading;
  for (const pointer of reading.inexact.keys()) {
    let field = fieldAt(reading.value, pointer);
    while (field?.chosen) field = field.chosen;
    const isKept = field?.node.kind === 'number' && field.input.kind === 'text';
    // Strict reading gives the error message.
    if (!isKept) return readJson(text);
  }
  return reading;
}

/** Assigns each issue to its field, or to the nearest parent that exists. */
function placed(issues: readonly LooseIssue[], root: FieldState): ReadonlyMap<FieldState, readonly FormIssue[]> {
  const found = new Map<FieldState, FormIssue[]>();
  for (const { pointer, message, key, params = {} } of issues) {
    const { field, beyond } = nearest(root, tokensOf(pointer));
    const problem = key === undefined ? verbatim(message) : errorTextOf({ key, params, message });
    const issue = field.issue(
      beyond.length > 0 ? errorText('schema.inside', { path: beyond.join(' › '), problem }) : problem,
    );
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

/** All issues of a field and its inner fields. */
function allIssues(field: FieldState): readonly FormIssue[] {
  return [...field.issues, ...field.parts.flatMap(allIssues)];
}

/**
 * Issues without those of the full check and the server: they concern values that were sent before, and sending again
 * may work.
 */
function ownIssues(field: FieldState): readonly FormIssue[] {
  return [...field.ownIssues, ...field.parts.flatMap(ownIssues)];
}

function toArguments(root: FieldState): Arguments {
  const issues = ownIssues(root);
  if (issues.length > 0) return { ok: false, issues };
  const value: Json | undefined = root.value;
  if (isJsonObject(value)) return { ok: true, value };
  return { ok: false, issues: [issueOf(root, errorText('schema.notAnObject', { braces: '{ }' }))] };
}
