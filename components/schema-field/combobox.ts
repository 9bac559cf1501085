import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FieldState } from '../../src/schema/index.js';
import { currentClock, type Timer } from '../../src/util/clock.js';
import { Floating } from '../internal/floating.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { t } from './messages.js';

/** Suggested values for a field. */
export interface Suggestions {
  readonly values: readonly string[];
  /** True if there are more values than these. */
  readonly hasMore: boolean;
}

/** Returns suggestions for the text of a field. If the promise rejects, nothing is suggested. */
export type SuggestValues = (field: FieldState, text: string, signal: AbortSignal) => Promise<Suggestions>;

/** Milliseconds without a key press before suggestions are requested. */
export const SUGGESTION_PAUSE_MS = 200;

/** Lines of the list that are rendered. The person types more text to find others. */
const MAX_SUGGESTIONS_SHOWN = 200;

/** One line of the list. */
export interface ComboboxItem {
  readonly label: string;
  readonly description?: string | undefined;
  /** True if the field holds this value. */
  readonly isChosen: boolean;
  /** True if the line is not a value, but a choice such as “Not sent”. */
  readonly isQuiet?: boolean;
  readonly choose: () => void;
}

interface ComboboxContent {
  readonly id: string;
  readonly text: string;
  readonly placeholder: string | undefined;
  /** IDs for `aria-labelledby`, if the `<label>` alone is not enough. */
  readonly labelledBy?: string | undefined;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  /** The lines that match the text. */
  readonly items: readonly ComboboxItem[];
  /** True if only these values are valid. Typed text then only searches for one. */
  readonly isStrict?: boolean;
  /** True if there are more values than these. */
  readonly hasMore?: boolean | undefined;
  readonly type: (text: string) => void;
  readonly paste?: (event: ClipboardEvent) => void;
  /** Called before the list opens. */
  readonly open?: () => void;
  /** Called when the input loses focus. */
  readonly leave?: (hasTyped: boolean) => void;
}

