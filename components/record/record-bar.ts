import { nothing, type TemplateResult } from 'lit';
import type { RecordEntry } from '../../src/consent/index.js';
import { placeOf } from '../consents/decision-words.js';
import { searchIcon } from '../icons/icons.js';
import { html } from '../words/html.js';
import { visibleText } from '../../src/content/index.js';
import { ANSWERS, KINDS } from './entry-words.js';
import type { RecordFilter } from './record-filter.js';

export interface RecordBar {
  readonly filter: RecordFilter;
  readonly entries: readonly RecordEntry[];
  readonly change: (filter: Partial<RecordFilter>) => void;
}

/** Search, and the choices of which only those are offered that there are entries of. */
export function recordBar({ filter, entries, change }: RecordBar): TemplateResult {
  const servers = [...new Set(entries.map(({ server }) => server))];
  const { kind, answer, server } = filter;
  return html`<div class="bar" part="bar">
    <label class="search">
      ${searchIcon}<span class="visually-hidden">Search the record</span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Search the record"
        .value=${filter.text}
        @input=${({ target }: Event) => change({ text: (target as HTMLInputElement).value })}
      />
    </label>
    ${choice('What', 'kind-select', KINDS, kind, (chosen) => change({ kind: chosen }))}
    ${choice('Decision', 'answer-select', ANSWERS, answer, (chosen) => change({ answer: chosen }))}
    ${
      servers.length > 1
        ? choice('Server', 'server-select', Object.fromEntries(servers.map(named)), server, (chosen) =>
            change({ server: chosen }),
          )
        : nothing
    }
  </div>`;
}

function named(server: string): [server: string, words: string] {
  const { url, identity } = placeOf(server);
  return [server, visibleText(identity === undefined ? url : `${url} as ${identity}`)];
}

function choice<K extends string>(
  label: string,
  part: string,
  words: Readonly<Record<K, string>>,
  chosen: K | undefined,
  choose: (key: K | undefined) => void,
): TemplateResult {
  const keys = Object.keys(words) as K[];
  return html`<label class="choice">
    <span class="small quiet">${label}</span>
    <select
      part=${part}
      @change=${({ target }: Event) => choose(keys[(target as HTMLSelectElement).selectedIndex - 1])}
    >
      <option .selected=${chosen === undefined}>all</option>
      ${keys.map((key) => html`<option .selected=${key === chosen}>${words[key]}</option>`)}
    </select>
  </label>`;
}
