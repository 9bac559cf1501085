import {
  type CSSResultGroup,
  LitElement,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { visibleText } from '../../src/content/index.js';
import type { Readable } from '../../src/index.js';
import { type FieldState, type FormIssue, type FormNode, FormState } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import type { SuggestValues } from './combobox.js';
import { controlOf } from './controls.js';
import { NAME_ID } from './object-control.js';
import { CONTROL_ID, type FieldView } from './field-frame.js';
import { type Storing } from './secrecy-note.js';
import { ControlMemory } from './control-memory.js';
import { fieldStyles } from './schema-field.styles.js';

/** What focus goes to first, in a field with several controls. */
const FIRST = 'input, select, textarea, .unsupported, mcp-schema-field, button:enabled:not(.label-button)';
/** Where there is nothing else. */
const LAST = 'button:enabled';

/** Where focus goes in a field, and in the fields inside it. */
class Focusing {
  readonly #host: McpSchemaFieldElement;
  readonly #renderAll: () => void;
  #next: FieldState | string | undefined;

  /** @param renderAll renders at once what would come by and by */
  constructor(host: McpSchemaFieldElement, renderAll: () => void) {
    this.#host = host;
    this.#renderAll = renderAll;
  }

  /** After the next rendering: a field inside, or what a selector finds. */
  next(target: FieldState | string): void {
    this.#next = target;
    this.#host.requestUpdate();
  }

  /** To be called when the host was rendered. */
  hostRendered(): void {
    const target = this.#next;
    this.#next = undefined;
    if (target === undefined) return;
    if (typeof target === 'string') this.first(target);
    else this.#field(target);
  }

  /** The first thing that a selector finds, or else the first control. False where there is none. */
  first(selector: string = FIRST, options?: FocusOptions): boolean {
    const root = this.#host.renderRoot;
    const found = [selector, FIRST, LAST]
      .map((each) => root.querySelector<HTMLElement>(each))
      .find((each) => each !== null);
    found?.focus(options);
    return found !== undefined;
  }

  /** The elements of the fields inside. */
  get inside(): readonly McpSchemaFieldElement[] {
    return [...this.#host.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
  }

  #field(field: FieldState): void {
    const find = (): McpSchemaFieldElement | undefined => this.inside.find((element) => element.field === field);
    if (!find()) this.#renderAll();
    void find()?.updateComplete.then(() => find()?.focus());
  }
}

const ID = 'own';

/**
 * Gives a box that somebody goes to a form of its own: on each key, browsers look through all boxes of the form around it,
 * or else of the page, for something to fill in by themselves. Not before: of hundreds of boxes few are gone to.
 */
function giveFormOfItsOwn(box: EventTarget | undefined, root: Node): void {
  // Radio buttons belong together by the form they are in.
  if (!(box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'radio')) || box.form)
    return;
  if (!(root instanceof ShadowRoot) || box.getRootNode() !== root) return;
  if (!root.getElementById(ID)) {
    const form = document.createElement('form');
    form.id = ID;
    form.hidden = true;
    form.noValidate = true;
    // Enter in a box must not leave the page.
    form.addEventListener('submit', (event) => event.preventDefault());
    root.append(form);
  }
  box.setAttribute('form', ID);
}

/** What a field shows at the moment, and the form it is part of. */
interface Part {
  readonly field: FieldState | undefined;
  readonly form: FormState | undefined;
  /** Leaving it out is not enough. */
  readonly isRequired: boolean;
}

/**
 * Lets an element take part in a `<form>` of the page: its value in the form's data, its validity, reset, disabled and
 * restored. Costs nothing outside of one.
 */
class FormPart implements ReactiveController {
  readonly #host: LitElement;
  readonly #read: () => Part;
  #internals: ElementInternals | undefined;
  #owner: HTMLFormElement | null = null;
  #followed: Readable<number> | undefined;
  #unfollow: (() => void) | undefined;
  #initial: { readonly of: FormState | undefined; readonly value: unknown } | undefined;
  #isDue = false;
  /** A `<fieldset disabled>` around it, or the form, says so. */
  isDisabled = false;

  constructor(host: LitElement, read: () => Part) {
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
        // The browser says where it is wrong, the fields say what. Only now is it known which control that is.
        this.#tell();
        this.#read().field?.touch(true);
      });
    }
    this.#follow();
  }

  hostUpdated(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#unfollow?.();
    this.#followed = undefined;
  }

  /** Back to what it held when it joined. False where there is nothing to go back to. */
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
      // Not written by us: what stands there stays.
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

  /** Once for all that changes together. */
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
    const text = value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
    internals.setFormValue(text, JSON.stringify({ value }));
    const issue = value === undefined && !isRequired ? undefined : firstIssue(field);
    const anchor = firstControl(this.#host);
    if (!issue) internals.setValidity({});
    else if (anchor) internals.setValidity({ customError: true }, inWords(issue), anchor);
    else internals.setValidity({ customError: true }, inWords(issue));
  }
}

function inWords({ label, message }: FormIssue): string {
  return visibleText(`${label}: ${message}`);
}

function firstIssue(field: FieldState): FormIssue | undefined {
  const [issue] = field.issues;
  if (issue) return issue;
  for (const part of field.parts) {
    const found = firstIssue(part);
    if (found) return found;
  }
  return undefined;
}

/** Where the browser points: at a control, through all fields inside fields. */
function firstControl(element: Element): HTMLElement | undefined {
  const found = element.shadowRoot?.querySelector<HTMLElement>('input, select, textarea, mcp-schema-field');
  if (!found) return undefined;
  return found.localName === 'mcp-schema-field' ? firstControl(found) : found;
}

/**
 * @summary Shows one part of a form, with everything inside it, and puts what the person types into the form's state.
 *
 * Each part is an element of its own and renders when its own state changes, so typing costs the same in a form of
 * two hundred fields as in a form of two. With a `name` it takes part in a `<form>` of the page: what it sends there is
 * the text of a text field, and JSON for everything else.
 *
 * @csspart field - A field with its label.
 * @csspart label - What a field or a value is called.
 * @csspart description - What the server says about a field.
 * @csspart input - What a value is typed into or chosen with.
 * @csspart listbox - The list of a text box that knows what could stand in it.
 * @csspart title - What it is called.
 * @csspart error - What went wrong, and what to do.
 * @csspart button - Any button.
 * @csspart note - A line that says more.
 * @csspart item - One of a list.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-schema-field-gap=16px] - Space between the fields of an object.
 */
export class McpSchemaFieldElement extends McpElement {
  static override styles: CSSResultGroup = fieldStyles;
  /** Takes part in forms of the page. */
  static readonly formAssociated = true;

  /** The form made for a `node` that came alone. */
  #own: FormState | undefined;
  #shown: FieldState | undefined;
  readonly #controlMemory = new ControlMemory(this);
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
    this.#controlMemory.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
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

  protected override updated(): void {
    this.#controlMemory.revealActive();
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
    stateOf: (kind) => this.#controlMemory.get(kind),
  });

  get #isDisabled(): boolean {
    return this.disabled || this.#formPart?.isDisabled === true;
  }

  /** What would come by and by, at once: somebody wants to go there. */
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
