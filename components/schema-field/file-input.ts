import { type ReactiveControllerHost, type TemplateResult, nothing } from 'lit';
import type { StringNode } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { CONTROL_ID, type FieldView, HINT_ID, describedBy, readInputText } from './field-frame.js';
import { type InputView, multilineInput, typeInto } from './text-input.js';
import { t } from './messages.js';
import { labelOf } from './words.js';
import { formatBytes } from '../internal/text.js';

/**
 * Bytes of a file in a message. In base64, the file fits into 4 MB, which is the limit of most servers for a message.
 */
export const MAX_FILE_BYTES = 2_500_000;

/** Returns an input for bytes: a file that the person chooses, sent as base64. */
export function fileInput(view: FieldView, node: StringNode): InputView {
  const file = view.stateOf(PickedFile);
  const toggle = (isText: boolean): void => {
    file.set(isText);
    view.focusNext(`#${CONTROL_ID}`);
  };
  if (file.isText) {
    const back = { label: t('schemaField.chooseAFile'), part: 'as-text-button', press: () => toggle(false) };
    return { input: multilineInput(view, node), button: back };
  }
  const button = { label: t('schemaField.typeBase64'), part: 'as-text-button', press: () => toggle(true) };
  return { input: readInputText(view) === '' ? filePicker(view, node, file) : pickedFile(view, file), button };
}

/** The name and size of the chosen file, which are not sent, and the error if it could not be read. */
class PickedFile {
  readonly #host: ReactiveControllerHost;
  /** The file that `text` was read from. */
  picked: { readonly name: string; readonly bytes: number; readonly text: string } | undefined;
  problem: string | undefined;
  isText = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async read(file: File, setText: (text: string) => void): Promise<void> {
    this.problem = undefined;
    if (file.size > MAX_FILE_BYTES) {
      this.problem = t('schemaField.hasAtMostCan', {
        name: file.name,
        size: formatBytes(file.size),
        most: formatBytes(MAX_FILE_BYTES),
      });
    } else {
      try {
        const text = toBase64(new Uint8Array(await file.arrayBuffer()));
        this.picked = { name: file.name, bytes: file.size, text };
        setText(text);
      } catch {
        this.problem = t('schemaField.couldNotBeRead', { name: file.name });
      }
    }
    this.#host.requestUpdate();
  }

  set(isText: boolean): void {
    this.isText = isText;
    this.problem = undefined;
    this.#host.requestUpdate();
  }
}

function filePicker(view: FieldView, node: StringNode, file: PickedFile): TemplateResult {
  const pick = (event: Event): void => {
    const [picked] = (event.target as HTMLInputElement).files ?? [];
    if (!picked) return;
    void file.read(picked, (text) => {
      typeInto(view, text);
      view.focusNext('.clear');
    });
  };
  return html`<input
      id="control"
      part="input"
      data-name="control"
      type="file"
      accept=${node.contentMediaType ?? nothing}
      aria-describedby=${describedBy(view, HINT_ID) ?? nothing}
      aria-invalid=${view.message === undefined && !file.problem ? nothing : 'true'}
      aria-required=${view.field.required ? 'true' : nothing}
      @change=${pick}
    />
    <p id="hint" class="help quiet">${t.rich('schemaField.upToSentAs', { most: formatBytes(MAX_FILE_BYTES) })}</p>
    ${file.problem ? html`<p class="message" part="error" role="alert">${file.problem}</p>` : nothing}`;
}

function pickedFile(view: FieldView, { picked }: PickedFile): TemplateResult {
  const text = readInputText(view);
  const isThis = picked?.text === text;
  const bytes = isThis ? picked.bytes : Math.floor((text.replace(/[=\s]/g, '').length * 3) / 4);
  const clear = (): void => {
    view.field.leaveOut();
    view.focusNext(`#${CONTROL_ID}`);
  };
  return html`<div class="picked" role="group" aria-labelledby="label" aria-describedby=${describedBy(view) ?? nothing}>
    <bdi class="name">${isThis ? picked.name : t('schemaField.base64Text')}</bdi>
    <span class="quiet small">${formatBytes(bytes)}</span>
    <button class="plain clear end" id="control" part="button" data-name="clear-button" type="button" @click=${clear}>
      ${t('schemaField.clear')}<span class="visually-hidden"> ${labelOf(view.field)}</span>
    </button>
  </div>`;
}

/** Works in chunks, because `String.fromCharCode` does not accept a million arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}
