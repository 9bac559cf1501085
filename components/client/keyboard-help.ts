import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { deepActiveElement } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { hasCommandKey } from '../internal/keys.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

interface Keys {
  readonly section: string;
  readonly rows: readonly (readonly [keys: readonly string[], what: string])[];
}

/** Every key of the widget, by section. */
function allKeys(): readonly Keys[] {
  const modifier = hasCommandKey() ? '⌘' : t('client.ctrl');
  return [
    {
      section: t('client.everywhere'),
      rows: [
        [['?'], t('client.showThisList')],
        [['/'], t('client.goToTheSearch')],
        [['Tab'], t('client.goToTheNext')],
        [[t('client.esc')], t('client.closeTheDialogMenu')],
      ],
    },
    {
      section: t('client.lists'),
      rows: [
        [['↑', '↓'], t('client.moveByOne')],
        [[t('client.pageUp'), t('client.pageDown')], t('client.moveByOneScreen')],
        [['Home', 'End'], t('client.goToTheFirst')],
        [['A–Z'], t('client.goToTheNextTitle')],
        [['Enter'], t('client.open')],
      ],
    },
    { section: t('client.forms'), rows: [[[t('client.ctrlEnter', { modifier })], t('client.runFromAnyField')]] },
    {
      section: t('client.questionsOfAServer'),
      rows: [
        [['Tab'], t('client.stayInsideTheQuestion')],
        [[t('client.esc')], t('client.declineTheQuestionOr')],
      ],
    },
    {
      section: t('client.jsonAndTables'),
      rows: [
        [['↑', '↓', 'Home', 'End'], t('client.moveBetweenRows')],
        [['←', '→'], t('client.closeOrOpenA')],
      ],
    },
  ];
}

/** True if a key press asks for the list of keys: in a text field it is a character, and in a dialog it does nothing. */
function isHelpKey(event: KeyboardEvent): boolean {
  return (
    event.key === '?' &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !event.composedPath().some((one) => one instanceof HTMLElement && (isTextField(one) || one.matches('dialog')))
  );
}

/** An element that takes characters. */
export function isTextField(element: HTMLElement): boolean {
  return element.isContentEditable || element.matches('input, textarea, select');
}

/** The dialog with all keys. Closing it returns the focus to its previous element. */
export class KeyboardHelp implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };
  #isOpen = false;
  #opener: HTMLElement | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode }) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('keydown', this.#onKeydown);
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (dialog && !dialog.open) dialog.showModal();
  }

  hostDisconnected(): void {
    this.#isOpen = false;
  }

  /** The button that opens it. @param slot its slot in another element */
  button(slot?: string): TemplateResult {
    return html`<button
      class="plain small"
      part="button"
      data-name="keyboard-button"
      type="button"
      slot=${slot ?? nothing}
      aria-haspopup="dialog"
      aria-keyshortcuts="?"
      @click=${this.#open}
    >
      ${t('client.keyboard')}
    </button>`;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`<dialog
      class="help appears"
      part="dialog"
      data-name="keyboard-help"
      aria-labelledby="help-title"
      @close=${this.#onClose}
    >
      <div class="row">
        <h2 id="help-title">${t('client.keyboard')}</h2>
        <button class="end" part="button" data-name="close-button" type="button" autofocus @click=${this.#close}>
          ${common('common.close')}
        </button>
      </div>
      ${allKeys().map(
        ({ section, rows }) =>
          html`<h3>${section}</h3>
            <dl>
              ${rows.map(
                ([keys, what]) =>
                  html`<div>
                    <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
                    <dd>${what}</dd>
                  </div>`,
              )}
            </dl>`,
      )}
      <p class="small quiet">${t('client.theKeysWorkWhile')}</p>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.help');
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isHelpKey(event)) return;
    event.preventDefault();
    this.#open();
  };

  readonly #open = (): void => {
    if (this.#isOpen) return;
    this.#opener = (deepActiveElement(this.#host.ownerDocument) as HTMLElement | null) ?? undefined;
    this.#isOpen = true;
    this.#host.requestUpdate();
  };

  readonly #close = (): void => this.#dialog?.close();

  readonly #onClose = (): void => {
    const opener = this.#opener;
    this.#isOpen = false;
    this.#opener = undefined;
    this.#host.requestUpdate();
    // Not all browsers restore the focus inside a shadow root, and one of them moves it when the dialog is removed.
    void this.#host.updateComplete.then(() => opener?.focus());
  };
}
