import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import { clientAround } from './client-around.js';
import { html } from './html.js';
import { searchIcon } from './icons.js';

interface SearchField {
  /** The name of the field for assistive technology. */
  readonly label: string;
  /** Shown while the field is empty; by default the label. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onKeydown?: (event: KeyboardEvent) => void;
  /** The element that it is the search of. Inside a client, `/` goes to it. */
  readonly of?: Element;
}

/** A search field with its icon. For a shadow root with {@link barStyles}. */
export function searchField({
  label,
  placeholder = label,
  value,
  onInput,
  onKeydown,
  of,
}: SearchField): TemplateResult {
  return html`<label class="search">
    ${searchIcon}<span class="visually-hidden">${label}</span>
    <input
      part="search"
      type="search"
      autocomplete="off"
      spellcheck="false"
      placeholder=${placeholder}
      aria-keyshortcuts=${of && clientAround(of) ? '/' : nothing}
      .value=${value}
      @input=${({ target }: Event) => onInput((target as HTMLInputElement).value)}
      @keydown=${onKeydown}
    />
  </label>`;
}

interface SelectField<K> {
  readonly label: string;
  /** The `data-name` of the select, such as `kind-select`. */
  readonly name: string;
  /** The options in their order. The text of a server goes through `visibleText` first. */
  readonly options: readonly (readonly [key: K, text: string])[];
  readonly selected: K;
  readonly onChange: (key: K) => void;
  /** Only screen readers get the label: the options show their meaning. */
  readonly isLabelHidden?: boolean;
}

/** A `<select>` with its label. For a shadow root with {@link barStyles}. */
export function selectField<K>({
  label,
  name,
  options,
  selected,
  onChange,
  isLabelHidden,
}: SelectField<K>): TemplateResult {
  // By index: the key of an option may be undefined, and the text of two options may be the same.
  const change = ({ target }: Event): void => onChange(options[(target as HTMLSelectElement).selectedIndex]![0]);
  return html`<label class="choice">
    <span class=${isLabelHidden ? 'visually-hidden' : 'small quiet'}>${label}</span>
    <select part="select" data-name=${name} @change=${change}>
      ${options.map(([key, text]) => html`<option value=${typeof key === 'string' ? key : ''} .selected=${key === selected}>${text}</option>`)}
    </select>
  </label>`;
}

interface CheckboxField {
  readonly label: string;
  /** The `data-name` of the check box, such as `failed-check`. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Further classes of the label. */
  readonly className?: string;
}

/** A check box with its label. For a shadow root with {@link barStyles}. */
export function checkboxField({ label, name, checked, onChange, className = '' }: CheckboxField): TemplateResult {
  return html`<label class="check ${className}"
    ><input
      part="checkbox"
      data-name=${name}
      type="checkbox"
      .checked=${checked}
      @change=${({ target }: Event) => onChange((target as HTMLInputElement).checked)}
    />
    ${label}</label
  >`;
}

/** Search fields, selects and check boxes in a bar that wraps. */
export const barStyles: CSSResult = css`
  .bar {
    flex: none;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--_space-s) var(--_space-m);
    min-inline-size: 0;
  }
  .search {
    position: relative;
    flex: 1 1 15em;
    min-inline-size: 0;
  }
  .search svg {
    position: absolute;
    inset-block-start: calc(50% - 0.5em);
    inset-inline-start: 10px;
    color: var(--_text-2);
    pointer-events: none;
  }
  .search input {
    padding-inline-start: calc(1em + 20px) !important;
    appearance: none;
  }
  /* Chromium keeps room for this button where there is nothing to clear. */
  .search input:placeholder-shown::-webkit-search-cancel-button {
    display: none;
  }
  .choice {
    display: grid;
    gap: 2px;
    min-inline-size: 0;
  }
  .choice select {
    inline-size: auto;
    min-inline-size: 0;
    max-inline-size: 16em;
    text-overflow: ellipsis;
  }
  .check {
    display: flex;
    align-items: center;
    gap: var(--_space-xs);
    min-block-size: var(--_hit);
  }
`;
