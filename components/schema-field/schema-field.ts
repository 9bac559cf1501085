import { type CSSResultGroup, nothing, type PropertyValues, type ReactiveController, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { visibleText } from '../../src/content/index.js';
import { type ErrorText, errorTextOf } from '../../src/errors.js';
import type { Readable } from '../../src/index.js';
import { type FieldState, type FormNode, FormState } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { useLanguageOf } from '../words/language.js';
import { errorMessage, languageInUse } from '../words/messages.js';
import { StoreController } from '../internal/store-controller.js';
import type { SuggestValues } from './combobox.js';
import { controlOf } from './controls.js';
import { NAME_ID } from './object-control.js';
import { CONTROL_ID, type FieldView } from './field-frame.js';
import { type FilledValues, SightController } from './filled-values.js';
import { whatIsSent } from './what-is-sent.js';
import { type Storing } from './secrecy-note.js';
import { ControlMemory } from './control-memory.js';
import { fieldStyles } from './schema-field.styles.js';
import { toJson } from '../../src/util/json.js';
import { labelOf } from './words.js';

/** The elements that get focus first in a field with several controls. */
const FIRST = 'input, select, textarea, .unsupported, mcp-schema-field, button:enabled:not(.label-button)';
/** The elements that get focus if there are no others. */
const LAST = 'button:enabled';

const ID = 'own';

/** The field that is shown, and its form. */
interface Part {
  readonly field: FieldState | undefined;
  readonly form: FormState | undefined;
  /** True if the value must not be left out. */
  readonly isRequired: boolean;
}

/**
 * @summary Shows one part of a form with all its nested parts, and writes what the person types into the form's state.
 *
 * Each part is its own element and renders only when its own state changes, so typing takes the same time in a form of
 * two hundred fields as in a form of two. With a `name`, it takes part in a `<form>` of the page: a text field sends
 * its text, everything else sends JSON.
 *
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart description - The server's description of a field.
 * @csspart input - The input of a value.
 * @csspart listbox - The list of possible values of a text input.
 * @csspart title - The title.
 * @csspart error - An error with its remedy.
 * @csspart button - Every button.
 * @csspart note - A notice or a hint.
 * @csspart item - One item of a list.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-schema-field-gap=16px] - Space between the fields of an object.
 */
export class McpSchemaFieldElement extends McpElement {
  static override styles: CSSResultGroup = fieldStyles;
  /** Lets the element take part in forms of the page. */
  static readonly formAssociated = true;

  /** The form created for a `node` without a `form`. */
  #own: FormState | undefined;
  #shown: FieldState | undefined;
  readonly #controlMemory = new ControlMemory(this);
  /** Created when the element joins a form of the page, which most fields never do. */
  #formPart: FormPart | undefined;
  /** Created if the person did not fill in the values. */
  #sight: SightController | undefined;
  readonly #focusing = new Focusing(this, () => this.#renderAll());

  /** The part of the schema to show. Without a `form`, the element creates its own form. */
  @property({ attribute: false })
  node: FormNode | undefined;

  /** The state that holds what the person types. */
  @property({ attribute: false })
  form: FormState | undefined;

  /** The field to show, if it is already known. Takes precedence over `node` and `form`. */
  @property({ attribute: false })
  field: FieldState | undefined;

  /** The name of the value in a `<form>` of the page. */
  @property({ reflect: true })
  name: string | undefined;

  /** True if all controls are disabled. */
  @property({ type: Boolean, reflect: true })
  disabled = false;

  /**
   * True if the form of the page must not be sent without a value. The schema decides which nested properties are
   * required.
   */
  @property({ type: Boolean, reflect: true })
  required = false;

  /** True if secrets are not masked: for a form that must not look like a place for secrets. */
  @property({ type: Boolean })
  unmasked = false;

  /** True if all fields are shown in the order of the schema. Otherwise, required ones come first, and many optional ones are folded. */
  @property({ type: Boolean, attribute: 'as-given' })
  asGiven = false;

  /** Set if the person did not fill in the values. Records which of them were in sight. */
  @property({ attribute: false })
  filled: FilledValues | undefined;

  /** Returns suggestions while the person types into a text field. */
  @property({ attribute: false })
  suggest: SuggestValues | undefined;

  /** Reads and changes whether a possible secret is stored. Without it, no note about storage is shown. */
  @property({ attribute: false })
  storing: Storing | undefined;

  /** The place of a row in its list, which its label shows. Set by the surrounding field. */
  @property({ attribute: false })
  place: number | undefined;

  constructor() {
    super();
    // Follows only this field: other fields have their own elements.
    new StoreController(this, () => this.#shown?.changes);
    this.addEventListener('focusin', this.#onFocusin);
    this.addEventListener('focusout', this.#onFocusout);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controlMemory.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#watch();
    // Only one of the two modes has folds.
    if (changed.has('asGiven') && this.hasUpdated) this.#controlMemory.clear();
    if (!changed.has('field') && !changed.has('form') && !changed.has('node')) return;
    const isOwn = this.form === undefined || this.form === this.#own;
    if (!this.field && this.node && isOwn && this.form?.node !== this.node) {
      this.#own = new FormState(this.node);
      this.form = this.#own;
    }
    const shown = this.field ?? (this.form && (find(this.form.root, this.node) ?? this.form.root));
    if (shown !== this.#shown) this.#controlMemory.clear();
    this.#shown = shown;
  }

  /** Watches only values that the person did not fill in. */
  #watch(): void {
    if (this.filled) this.#sight ??= new SightController(this, () => ({ filled: this.filled, field: this.#shown }));
  }

  protected override updated(): void {
    this.#controlMemory.hostRendered();
    this.#focusing.hostRendered();
  }

  readonly #onFocusin = (event: FocusEvent): void => {
    const [control] = event.composedPath();
    giveFormOfItsOwn(control, this.renderRoot);
    if (control instanceof HTMLElement && control.getRootNode() === this.renderRoot) uncover(control);
  };

  readonly #onFocusout = (event: FocusEvent): void => {
    const field = this.#shown;
    const next = event.relatedTarget;
    if (!field || field.touched || (next instanceof Node && this.renderRoot.contains(next))) return;
    // A message that appears between press and release would move the button that is being pressed.
    if (document.documentElement.matches(':active')) {
      addEventListener('pointerup', () => setTimeout(() => field.touch()), { once: true, capture: true });
    } else queueMicrotask(() => field.touch());
  };

  readonly #view = (field: FieldState): FieldView => ({
    field,
    message: shownIssue(field),
    isDisabled: this.#isDisabled,
    isUnmasked: this.unmasked,
    isAsGiven: this.asGiven,
    suggest: this.suggest,
    storing: this.storing,
    filled: this.filled,
    focusNext: (target) => this.#focusing.next(target),
    stateOf: (kind) => this.#controlMemory.get(kind),
  });

  get #isDisabled(): boolean {
    return this.disabled || this.#formPart?.isDisabled === true;
  }

  /** Immediately renders fields that would be rendered later, so that they can get focus. */
  #renderAll(): void {
    this.#controlMemory.bringAll();
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

  /** The `<form>` of the page that the element takes part in. */
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
    // The element's own form starts again without error messages.
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

  /** Focuses the first field that keeps the form from being sent. Returns false if there is none. */
  focusFirstIssue(): boolean {
    return this.focusIssue();
  }

  /** Focuses the field at a JSON Pointer, or the first field with an issue. Returns false if there is none. */
  focusIssue(pointer?: string): boolean {
    const sought = pointer;
    // The folds are known once the element has rendered.
    this.#renderAll();
    this.#controlMemory.unfold((field) =>
      sought === undefined
        ? firstWrong(field) !== undefined
        : sought === field.pointer || sought.startsWith(`${field.pointer}/`),
    );
    this.#renderAll();
    const field = this.#shown;
    if (!field) return false;
    const isHere = pointer === undefined ? field.issues.length > 0 : field.pointer === pointer;
    // The field of a chosen alternative has the same pointer, and most issues belong to that field.
    const isInside = isHere && field.issues.length === 0 && field.chosen !== undefined;
    if (!isHere || isInside) return this.#focusing.inside.some((element) => element.focusIssue(pointer));
    if (field.role !== 'entry') return this.#focusing.first();
    return this.#focusing.first(`#${field.issues[0]?.part === 'name' ? NAME_ID : CONTROL_ID}`);
  }

  override render(): TemplateResult | typeof nothing {
    const field = this.#shown;
    if (!field) return nothing;
    const view = this.#view(field);
    const control = [controlOf(view), whatIsSent(view)];
    // One element disables all controls in it. Its role hides it from screen readers.
    return this.#isDisabled
      ? html`<fieldset class="all" role="presentation" disabled>${control}</fieldset>`
      : html`${control}`;
  }
}

