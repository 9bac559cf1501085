import { nothing, type TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { EntryKind, TranscriptFilter } from '../../src/recording/index.js';
import { searchIcon } from '../icons/icons.js';
import { html } from '../words/html.js';
import { KINDS } from './entry-words.js';

export interface TranscriptBar {
  readonly filter: TranscriptFilter;
  /** Tools that were called. */
  readonly tools: readonly string[];
  readonly change: (some: TranscriptFilter) => void;
  /** Puts the keyboard at the first entry. */
  readonly toList: () => void;
}

const KIND_KEYS = Object.keys(KINDS) as EntryKind[];

/** Search, and the choices of which only those are offered that there are entries of. */
export function transcriptBar({ filter, tools, change, toList }: TranscriptBar): TemplateResult {
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && filter.text) {
      // Escape belongs to the topmost thing: as long as something is sought, that is the search.
      event.stopPropagation();
      change({ text: '' });
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') toList();
    else return;
    event.preventDefault();
  };
  const { kind, tool, failed, text = '' } = filter;
  const names = tool === undefined || tools.includes(tool) ? tools : [tool, ...tools];
  return html`<div class="bar" part="bar">
    <label class="search">
      ${searchIcon}<span class="visually-hidden">Search the transcript</span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Search the transcript"
        .value=${text}
        @input=${({ target }: Event) => change({ text: (target as HTMLInputElement).value })}
        @keydown=${onSearchKey}
      />
    </label>
    <label class="choice">
      <span class="small quiet">What</span>
      <select
        part="kind-select"
        @change=${({ target }: Event) => change({ kind: KIND_KEYS[(target as HTMLSelectElement).selectedIndex - 1] })}
      >
        <option .selected=${kind === undefined}>everything</option>
        ${KIND_KEYS.map((key) => html`<option .selected=${key === kind}>${KINDS[key]}</option>`)}
      </select>
    </label>
    ${
      names.length > 0
        ? html`<label class="choice">
            <span class="small quiet">Tool</span>
            <select
              part="tool-select"
              @change=${({ target }: Event) => change({ tool: names[(target as HTMLSelectElement).selectedIndex - 1] })}
            >
              <option .selected=${tool === undefined}>all</option>
              ${names.map((name) => html`<option .selected=${name === tool}>${visibleText(name)}</option>`)}
            </select>
          </label>`
        : nothing
    }
    <label class="tick"
      ><input
        part="failed-check"
        type="checkbox"
        .checked=${failed === true}
        @change=${({ target }: Event) => change({ failed: (target as HTMLInputElement).checked })}
      />
      Only what failed</label
    >
  </div>`;
}
