import { type ReactiveControllerHost, type TemplateResult, nothing } from 'lit';
import { safeFileName } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { cut, formatBytes } from '../internal/text.js';
import { giveFile } from '../internal/give-file.js';
import { type FieldView, fieldGroup, isOptional, readInputText } from './field-frame.js';
import { t } from './messages.js';

/**
 * Characters of a text that can be edited: in a box with a million, each key takes the browser 0.3 s. Of a longer one the
 * beginning is shown.
 */
export const MAX_EDITED_LENGTH = 100_000;
/** Characters at the beginning of a long text that are shown. */
const MAX_BEGINNING_LENGTH = 2_000;
/** Bytes of a text file that replaces a long text. A larger one is refused, with its size. */
export const MAX_TEXT_FILE_BYTES = 10_000_000;

/** Returns the control for a text that is too long to be edited: it can be replaced, or saved and read as a file. */
export function longText(view: FieldView, isSecret = false): TemplateResult {
  const { field } = view;
  const text = readInputText(view);
  const file = view.stateOf(TextFile);
  const replace = (): void => {
    if (isOptional(field)) field.leaveOut();
    else field.setEmptyText();
    view.focusNext('#control');
  };
  const save = (): void => giveFile(safeFileName(`${field.name ?? 'text'}.txt`, 'text/plain'), [text]);
  const pick = (event: Event): void => {
    const [picked] = (event.target as HTMLInputElement).files ?? [];
    if (picked) void file.read(picked, (read) => field.setText(read));
  };
  return fieldGroup(
    view,
    html`${
        isSecret
          ? html`<p class="help quiet" part="note" data-name="too-long">
              ${t.rich('schemaField.tooManyToEditHere', { characters: t('schemaField.characters', { count: text.length }) })}
            </p>`
          : beginningOf(text)
      }
      <div class="row">
        <button part="button" data-name="replace-button" type="button" @click=${replace}>
          ${t('schemaField.replace')}
        </button>
        ${isSecret ? nothing : html`<button part="button" data-name="save-button" type="button" @click=${save}>${t('schemaField.saveAsAFile')}</button>`}
        <label class="from-file"
          ><span>${t('schemaField.takeFromAFile')}</span>
          <input type="file" part="input" data-name="text-file" @change=${pick}
        /></label>
      </div>
      ${file.problem ? html`<p class="message" part="error" role="alert">${file.problem}</p>` : nothing}`,
  );
}

export function isTooLongToEdit(text: string): boolean {
  return text.length > MAX_EDITED_LENGTH;
}

/** Returns the beginning of a text that is too long for a box, and its length. */
export function beginningOf(text: string, what: string = t('schemaField.onlyTheBeginningIs')): TemplateResult {
  return html`<pre class="unsupported" tabindex="0" dir="auto" part="note" data-name="beginning">
${cut(text, MAX_BEGINNING_LENGTH)}…</pre>
    <p class="help quiet" part="note" data-name="too-long">
      ${t.rich('schemaField.tooManyToEdit', { characters: t('schemaField.characters', { count: text.length }), what })}
    </p>`;
}

/** Why a chosen file could not be read. */
class TextFile {
  readonly #host: ReactiveControllerHost;
  problem: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async read(file: File, setText: (text: string) => void): Promise<void> {
    this.problem =
      file.size > MAX_TEXT_FILE_BYTES
        ? t('schemaField.hasAtMostCanBe', {
            name: file.name,
            size: formatBytes(file.size),
            most: formatBytes(MAX_TEXT_FILE_BYTES),
          })
        : undefined;
    try {
      if (!this.problem) setText(await file.text());
    } catch {
      this.problem = t('schemaField.couldNotBeRead', { name: file.name });
    }
    this.#host.requestUpdate();
  }
}