/** Moves focus in a field and in its nested fields. */
class Focusing {
  readonly #host: McpSchemaFieldElement;
  readonly #renderAll: () => void;
  #next: FieldState | string | undefined;

  /** @param renderAll immediately renders fields that would be rendered later */
  constructor(host: McpSchemaFieldElement, renderAll: () => void) {
    this.#host = host;
    this.#renderAll = renderAll;
  }

  /** Moves focus after the next rendering to a nested field, or to the first match of a selector. */
  next(target: FieldState | string): void {
    this.#next = target;
    this.#host.requestUpdate();
  }

  /** Must be called after the host has rendered. */
  hostRendered(): void {
    const target = this.#next;
    this.#next = undefined;
    if (target === undefined) return;
    if (typeof target === 'string') this.first(target);
    else this.#field(target);
  }

  /** Focuses the first match of a selector, or else the first control. Returns false if there is none. */
  first(selector: string = FIRST, options?: FocusOptions): boolean {
    const root = this.#host.renderRoot;
    const found = [selector, FIRST, LAST]
      .map((each) => root.querySelector<HTMLElement>(each))
      .find((each) => each !== null);
    found?.focus(options);
    return found !== undefined;
  }

  /** The elements of the nested fields. */
  get inside(): readonly McpSchemaFieldElement[] {
    return [...this.#host.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
  }

  #field(field: FieldState): void {
    const find = (): McpSchemaFieldElement | undefined => this.inside.find((element) => element.field === field);
    if (!find()) this.#renderAll();
    void find()?.updateComplete.then(() => find()?.focus());
  }
}

