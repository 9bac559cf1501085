import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { FormState, type FieldState, type FormNode } from '../../src/schema/index.js';
import { StoreController } from '../controllers/store-controller.js';
import { html } from '../words/html.js';
import type { SuggestValues } from './completions.js';
import { controlOf } from './control-of.js';
import { NAME_ID } from './entry.js';
import { CONTROL_ID, type FieldView } from './field-view.js';
import { Focusing } from './focusing.js';
import { giveFormOfItsOwn } from './form-of-its-own.js';
import { FormPart } from './form-part.js';
import { Kept } from './kept.js';
import type { Storing } from './storing.js';
import { fieldSheet } from './sheet.js';

/**
 * @summary Shows one part of a form, with everything inside it, and puts what the person types into the form's state.
 *
 * Each part is an element of its own and renders when its own state changes, so typing costs the same in a form of
 * two hundred fields as in a form of two. With a `name` it takes part in a `<form>` of the page: what it sends there is
 * the text of a text field, and JSON for everything else.
 *
 * @csspart field - One field: its label, description, control and message.
 * @csspart label - The name of a field.
 * @csspart description - What the server says about a field.
 * @csspart control - What is typed into, ticked or chosen from.
 * @csspart choices - A few exclusive choices.
 * @csspart alternatives - The kinds of value that are accepted here.
 * @csspart listbox - The list of a text box that knows what could stand in it.
 * @csspart slider - The slider beside a number.
 * @csspart offset - The time zone beside a time.
 * @csspart name - The name of a value whose name is free.
 * @csspart error - What is wrong with a field.
 * @csspart add-button - Adds a row to a list, or a value to an object.
 * @csspart remove-button - Takes away a row or a value.
 * @csspart up-button - Moves a row up.
 * @csspart down-button - Moves a row down.
 * @csspart rows-button - Shows given values as rows instead of boxes to tick, and back.
 * @csspart none-button - Sends none instead of a value, and back.
 * @csspart empty-button - Sends an empty text or list instead of leaving it out, and back.
 * @csspart split-button - Makes rows of the lines of a text in a list.
 * @csspart as-text-button - Types as text what has a control of its own, and back.
 * @csspart reveal-button - Shows a secret, and hides it.
 * @csspart secrecy - Says that what stands in a field is not stored, because it is or may be a secret.
 * @csspart store-button - Has what may be a secret stored as shown, and no longer.
 * @csspart clear-button - Takes a file away.
 * @csspart replace-button - Takes away a value that the field cannot show.
 * @csspart other-button - Adds a value that the server does not describe.
 * @csspart other - Values that are sent and that the server does not describe.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-schema-field-gap=16px] - Space between the fields of an object.
 */
export class McpSchemaFieldElement extends LitElement {
  static override styles: CSSResultGroup = fieldSheet;
  /** Takes part in forms of the page. */
  static readonly formAssociated = true;

  /** The form made for a `node` that came alone. */
  #own: FormState | undefined;
  #shown: FieldState | undefined;
  readonly #kept = new Kept(this);
  /** Made with the first word of a form of the page: most fields never hear of one. */
  #formPart: FormPart | undefined;
  readonly #focusing = new Focusing(this, () => this.#renderAll());

  /** The part of the schema to show. Without a `form`, it gets a form of its own. */
  @property({ attribute: false })
  node: FormNode | undefined;

  /** Holds what the person types. */
  @property({ attribute: false })
  form: FormState | undefined;

  /** The field to show, where it is known already. Wins over `node` and `form`. */
  @property({ attribute: false })
  field: FieldState | undefined;

  /** The name of its value in a `<form>` of the page. */
  @property({ reflect: true })
  name: string | undefined;

  /** Nothing can be typed, ticked or pressed. */
  @property({ type: Boolean, reflect: true })
  disabled = false;

  /** The form of the page is not sent while nothing is said here. Properties inside are required as the schema says. */
  @property({ type: Boolean, reflect: true })
  required = false;

  /** Secrets are shown as they are typed: for a form that must not look like a place for them. */
  @property({ type: Boolean })
  unmasked = false;

  /** Gives values that could be meant while something is typed into a text field. */
  @property({ attribute: false })
  suggest: SuggestValues | undefined;

