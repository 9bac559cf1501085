import { nothing, type TemplateResult } from 'lit';
import { foldedText } from '../approval-queue/folded-text.js';
import { hiddenNote } from '../words/hidden-note.js';
import { html } from '../words/html.js';
import { buttonId, fieldId, type OpenEdits } from './open-edits.js';

export interface Item {
  readonly label: string;
  /** Beside the label: whose words these are. */
  readonly role?: string | undefined;
  readonly edited?: boolean;
  readonly body: unknown;
  readonly action?: unknown;
}

/** One thing that is asked or answered: what it is called, what it says, what one can do with it. */
export function item({ label, role, edited, body, action }: Item): TemplateResult {
  return html`<div part="item" class="item">
    <dt>
      ${label}${role ? html` <span class="small">${role}</span>` : nothing}
      ${edited ? html` <span class="edited small">edited</span>` : nothing}
    </dt>
    <dd>${body}</dd>
    ${action ? html`<dd class="action">${action}</dd>` : nothing}
  </div>`;
}

export interface EditableText {
  readonly key: string;
  readonly label: string;
  readonly role?: string | undefined;
  readonly value: string;
  /** What it was before anybody edited it. */
  readonly original: string;
  /** What stands there instead of an empty text. */
  readonly whenEmpty?: string;
  /** Absent while it can only be read. */
  readonly set?: ((text: string) => void) | undefined;
  /** What else one can do with it. */
  readonly more?: unknown;
}

/** A text that opens for editing in its place. Escape closes it as it was, "Done" keeps what was written. */
export function editableText(edits: OpenEdits, text: EditableText): TemplateResult {
  const { key, label, role, value, original, whenEmpty, set, more } = text;
  const edited = value !== original;
  if (!set || !edits.isOpen(key)) {
    const action = set && html`${editButton(edits, key, label, () => set(value))}${more ?? nothing}`;
    const body = value === '' && whenEmpty ? html`<span class="quiet">${whenEmpty}</span>` : foldedText(value);
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
    Edit<span class="visually-hidden"> ${label}</span>
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
    <button type="button" class="plain small" @click=${done}>Done${name}</button>
    <button type="button" class="plain small" ?disabled=${!edited} @click=${reset}>Reset${name}</button>
  </div>`;
}

/** Escape belongs to the field first; the question behind it stays open. */
export function closeOnEscape(edits: OpenEdits, key: string): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    edits.abandon(key);
  };
}