/**
 * Gives a focused input its own form: on each key press, browsers search all inputs of the surrounding form, or of the
 * page, for something to autofill. Other inputs get no form, because most of the hundreds of inputs are never focused.
 */
function giveFormOfItsOwn(box: EventTarget | undefined, root: Node): void {
  // Radio buttons are grouped by their form.
  if (!(box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'radio')) || box.form)
    return;
  if (!(root instanceof ShadowRoot) || box.getRootNode() !== root) return;
  if (!root.getElementById(ID)) {
    const form = document.createElement('form');
    form.id = ID;
    form.hidden = true;
    form.noValidate = true;
    // Enter in an input must not leave the page.
    form.addEventListener('submit', (event) => event.preventDefault());
    root.append(form);
  }
  box.setAttribute('form', ID);
}

/**
 * Lets an element take part in a `<form>` of the page: the value in the form's data, validity, reset, disabled state
 * and restored state. Costs nothing outside a form.
 */
class FormPart implements ReactiveController {
  readonly #host: McpElement;
  readonly #read: () => Part;
  #internals: ElementInternals | undefined;
  #owner: HTMLFormElement | null = null;
  #followed: Readable<number> | undefined;
  #unfollow: (() => void) | undefined;
  #initial: { readonly of: FormState | undefined; readonly value: unknown } | undefined;
  #isDue = false;
  /** The language of the last announcement. */
  #language = '';
  /** True if a surrounding `<fieldset disabled>` or the form disables the element. */
  isDisabled = false;

  constructor(host: McpElement, read: () => Part) {
    this.#host = host;
    this.#read = read;
    host.addController(this);
  }

