import { type ReactiveControllerHost, type TemplateResult, nothing } from 'lit';
import { formatBytes, safeFileName } from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { counted, cut, giveFile } from '../internal/text.js';
import { type FieldView, fieldGroup, isOptional, textOf } from './field-frame.js';

/**
 * Characters of a text that can be edited: in a box with a million, each key takes the browser 0.3 s. Of a longer one the
 * beginning is shown.
 */
export const MAX_EDITED_LENGTH = 100_000;
/** Characters at the beginning of a long text that are shown. */
const MAX_BEGINNING_LENGTH = 2_000;
/** Bytes of a text file that replaces a long text. A larger one is refused, with its size. */
export const MAX_TEXT_FILE_BYTES = 10_000_000;

const CHARACTERS = { one: 'character', other: 'characters' };

export function isTooLongToEdit(text: string): boolean {
  return text.length > MAX_EDITED_LENGTH;
}

/** Returns the beginning of a text that is too long for a box, and its length. */
export function beginningOf(text: string, what = 'Only the beginning is shown.'): TemplateResult {
  return html`<pre class="unsupported" tabindex="0" dir="auto" part="note" data-name="beginning">
${cut(text, MAX_BEGINNING_LENGTH)}…</pre>
    <p class="help quiet" part="note" data-name="too-long">
      ${counted(text.length, CHARACTERS)}, too many to edit here. ${what}
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
        ? `${file.name} has ${formatBytes(file.size)}. At most ${formatBytes(MAX_TEXT_FILE_BYTES)} can be read.`
        : undefined;
    try {
      if (!this.problem) setText(await file.text());
    } catch {
      this.problem = `${file.name} could not be read.`;
    }
    this.#host.requestUpdate();
  }
}

/** Returns the control for a text that is too long to be edited: it can be replaced, or saved and read as a file. */
export function longText(view: FieldView, isSecret = false): TemplateResult {
  const { field } = view;
  const text = textOf(view);
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
              ${counted(text.length, CHARACTERS)}, too many to edit here.
            </p>`
          : beginningOf(text)
      }
      <div class="row">
        <button part="button" data-name="replace-button" type="button" @click=${replace}>Replace</button>
        ${isSecret ? nothing : html`<button part="button" data-name="save-button" type="button" @click=${save}>Save as a file</button>`}
        <label class="from-file"
          ><span>Take from a file:</span> <input type="file" part="input" data-name="text-file" @change=${pick}
        /></label>
      </div>
      ${file.problem ? html`<p class="message" part="error" role="alert">${file.problem}</p>` : nothing}`,
  );
}
