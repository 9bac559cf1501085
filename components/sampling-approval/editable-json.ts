import type { TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import { html } from '../words/html.js';
import { closeOnEscape, editActions, editButton, item } from './item.js';
import { fieldId, type OpenEdits } from './open-edits.js';

export interface EditableJson {
  readonly key: string;
  readonly label: string;
  readonly role?: string | undefined;
  readonly value: object | undefined;
  /** What it was before anybody edited it. */
  readonly original: object | undefined;
  /** How it reads while nobody edits it. */
  readonly body: unknown;
  /** Absent while it can only be read; `undefined` takes it out altogether, where it may be missing. */
  readonly set?: ((value: object | undefined) => void) | undefined;
  readonly mayBeMissing: boolean;
}

const spelled = (value: object | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** A value without fields of its own, edited as JSON. What is no object is not taken, and the reason stands below. */
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
        aria-label="${label}, as JSON"
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
  if (text.trim() === '') return mayBeMissing ? { issue: '' } : { issue: 'Write an object, {} for one.' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value, issue: '' };
    return { issue: 'This is JSON, but no object: {…}.' };
  } catch {
    return { issue: 'This is not JSON yet. What was there before is kept until it is.' };
  }
}
