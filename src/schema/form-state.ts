import type { Json } from '../protocol/model.js';
import { Store, type Readable } from '../util/store.js';
import { FieldState } from './field-state.js';
import type { FormNode } from './form-node.js';
import type { FormIssue } from './issue.js';
import { allIssues, toArguments, type Arguments } from './to-arguments.js';

/**
 * What a person has put into a form. Values are exact: left out, `null`, empty text, `false`, `0`, `{}` and `[]` are all
 * different, and half a number stays half a number.
 */
export class FormState {
  readonly node: FormNode;
  /** The field for the whole value; the others are inside it. */
  readonly root: FieldState;
  readonly #changes = new Store(0);

  /**
   * @param initial the exact value to start with: what it does not have is left out. Without it the schema's defaults
   * are filled in.
   */
  constructor(node: FormNode, initial?: Json) {
    this.node = node;
    this.root = new FieldState(node, {
      parent: undefined,
      name: undefined,
      required: true,
      given: initial === undefined ? undefined : { value: initial },
      onChange: () => this.#changes.set(this.#changes.get() + 1),
    });
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

  /** The value as far as it can be said, valid or not; see {@link FieldState.value}. */
  get draft(): Json {
    return this.root.value ?? {};
  }

  /** Replaces everything: what the value does not have is left out. */
  setValue(value: Json): void {
    this.root.setValue(value);
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