/**
 * A text input with a list of possible values, as in the ARIA pattern: focus stays in the input, the arrow keys move
 * through the list, Enter chooses a line, Escape closes the list.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export class Combobox {
  readonly #host: ReactiveControllerHost;
  #isOpen = false;
  #active = -1;
  #content: ComboboxContent | undefined;
  #typed = false;
  readonly #place = new Floating(true);

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** True if the person has typed since the list was opened. Only then does the text filter the list. */
  get isFiltering(): boolean {
    return this.#typed;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  #open(active = -1): void {
    if (!this.#isOpen) this.#content?.open?.();
    this.#isOpen = true;
    this.#active = active;
    this.#host.requestUpdate();
  }

  #close(): void {
    this.#shut();
    this.#host.requestUpdate();
  }

  #shut(): void {
    this.#isOpen = false;
    this.#active = -1;
  }

  get #items(): readonly ComboboxItem[] {
    return this.#content?.items.slice(0, MAX_SUGGESTIONS_SHOWN) ?? [];
  }

  readonly #onInput = (event: Event): void => {
    this.#typed = true;
    this.#open();
    this.#content?.type((event.target as HTMLInputElement).value);
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (event.altKey) return event.key === 'ArrowDown' ? this.#open(this.#chosen) : this.#close();
      this.#move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && this.#isOpen && this.#active >= 0) {
      event.preventDefault();
      event.stopPropagation();
      this.#choose(this.#items[this.#active]);
    } else if (event.key === 'Escape' && this.#isOpen) {
      // Closes the list, but not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    }
  };

  get #chosen(): number {
    return this.#items.findIndex(({ isChosen }) => isChosen);
  }

  #move(step: 1 | -1): void {
    const count = this.#items.length;
    if (!this.#isOpen) return this.#open(this.#chosen >= 0 ? this.#chosen : step > 0 ? 0 : count - 1);
    if (count === 0) return;
    const from = this.#active < 0 && step < 0 ? count : this.#active;
    this.#active = (from + step + count) % count;
    this.#host.requestUpdate();
  }

  #choose(item: ComboboxItem | undefined): void {
    if (!item) return;
    this.#typed = false;
    item.choose();
    this.#close();
  }

  readonly #onFocusout = ({ currentTarget }: Event): void => {
    const { leave } = this.#content ?? {};
    const hasTyped = this.#typed;
    this.#typed = false;
    if (this.#isOpen) {
      this.#shut();
      // If a rendering removes the input, focus leaves too, and nothing is left to render.
      queueMicrotask(() => (currentTarget as Element).isConnected && this.#host.requestUpdate());
    }
    leave?.(hasTyped);
  };

  readonly #onPress = (event: Event): void => {
    if (this.#isOpen) return;
    if (this.#content?.isStrict) (event.target as HTMLInputElement).select();
    this.#open(this.#chosen);
  };

  readonly #toggle = (event: Event): void => {
    const box = (event.currentTarget as HTMLElement).parentElement?.querySelector('input');
    box?.focus();
    if (this.#isOpen) this.#close();
    else this.#open(this.#chosen);
  };

  render(content: ComboboxContent): TemplateResult {
    this.#content = content;
    const items = this.#items;
    if (this.#active >= items.length) this.#active = -1;
    const isOpen = this.#isOpen && items.length > 0;
    return html`<div class="combobox" @focusout=${this.#onFocusout}>
      <input
        id=${content.id}
        part="input"
        data-name="control"
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-autocomplete="list"
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-controls="listbox"
        aria-activedescendant=${isOpen && this.#active >= 0 ? `option-${this.#active}` : nothing}
        aria-labelledby=${content.labelledBy ?? nothing}
        aria-describedby=${content.describedBy ?? nothing}
        aria-invalid=${content.isInvalid ? 'true' : nothing}
        aria-required=${content.isRequired ? 'true' : nothing}
        placeholder=${content.placeholder ?? nothing}
        .value=${live(content.text)}
        @input=${this.#onInput}
        @keydown=${this.#onKeydown}
        @click=${this.#onPress}
        @paste=${content.paste ?? nothing}
      />
      <button
        class="opener"
        type="button"
        tabindex="-1"
        aria-hidden="true"
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${this.#toggle}
      >
        ${downIcon}
      </button>
      <ul
        id="listbox"
        role="listbox"
        part="listbox"
        popover="manual"
        aria-label=${t('schemaField.choicesLabel')}
        @mousedown=${keepFocus}
      >
        ${isOpen ? items.map(this.#line) : nothing}
      </ul>
      ${this.#isOpen && !isOpen && content.isStrict ? html`<p class="none quiet small">${t('schemaField.noChoiceHasThis')}</p>` : nothing}
      <span class="visually-hidden" role="status"
        >${this.#isOpen && (isOpen || content.isStrict) ? this.#countInWords() : nothing}</span
      >
    </div>`;
  }

  #countInWords(): string {
    const { items = [], hasMore } = this.#content ?? {};
    const words = t('schemaField.choices', { count: Math.min(items.length, MAX_SUGGESTIONS_SHOWN) });
    return hasMore || items.length > MAX_SUGGESTIONS_SHOWN ? t('schemaField.andThereAreMore', { words }) : words;
  }

  readonly #line = (item: ComboboxItem, index: number): TemplateResult =>
    html`<li
      id="option-${index}"
      role="option"
      class="${index === this.#active ? 'active' : ''} ${item.isQuiet ? 'quiet' : ''}"
      aria-selected=${item.isChosen ? 'true' : 'false'}
      @click=${() => this.#choose(item)}
    >
      <span dir="auto">${item.label}</span>
      ${item.description ? html`<span class="about quiet small" dir="auto">${item.description}</span>` : nothing}
    </li>`;

  /** Shows or hides the list, and scrolls its active line into view. Must be called after the host has rendered. */
  hostRendered(root: ParentNode): void {
    const list = root.querySelector<HTMLElement>('#listbox');
    const isOpen = this.#isOpen && this.#items.length > 0;
    this.#place.show((isOpen && list) || undefined, list?.parentElement ?? null);
    if (isOpen && this.#active >= 0)
      root.querySelector(`#option-${this.#active}`)?.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Suggestions for the typed text. They are requested after a pause, cancelled by further typing, and shown only for the
 * text that they were requested for.
 */
export class Completions {
  readonly #host: ReactiveControllerHost;
  #asked: AbortController | undefined;
  #pause: Timer | undefined;
  #answer: { readonly text: string; readonly suggestions: Suggestions } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Returns the suggestions for this text, or undefined if there are none yet. */
  for(text: string): Suggestions | undefined {
    return this.#answer?.text === text ? this.#answer.suggestions : undefined;
  }

  ask(suggest: SuggestValues, field: FieldState, text: string): void {
    this.stop();
    this.#pause = currentClock.setTimeout(() => void this.#ask(suggest, field, text), SUGGESTION_PAUSE_MS);
  }

  /** Cancels the request. A late response is ignored. */
  stop(): void {
    currentClock.clearTimeout(this.#pause);
    this.#asked?.abort();
    this.#asked = undefined;
  }

  /** Removes the suggestions when the person leaves, because they may be outdated later. */
  forget(): void {
    this.stop();
    this.#answer = undefined;
  }

  async #ask(suggest: SuggestValues, field: FieldState, text: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const suggestions = await suggest(field, text, asked.signal);
      if (asked.signal.aborted) return;
      this.#answer = { text, suggestions };
    } catch {
      // A failed request must not disturb typing.
      if (!asked.signal.aborted) this.#answer = { text, suggestions: { values: [], hasMore: false } };
    }
    this.#host.requestUpdate();
  }
}

function keepFocus(event: Event): void {
  event.preventDefault();
}