  /** Who stores what is typed, and is asked about what may be secret. Without one, nothing is said of that. */
  @property({ attribute: false })
  storing: Storing | undefined;

  /** The place of a row in its list, which its label tells. Set by the field around it. */
  @property({ attribute: false })
  place: number | undefined;

  constructor() {
    super();
    // Only the one field: others change without this element knowing.
    new StoreController(this, () => this.#shown?.changes);
    this.addEventListener('focusin', this.#onFocusin);
    this.addEventListener('focusout', this.#onFocusout);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#kept.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('field') && !changed.has('form') && !changed.has('node')) return;
    const isOwn = this.form === undefined || this.form === this.#own;
    if (!this.field && this.node && isOwn && this.form?.node !== this.node) {
      this.#own = new FormState(this.node);
      this.form = this.#own;
    }
    const shown = this.field ?? (this.form && (find(this.form.root, this.node) ?? this.form.root));
    if (shown !== this.#shown) this.#kept.clear();
    this.#shown = shown;
  }

  protected override updated(): void {
    this.#kept.revealActive();
    this.#focusing.hostRendered();
  }

  readonly #onFocusin = (event: FocusEvent): void => giveFormOfItsOwn(event.composedPath()[0], this.renderRoot);

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
    message: field.touched || field.reported.length > 0 ? field.issues[0]?.message : undefined,
    isDisabled: this.#isDisabled,
    isUnmasked: this.unmasked,
    suggest: this.suggest,
    storing: this.storing,
    focusNext: (target) => this.#focusing.next(target),
    keep: (kind) => this.#kept.get(kind),
  });

  get #isDisabled(): boolean {
    return this.disabled || this.#formPart?.isDisabled === true;
  }

  /** What would come by and by, at once: somebody wants to go there. */
  #renderAll(): void {
    this.#kept.bringAll();
    if (this.isUpdatePending) this.performUpdate();
  }

  get #partOfForm(): FormPart {
    this.#formPart ??= new FormPart(this, () => ({
      field: this.#shown,
      form: this.form,
      isRequired: this.required,
    }));
    return this.#formPart;
  }

  /** The `<form>` of the page that it takes part in. */
  get formOwner(): HTMLFormElement | null {
    return this.#formPart?.owner ?? null;
  }

  /** Called by the browser. */
  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#partOfForm.join(form);
  }

  /** Called by the browser. */
  formDisabledCallback(isDisabled: boolean): void {
    this.#partOfForm.isDisabled = isDisabled;
    this.requestUpdate();
  }

  /** Called by the browser. */
  formResetCallback(): void {
    // A form of its own starts afresh, with nothing said to be wrong.
    if (this.node && this.form === this.#own) this.form = this.#own = new FormState(this.node);
    else this.#formPart?.reset();
  }

  /** Called by the browser. */
  formStateRestoreCallback(state: string): void {
    this.#partOfForm.restore(state);
  }

  /** Focuses the first control. */
  override focus(options?: FocusOptions): void {
    this.#focusing.first(undefined, options);
  }

  /** Focuses the first field that keeps the form from being sent; false when none does. */
  focusFirstIssue(): boolean {
    return this.focusIssue();
  }

  /** Focuses the field at a JSON Pointer, or the first one with an issue; false when there is none. */
  focusIssue(pointer?: string): boolean {
    this.#renderAll();
    const field = this.#shown;
    if (!field) return false;
    const isHere = pointer === undefined ? field.issues.length > 0 : field.pointer === pointer;
    // The field of a chosen alternative stands at the same place, and what is wrong is mostly wrong there.
    const isInside = isHere && field.issues.length === 0 && field.chosen !== undefined;
    if (!isHere || isInside) return this.#focusing.inside.some((element) => element.focusIssue(pointer));
    if (field.role !== 'entry') return this.#focusing.first();
    return this.#focusing.first(`#${field.issues[0]?.part === 'name' ? NAME_ID : CONTROL_ID}`);
  }

  override render(): TemplateResult | typeof nothing {
    const field = this.#shown;
    if (!field) return nothing;
    const control = controlOf(this.#view(field));
    // One element that disables all controls in it, and that is nothing to a screen reader.
    return this.#isDisabled ? html`<fieldset class="all" role="presentation" disabled>${control}</fieldset>` : control;
  }
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
