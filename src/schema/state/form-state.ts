import type { Json } from '../../protocol/model.js';
import { Store, type Readable } from '../../util/store.js';
import type { FormOfFields } from './field-place.js';
import { restoreSnapshot, snapshotOf, type Displaced, type FieldSnapshot, type LeaveOut } from './field-snapshot.js';
import { FieldState } from './field-state.js';
import type { FormNode } from '../form-node.js';
import { readFormText, textOf } from './form-text.js';
import { checkFully } from '../check/full-check.js';
import type { FormIssue } from '../issue.js';
import { MAX_OPEN_FIELDS } from '../limits.js';
import { placed, type LooseIssue } from './place-issues.js';
import type { JsonReading } from '../read-json.js';
import { allIssues, toArguments, type Arguments, type Checked } from './to-arguments.js';

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
  restore(snapshot: FieldSnapshot | undefined, keep?: LeaveOut): readonly Displaced[] {
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
