import { html, LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { FormState, type FieldState, type FormNode } from '../../src/schema/index.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { booleanControl, choiceControl, constantControl } from './choice-control.js';
import type { FieldView } from './field-view.js';
import { foldedStyles } from './folded.js';
import { heldControl } from './held-control.js';
import { jsonControl } from './json-control.js';
import { listControl } from './list-control.js';
import { objectControl } from './object-control.js';
import { schemaFieldStyles } from './schema-field.styles.js';
import { textControl } from './text-control.js';

type Control<Node> = (view: FieldView, node: Node) => TemplateResult;

const CONTROLS: { readonly [Kind in FormNode['kind']]: Control<Extract<FormNode, { kind: Kind }>> } = {
  string: textControl,
  number: textControl,
  boolean: booleanControl,
  choice: choiceControl,
  constant: constantControl,
  list: listControl,
  object: objectControl,
  json: jsonControl,
};

/**
 * @summary Shows one part of a form, with everything inside it, and puts what the person types into the form's state.
 *
 * Each part is an element of its own and renders when its own state changes, so typing costs the same in a form of
 * two hundred fields as in a form of two.
 *
 * @csspart field - One field: its label, description, control and message.
 * @csspart label - The name of a field.
 * @csspart description - What the server says about a field.
 * @csspart control - What is typed into, ticked or chosen from.
 * @csspart error - What is wrong with a field.
 * @csspart add-button - Adds a row to a list.
 * @csspart remove-button - Takes away a row, or a value that has no field.
 * @csspart empty-button - Sends an empty text or list instead of leaving it out, and back.
 * @csspart other - Values that are sent and that the schema does not describe.
 * @cssprop [--mcp-schema-field-gap=16px] - Space between the fields of an object.
 */
export class McpSchemaFieldElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, foldedStyles, schemaFieldStyles];

  /** The form made for a `node` that came alone. */
  #own: FormState | undefined;
  #shown: FieldState | undefined;
  #focusNext: FieldState | string | undefined;

  /** The part of the schema to show. Without a `form`, it gets a form of its own. */
  @property({ attribute: false })
  node: FormNode | undefined;

  /** Holds what the person types. */
  @property({ attribute: false })
  form: FormState | undefined;

  /** The field to show, where it is known already. Wins over `node` and `form`. */
  @property({ attribute: false })
  field: FieldState | undefined;

  constructor() {
    super();
    // Only the one field: others change without this element knowing.
    new StoreController(this, () => this.#shown?.changes);
    this.addEventListener('focusout', this.#onFocusout);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('field') && !changed.has('form') && !changed.has('node')) return;
    const isOwn = this.form === undefined || this.form === this.#own;
    if (!this.field && this.node && isOwn && this.form?.node !== this.node) {
      this.#own = new FormState(this.node);
      this.form = this.#own;
    }
    this.#shown = this.field ?? (this.form && (find(this.form.root, this.node) ?? this.form.root));
  }

  protected override updated(): void {
    const target = this.#focusNext;
    this.#focusNext = undefined;
    if (target === undefined) return;
    if (typeof target === 'string') this.renderRoot.querySelector<HTMLElement>(target)?.focus();
    else void this.#elementOf(target)?.updateComplete.then(() => this.#elementOf(target)?.focus());
  }

  readonly #onFocusout = (event: FocusEvent): void => {
    const field = this.#shown;
    const next = event.relatedTarget;
    if (!field || field.touched || (next instanceof Node && this.renderRoot.contains(next))) return;
    // A message that appears between press and release would move the very button that is being pressed.
    if (document.documentElement.matches(':active')) {
      addEventListener('pointerup', () => setTimeout(() => field.touch()), { once: true, capture: true });
    } else queueMicrotask(() => field.touch());
  };

  readonly #view = (field: FieldState): FieldView => ({
    field,
    message: field.touched ? field.issues[0]?.message : undefined,
    focusNext: (target) => {
      this.#focusNext = target;
      this.requestUpdate();
    },
  });

  #elementOf(field: FieldState): McpSchemaFieldElement | undefined {
    return this.#inside().find((element) => element.field === field);
  }

  #inside(): McpSchemaFieldElement[] {
    return [...this.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
  }

  /** Focuses the first control. */
  override focus(options?: FocusOptions): void {
    const first = this.renderRoot.querySelector<HTMLElement>(
      'input, select, textarea, .held, mcp-schema-field, button:not(.aside)',
    );
    first?.focus(options);
  }

  /** Focuses the first field that keeps the form from being sent; false when none does. */
  focusFirstIssue(): boolean {
    return this.focusIssue();
  }

  /** Focuses the field at a JSON Pointer, or the first one with an issue; false when there is none. */
  focusIssue(pointer?: string): boolean {
    const field = this.#shown;
    if (!field) return false;
    if (pointer === undefined ? field.issues.length > 0 : field.pointer === pointer) {
      this.focus();
      return true;
    }
    return this.#inside().some((element) => element.focusIssue(pointer));
  }

  override render(): TemplateResult | typeof nothing {
    const field = this.#shown;
    if (!field) return nothing;
    const view = this.#view(field);
    return field.input.kind === 'held' ? heldControl(view) : renderBy(view, field.node);
  }
}

function renderBy<Kind extends FormNode['kind']>(view: FieldView, node: FormNode & { kind: Kind }): TemplateResult {
  const control = CONTROLS[node.kind] as Control<FormNode>;
  return html`${control(view, node)}`;
}

/** The field of a node: the one at the top in nearly every case. */
function find(field: FieldState, node: FormNode | undefined): FieldState | undefined {
  if (field.node === node) return field;
  for (const part of field.parts) {
    const found = find(part, node);
    if (found) return found;
  }
  return undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-schema-field': McpSchemaFieldElement;
  }
}
