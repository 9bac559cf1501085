import { nothing, type TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { LogLevel } from '../../src/index.js';
import { searchIcon } from '../icons/icons.js';
import { html } from '../words/html.js';
import type { LineFilter } from './line-filter.js';
import { LEVELS } from './log-book.js';

export interface LogBarFacts {
  readonly filter: LineFilter;
  readonly loggers: readonly string[];
  /** The level that the server was asked for; undefined where nobody asked yet, null where it was told to stop. */
  readonly asked: LogLevel | null | undefined;
  /** Whether the server can be asked. */
  readonly canAsk: boolean;
  readonly isPaused: boolean;
  readonly change: (filter: Partial<LineFilter>) => void;
  readonly ask: (level: LogLevel | undefined) => void;
  readonly pause: (isPaused: boolean) => void;
}

/** What is shown, what the server is asked for, and whether lines go on coming. */
export function logBar(facts: LogBarFacts): TemplateResult {
  const { filter, isPaused, change, pause } = facts;
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !filter.text) return;
    // Escape belongs to the topmost thing: as long as something is sought, that is the search.
    event.stopPropagation();
    event.preventDefault();
    change({ text: '' });
  };
  return html`<div class="bar" part="bar">
    <label class="search">
      ${searchIcon}<span class="visually-hidden">Search the log</span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Search the log"
        .value=${filter.text}
        @input=${(event: Event) => change({ text: valueOf(event) })}
        @keydown=${onSearchKey}
      />
    </label>
    <button part="pause-button" type="button" @click=${() => pause(!isPaused)}>${isPaused ? 'Resume' : 'Pause'}</button>
    <div class="choices">${levelChoice(facts)}${loggerChoice(facts)}${askedChoice(facts)}</div>
  </div>`;
}

function levelChoice({ filter, change }: LogBarFacts): TemplateResult {
  return html`<label class="choice">
    <span class="small quiet">Show</span>
    <select part="level-select" @change=${(event: Event) => change({ level: valueOf(event) as LogLevel })}>
      ${LEVELS.map(
        (level, rank) =>
          html`<option value=${level} .selected=${filter.level === level}>
            ${rank === 0 ? 'all levels' : rank === LEVELS.length - 1 ? level : `${level} and above`}
          </option>`,
      )}
    </select>
  </label>`;
}

function loggerChoice({ filter, loggers, change }: LogBarFacts): TemplateResult | typeof nothing {
  const { logger } = filter;
  if (loggers.length === 0 && logger === undefined) return nothing;
  // The chosen one stays to be seen when its last line is dropped.
  const names = logger === undefined || loggers.includes(logger) ? loggers : [logger, ...loggers];
  return html`<label class="choice">
    <span class="small quiet">Logger</span>
    <select
      part="logger-select"
      @change=${({ target }: Event) => change({ logger: names[(target as HTMLSelectElement).selectedIndex - 1] })}
    >
      <option .selected=${logger === undefined}>all</option>
      ${names.map((name) => html`<option .selected=${name === logger}>${visibleText(name)}</option>`)}
    </select>
  </label>`;
}

function askedChoice({ asked, canAsk, ask }: LogBarFacts): TemplateResult | typeof nothing {
  if (!canAsk) return nothing;
  return html`<label class="choice">
    <span class="small quiet">Ask server for</span>
    <select part="server-level-select" @change=${(event: Event) => ask((valueOf(event) || undefined) as LogLevel)}>
      <option value="" .selected=${!asked}>${asked === undefined ? 'nothing yet' : 'as little as it can'}</option>
      ${LEVELS.map(
        (level, rank) =>
          html`<option value=${level} .selected=${asked === level}>
            ${rank === 0 ? 'all levels' : rank === LEVELS.length - 1 ? level : `${level} and above`}
          </option>`,
      )}
    </select>
  </label>`;
}

function valueOf({ target }: Event): string {
  return (target as HTMLInputElement | HTMLSelectElement).value;
}
