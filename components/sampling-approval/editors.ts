import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { visibleText } from '../../src/content/index.js';
import { collapsedText, type Fold, whenOpened } from '../approval-queue/question.js';
import { hiddenNote } from '../internal/hidden-note.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/**
 * Stores which parts of a question are open for editing. Moves focus to the field that opens, and back to its button
 * when it closes.
 */
export class OpenEdits implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /**
   * Functions that restore the value a part had when it was opened. They are called when the part is closed with
   * Escape.
   */
  readonly #undo = new Map<string, () => void>();
  readonly #opened = new Set<string>();
  #focusNext: string | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#focusNext === undefined) return;
    const id = this.#focusNext;
    this.#focusNext = undefined;
    this.#host.shadowRoot?.querySelector<HTMLElement>(`#${id}`)?.focus();
  }

  isOpen(key: string): boolean {
    return this.#undo.has(key);
  }

  /** True if the part was open since the last {@link clear}: a field shows all of a text. */
  wasOpened(key: string): boolean {
    return this.#opened.has(key);
  }

  open(key: string, undo: () => void): void {
    this.#opened.add(key);
    this.#undo.set(key, undo);
    this.#moveFocus(fieldId(key));
  }

  /** Closes a part and keeps its new value. */
  close(key: string): void {
    this.#undo.delete(key);
    this.#moveFocus(buttonId(key));
  }

  /** Closes a part and restores the value it had when it was opened. */
  abandon(key: string): void {
    this.#undo.get(key)?.();
    this.close(key);
  }

  /** Closes all parts, for another question. */
  clear(): void {
    this.#undo.clear();
    this.#opened.clear();
    this.#focusNext = undefined;
  }

  #moveFocus(id: string): void {
    this.#focusNext = id;
    this.#host.requestUpdate();
  }
}

export function fieldId(key: string): string {
  return `field-${key}`;
}

function buttonId(key: string): string {
  return `edit-${key}`;
}

interface Item {
  readonly label: string;
  /** The author of the text, beside the label. */
  readonly role?: string | undefined;
  readonly edited?: boolean;
  readonly body: unknown;
  readonly action?: unknown;
}

/** Returns one row of a request or an answer: its label, its content and its buttons. */
export function item({ label, role, edited, body, action }: Item): TemplateResult {
  return html`<div part="item" class="item">
    <dt>
      ${label}${role ? html` <span class="small">${role}</span>` : nothing}
      ${edited ? html` <span class="edited small">${t('samplingApproval.edited')}</span>` : nothing}
    </dt>
    <dd>${body}</dd>
    ${action ? html`<dd class="action">${action}</dd>` : nothing}
  </div>`;
}

interface EditableText {
  readonly key: string;
  readonly label: string;
  readonly role?: string | undefined;
  readonly value: string;
  /** The value before it was edited. */
  readonly original: string;
  /** Shown instead of an empty text. */
  readonly whenEmpty?: string;
  /** Undefined if the text is read-only. */
  readonly set?: ((text: string) => void) | undefined;
  /** Further buttons. */
  readonly more?: unknown;
  /** The fold of a long text. */
  readonly fold?: Fold | undefined;
}

/** Returns a text that can be edited in place. Escape restores the previous text, “Done” keeps the new one. */
export function editableText(edits: OpenEdits, text: EditableText): TemplateResult {
  const { key, label, role, value, original, whenEmpty, set, more, fold } = text;
  const edited = value !== original;
  if (!set || !edits.isOpen(key)) {
    const action = set && html`${editButton(edits, key, label, () => set(value))}${more ?? nothing}`;
    const body = value === '' && whenEmpty ? html`<span class="quiet">${whenEmpty}</span>` : collapsedText(value, fold);
    return item({ label, role, edited, body, action });
  }
  const body = html`<textarea
      id=${fieldId(key)}
      part="field"
      rows="4"
      dir="auto"
      aria-label=${role ? `${label}, ${role}` : label}
      aria-describedby="${fieldId(key)}-hidden"
      .value=${value}
      @input=${(event: InputEvent) => set((event.target as HTMLTextAreaElement).value)}
      @keydown=${closeOnEscape(edits, key)}
    ></textarea
    >${hiddenNote(value, `${fieldId(key)}-hidden`)}`;
  return item({
    label,
    role,
    edited,
    body: html`${body}${editActions(edits, key, label, edited, () => set(original))}`,
  });
}

export function editButton(edits: OpenEdits, key: string, label: string, undo: () => void): TemplateResult {
  return html`<button type="button" class="plain small" id=${buttonId(key)} @click=${() => edits.open(key, undo)}>
    ${common('common.edit')}<span class="visually-hidden"> ${label}</span>
  </button>`;
}

export function editActions(
  edits: OpenEdits,
  key: string,
  label: string,
  edited: boolean,
  reset: () => void,
  done: () => void = () => edits.close(key),
): TemplateResult {
  const name = html`<span class="visually-hidden"> ${label}</span>`;
  return html`<div class="row">
    <button type="button" class="plain small" @click=${done}>${t('samplingApproval.done')}${name}</button>
    <button type="button" class="plain small" ?disabled=${!edited} @click=${reset}>
      ${t('samplingApproval.reset')}${name}
    </button>
  </div>`;
}

/** Escape closes only the field; the question around it stays open. */
export function closeOnEscape(edits: OpenEdits, key: string): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    edits.abandon(key);
  };
}

/** Values with their labels. */
type ChoiceOptions = readonly (readonly [value: string, words: string])[];