  get owner(): HTMLFormElement | null {
    return this.#owner;
  }

  join(owner: HTMLFormElement | null): void {
    this.#owner = owner;
    if (owner && !this.#internals) {
      this.#internals = this.#host.attachInternals();
      this.#host.addEventListener('invalid', () => {
        // The browser points to the invalid control, and the fields show the messages. Before this event, the control
        // may not be rendered yet.
        this.#tell();
        this.#read().field?.touch(true);
      });
    }
    this.#follow();
  }

  hostUpdated(): void {
    this.#follow();
    if (this.#followed && this.#language !== languageInUse()) this.#tell();
  }

  hostDisconnected(): void {
    this.#unfollow?.();
    this.#followed = undefined;
  }

  /** Sets the value back to the one the element had when it joined the form. */
  reset(): void {
    const { field } = this.#read();
    if (field && this.#initial) field.setValue(this.#initial.value as Parameters<FieldState['setValue']>[0]);
  }

  restore(state: string): void {
    const { field } = this.#read();
    try {
      const { value } = JSON.parse(state) as { value?: Parameters<FieldState['setValue']>[0] };
      field?.setValue(value);
    } catch {
      // This element did not write the state, so the value stays unchanged.
    }
  }

  #follow(): void {
    const { form, field } = this.#read();
    const followed = this.#owner && field ? form?.changes : undefined;
    if (followed === this.#followed) return;
    this.#unfollow?.();
    this.#followed = followed;
    this.#unfollow = followed?.subscribe(() => this.#tellSoon());
    if (!followed) return;
    if (this.#initial?.of !== form) this.#initial = { of: form, value: field?.value };
    this.#tell();
  }

  /** Combines changes that happen together. */
  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#tell();
    });
  }

  #tell(): void {
    const { field, isRequired } = this.#read();
    const internals = this.#internals;
    if (!field || !internals) return;
    const { value } = field;
    const text = value === undefined ? null : typeof value === 'string' ? value : toJson(value);
    internals.setFormValue(text, toJson({ value }));
    // It may change between two renderings, in which another element speaks.
    useLanguageOf(this.#host);
    this.#language = languageInUse();
    const words = value === undefined && !isRequired ? undefined : firstIssueInWords(field);
    const anchor = firstControl(this.#host);
    if (words === undefined) internals.setValidity({});
    else if (anchor) internals.setValidity({ customError: true }, words, anchor);
    else internals.setValidity({ customError: true }, words);
  }
}

/**
 * WebKit does not heed `scroll-margin` when it scrolls to a control that gets the focus, so the actions of the form would
 * cover it. Not while a pointer is down: the control would move away from under it.
 */
function uncover(control: HTMLElement): void {
  requestAnimationFrame(() => {
    if (control.matches(':focus') && !document.documentElement.matches(':active'))
      control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  });
}

function firstIssueInWords(field: FieldState): string | undefined {
  const wrong = firstWrong(field);
  const [issue] = wrong?.issues ?? [];
  return wrong && issue && visibleText(`${labelOf(wrong)}: ${errorMessage(issue)}`);
}

/** The first field with its own issue. */
function firstWrong(field: FieldState): FieldState | undefined {
  if (field.issues.length > 0) return field;
  for (const part of field.parts) {
    const found = firstWrong(part);
    if (found) return found;
  }
  return undefined;
}

/** Returns the control that the browser points to. It may be in a nested field. */
function firstControl(element: Element): HTMLElement | undefined {
  const found = element.shadowRoot?.querySelector<HTMLElement>('input, select, textarea, mcp-schema-field');
  if (!found) return undefined;
  return found.localName === 'mcp-schema-field' ? firstControl(found) : found;
}

/** The issue of a field, once it may be shown. */
function shownIssue(field: FieldState): ErrorText | undefined {
  const [issue] = field.touched || field.reported.length > 0 ? field.issues : [];
  return issue && errorTextOf(issue);
}

/** Returns the field of a node, which is nearly always the root. */
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
