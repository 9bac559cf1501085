import type { LitElement, ReactiveController } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { Readable } from '../../src/index.js';
import type { FieldState, FormIssue, FormState } from '../../src/schema/index.js';

/** What a field shows at the moment, and the form it is part of. */
export interface Part {
  readonly field: FieldState | undefined;
  readonly form: FormState | undefined;
  /** Leaving it out is not enough. */
  readonly isRequired: boolean;
}

/**
 * Lets an element take part in a `<form>` of the page: its value in the form's data, its validity, reset, disabled and
 * restored. Costs nothing outside of one.
 */
export class FormPart implements ReactiveController {
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