/** Returns a select with a name for screen readers. */
export function choice(
  id: string,
  label: string,
  value: string,
  options: ChoiceOptions,
  choose: (value: string) => void,
): TemplateResult {
  return html`<select
    id=${id}
    part="field"
    aria-label=${label}
    .value=${value}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    ${options.map(([each, words]) => html`<option value=${each} ?selected=${each === value}>${words}</option>`)}
  </select>`;
}

interface EditableChoice {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly original: string;
  readonly options: ChoiceOptions;
  /** The value in words. During editing, the select is shown above it. */
  readonly body: unknown;
  /** True if something else in this row was edited. */
  readonly edited?: boolean;
  /** Undefined if the value is read-only. */
  readonly set?: ((value: string) => void) | undefined;
}

/** Returns a choice that is shown in words until it is opened for editing. */
export function editableChoice(edits: OpenEdits, one: EditableChoice): TemplateResult {
  const { key, label, value, original, options, body, set } = one;
  const isOther = value !== original;
  const edited = isOther || one.edited === true;
  if (!set || !edits.isOpen(key))
    return item({ label, edited, body, action: set && editButton(edits, key, label, () => set(value)) });
  return item({
    label,
    edited,
    body: html`<div @keydown=${closeOnEscape(edits, key)}>${choice(fieldId(key), label, value, options, set)}</div>
      ${editActions(edits, key, label, isOther, () => set(original))} ${body}`,
  });
}

interface EditableJson {
  readonly key: string;
  readonly label: string;
  readonly role?: string | undefined;
  readonly value: object | undefined;
  /** The value before it was edited. */
  readonly original: object | undefined;
  /** Shown while the value is not edited. */
  readonly body: unknown;
  /** Undefined if the value is read-only. Called with `undefined` to remove a value that may be missing. */
  readonly set?: ((value: object | undefined) => void) | undefined;
  readonly mayBeMissing: boolean;
}

const spelled = (value: object | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Returns an object that is edited as JSON. Other values are not accepted, and the reason is shown below. */
export function editableJson(edits: OpenEdits, json: EditableJson): TemplateResult {
  const { key, label, role, value, original, body, set, mayBeMissing } = json;
  const edited = spelled(value) !== spelled(original);
  if (!set || !edits.isOpen(key)) {
    const open = set && editButton(edits, key, label, () => set(value));
    return item({ label, role, edited, body, action: open });
  }
  const id = fieldId(key);
  const write = (event: InputEvent): void => {
    const field = event.target as HTMLTextAreaElement;
    const read = readObject(field.value, mayBeMissing);
    const issue = field.parentElement?.querySelector(`#${id}-issue`);
    if (issue) issue.textContent = visibleText(read.issue);
    field.setAttribute('aria-invalid', read.issue ? 'true' : 'false');
    if (!read.issue) set(read.value);
  };
  return item({
    label,
    role,
    edited,
    body: html`<textarea
        id=${id}
        part="field"
        class="mono"
        rows="6"
        dir="ltr"
        spellcheck="false"
        aria-label=${t('samplingApproval.asJson', { label })}
        aria-describedby="${id}-issue"
        .defaultValue=${spelled(value)}
        @input=${write}
        @keydown=${closeOnEscape(edits, key)}
      ></textarea>
      <p class="issue small" id="${id}-issue" aria-live="polite"></p>
      ${editActions(edits, key, label, edited, () => {
        set(original);
        edits.close(key);
      })}`,
  });
}

function readObject(text: string, mayBeMissing: boolean): { readonly value?: object; readonly issue: string } {
  if (text.trim() === '')
    return mayBeMissing ? { issue: '' } : { issue: t('samplingApproval.writeAnObjectFor', { empty: '{}' }) };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value, issue: '' };
    return { issue: t('samplingApproval.thisIsJsonBut', { object: '{…}' }) };
  } catch {
    return { issue: t('samplingApproval.thisIsNotJson') };
  }
}

/**
 * Characters of an encoded picture, sound or file that are written into the JSON. The decoded content is shown
 * elsewhere.
 */
const ENCODED_SHOWN = 80;
/** Characters of JSON that are shown. */
const JSON_SHOWN = 1_000_000;

/**
 * Returns a value as JSON, which is rendered only while it is expanded: a request can have megabytes. @param isOpen
 * whether it is expanded at first
 */
export function collapsedJson(summary: string, value: unknown, fold?: Fold, isOpen = false): TemplateResult {
  const spellOut = (pre: Element | null | undefined): void => {
    if (pre) pre.textContent = pre.closest('details')?.open ? visibleText(toJson(value)) : '';
  };
  const toggled = (event: Event): void => {
    spellOut((event.currentTarget as Element).querySelector('pre'));
    whenOpened(fold)(event);
  };
  return html`<details class="small" ?open=${isOpen} @toggle=${toggled}>
    <summary class="quiet" id=${fold?.id ?? nothing}>${summary}</summary>
    <pre class="text mono" dir="ltr" ${ref(spellOut)}></pre>
  </details>`;
}

function toJson(value: unknown): string {
  const shorten = (key: string, part: unknown): unknown =>
    (key === 'data' || key === 'blob') && typeof part === 'string' && part.length > ENCODED_SHOWN
      ? t('samplingApproval.characters', { slice: part.slice(0, ENCODED_SHOWN), count: part.length })
      : part;
  const json = JSON.stringify(value, shorten, 2);
  if (json.length <= JSON_SHOWN) return json;
  return t('samplingApproval.charactersInAll', { json: cut(json, JSON_SHOWN), count: json.length });
}
