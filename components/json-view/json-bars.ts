import { nothing, type TemplateResult } from 'lit';
import { visibleText, type JsonTree } from '../../src/content/index.js';
import type { CopyButton } from '../content/copy-button.js';
import { searchIcon } from '../icons/icons.js';
import { html } from '../words/html.js';
import type { JsonSearch } from './json-search.js';

/** Characters of a path that are shown; all of it is copied. */
const PATH_CHARACTERS = 300;

interface SearchActs {
  readonly onInput: (event: Event) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly fold: (how: 'openAll' | 'foldAll') => void;
}

/** Above the rows: search, and opening or folding all of them. */
export function searchBar(search: JsonSearch, { onInput, onKey, fold }: SearchActs): TemplateResult {
  return html`<div class="bar">
    <label class="find">
      ${searchIcon}<span class="visually-hidden">Search names and values</span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Search"
        .value=${search.sought}
        @input=${onInput}
        @keydown=${onKey}
      />
    </label>
    <span class="small quiet" role="status">${search.words}</span>
    ${
      search.count
        ? html`<span>
            <button class="plain small" type="button" @click=${() => search.step(-1)}>Previous</button
            ><button class="plain small" type="button" @click=${() => search.step(1)}>Next</button>
          </span>`
        : nothing
    }
    <span class="end">
      <button class="plain small" type="button" @click=${() => fold('openAll')}>Expand all</button>
      <button class="plain small" type="button" @click=${() => fold('foldAll')}>Collapse all</button>
    </span>
  </div>`;
}

interface LineActs {
  readonly copyPath: CopyButton;
  readonly copyValue: CopyButton;
  /** Puts the whole text away, where one is shown. */
  readonly close: (() => void) | undefined;
}

/** Below the rows: where we are, and what can be done with the value there. */
export function pathLine(tree: JsonTree, value: number, { copyPath, copyValue, close }: LineActs): TemplateResult {
  const path = visibleText(tree.pointerTo(value).slice(0, PATH_CHARACTERS));
  return html`<div class="line">
    <span class="where mono" title=${path}>${value === 0 ? html`<span class="quiet">All of it</span>` : path}</span>
    ${tree.hasRepeatedName(value) ? html`<span class="quiet">This path leads to more than one value.</span>` : nothing}
    ${close ? html`<button class="plain small" type="button" @click=${close}>Show less</button>` : nothing}
    ${copyPath.render(() => tree.pointerTo(value))}${copyValue.render(() => tree.textOf(value))}
  </div>`;
}
