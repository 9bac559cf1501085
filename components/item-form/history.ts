import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { asMcpError } from '../../src/index.js';
import { valueOfSnapshot } from '../../src/schema/index.js';
import {
  type ArgumentHistory,
  type ArgumentSet,
  type FormOf,
  type StoredForm,
  MAX_SAVED_NAME_LENGTH,
  type NotStored,
} from '../../src/session/person/index.js';
import { closeOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { historyIcon } from '../internal/icons.js';
import { fetchedAt, cut, formatCount, oneLine, shortened } from '../internal/text.js';
import type { DraftStore, StorableDraft } from './stored-drafts.js';
import { searchField } from '../internal/bar.js';
import { toJson } from '../../src/util/json.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

interface NameForm {
  /** Why the name was not accepted; empty if there is no problem. */
  readonly problem: string;
  readonly keepAs: (name: string) => void;
  readonly cancel: () => void;
}

/** Characters of one value, and of all values, in a line. */
const OF_VALUE = 60;
const OF_LINE = 240;

interface RowPlace {
  readonly row: number;
  /** Only the active row has tab stops. */
  readonly isActive: boolean;
  readonly panel: HistoryPanel;
}

/** Argument sets from which on a search field is shown. */
const MANY = 8;

interface HistoryPanel {
  readonly sets: readonly ArgumentSet[];
  readonly isOpen: boolean;
  readonly sought: string;
  /** The row that has the tab stops. */
  readonly active: number;
  readonly naming: Naming | undefined;
  readonly problem: string;
  readonly isAsking: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly seek: (text: string) => void;
  readonly go: (row: number) => void;
  readonly choose: (set: ArgumentSet) => void;
  readonly name: (naming: Naming | undefined) => void;
  readonly keepAs: (name: string) => void;
  readonly remove: (set: ArgumentSet) => void;
  readonly askToRemoveAll: (isAsking: boolean) => void;
  readonly removeAll: () => void;
}

/** Characters of a value without a field that are shown, and values of this kind that are shown. */
const SHOWN = 500;
const MOST = 20;

interface StorageNotes {
  readonly draftStore: Pick<DraftStore, 'restoredAt' | 'restoredWithout' | 'isTooLarge'>;
  readonly draft: Pick<StorableDraft, 'notStored' | 'orphaned'>;
  readonly outlivesPage: boolean;
}

export type ArgumentHistoryHost = ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };

/** The thing that gets a name: the current form, or an argument set. */
type Naming = 'form' | ArgumentSet;

interface Shown {
  readonly of: FormOf;
  readonly draft: Pick<StorableDraft, 'toStored'>;
}

/** Shows the argument sets of the form on the screen, to fill in, name or remove them. */
export class ArgumentHistoryController implements ReactiveController {
  readonly #host: ArgumentHistoryHost;
  readonly #fill: (set: StoredForm) => void;
  #history: ArgumentHistory | undefined;
  #shown: Shown | undefined;
  #sets: readonly ArgumentSet[] = [];
  #isOpen = false;
  #sought = '';
  #active = 0;
  #naming: Naming | undefined;
  #problem = '';
  #isAsking = false;
  #said = '';
  #focusNext: string | undefined;

  constructor(host: ArgumentHistoryHost, fill: (set: StoredForm) => void) {
    this.#host = host;
    this.#fill = fill;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#focusNext === undefined) return;
    const { renderRoot } = this.#host;
    const next = renderRoot.querySelector<HTMLElement>(this.#focusNext);
    (next ?? renderRoot.querySelector<HTMLElement>('.earlier-toggle'))?.focus();
    this.#focusNext = undefined;
  }

  use(history: ArgumentHistory | undefined): void {
    this.#history = history;
    void this.refresh();
  }

  show(shown: Shown | undefined): void {
    this.#shown = shown;
    this.#sets = [];
    this.#said = '';
    this.#close();
    void this.refresh();
  }

  /** Reads the sets again, because this tab or another one changed them. */
  async refresh(): Promise<void> {
    const shown = this.#shown;
    if (!shown || !this.#history) return;
    const sets = await this.#history.list(shown.of);
    if (shown !== this.#shown || toJson(sets) === toJson(this.#sets)) return;
    this.#sets = sets;
    this.#host.requestUpdate();
  }

  /** Replaces the sets without a name after a set was added. */
  used(of: FormOf, unnamed: readonly ArgumentSet[]): void {
    const { kind, name } = this.#shown?.of ?? {};
    if (kind !== of.kind || name !== of.name) return;
    this.#sets = [...this.#sets.filter((set) => set.name !== undefined), ...unnamed];
    this.#host.requestUpdate();
  }

  /** Announces the last action, and moves focus to the place where the person continues. */
  say(words: string, focus?: string): void {
    this.#said = words;
    this.#focusNext = focus;
    this.#host.requestUpdate();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  renderButton(): TemplateResult {
    return historyButton(this.#panel());
  }

  renderPanel(): TemplateResult | typeof nothing {
    return historyPanel(this.#panel());
  }

  /** The last action, in words. */
  get said(): string {
    return this.#said;
  }

  /** Closes the panel, because another one opens or the tool runs. */
  close(): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#host.requestUpdate();
  }

  #panel(): HistoryPanel {
    return {
      sets: this.#sets,
      isOpen: this.#isOpen,
      sought: this.#sought,
      active: this.#active,
      naming: this.#naming,
      problem: this.#problem,
      isAsking: this.#isAsking,
      toggle: () => {
        const open = !this.#isOpen;
        this.#close();
        this.#isOpen = open;
        // The panel comes before its button in the tab order: the next Tab would lead away from it.
        this.say('', open ? '.earlier :is(input, button)' : undefined);
      },
      close: () => {
        this.#close();
        this.say('', '.earlier-toggle');
      },
      seek: (text) => {
        this.#sought = text;
        this.#active = 0;
        this.#host.requestUpdate();
      },
      go: (row) => {
        this.#active = row;
        this.say(this.#said, `.set[data-row="${row}"]`);
      },
      choose: (set) => this.#choose(set),
      name: (naming) => {
        this.#naming = naming;
        this.#problem = '';
        this.say('', naming === undefined ? `.set[data-row="${this.#active}"]` : '#preset-name');
      },
      keepAs: (name) => void this.#keepAs(name),
      remove: (set) => void this.#remove(set),
      askToRemoveAll: (isAsking) => {
        this.#isAsking = isAsking;
        this.say('', isAsking ? '[data-name~="keep-all-button"]' : '[data-name~="remove-all-button"]');
      },
      removeAll: () => void this.#removeAll(),
    };
  }

  #close(): void {
    this.#isOpen = false;
    this.#sought = '';
    this.#active = 0;
    this.#naming = undefined;
    this.#problem = '';
    this.#isAsking = false;
  }

  #choose(set: ArgumentSet): void {
    this.#close();
    this.#fill(set);
    const { notStored = [] } = set;
    const missing = notStored.length > 0 ? t('itemForm.notSavedThen', { fields: inWords(notStored) }) : '';
    this.say(`${t('itemForm.filledIn', { set: describeSet(set) })} ${missing}`.trim(), '[data-name~="undo-button"]');
  }

  async #keepAs(name: string): Promise<void> {
    const naming = this.#naming;
    const shown = this.#shown;
    if (!naming || !shown || !this.#history) return;
    try {
      await this.#history.keepAs(shown.of, naming === 'form' ? shown.draft.toStored() : naming, name);
      this.#naming = undefined;
      this.#problem = '';
      await this.refresh();
      this.#active = Math.max(
        0,
        this.#sets.findIndex((set) => set.name === name.trim()),
      );
      this.say(t('itemForm.savedAs', { name: name.trim() }), `.set[data-row="${this.#active}"]`);
    } catch (thrown) {
      const { message, remedy } = asMcpError(thrown, 'storage');
      this.#problem = remedy ? `${message} ${remedy}` : message;
      this.say('', '#preset-name');
    }
  }

  async #remove(set: ArgumentSet): Promise<void> {
    await this.#history?.remove(set);
    await this.refresh();
    this.#active = Math.max(0, Math.min(this.#active, this.#sets.length - 1));
    this.say(t('itemForm.removed', { set: describeSet(set) }), `.set[data-row="${this.#active}"]`);
  }

  async #removeAll(): Promise<void> {
    if (!this.#shown) return;
    await this.#history?.removeAll(this.#shown.of);
    this.#close();
    await this.refresh();
    this.say(t('itemForm.theHistoryIsEmpty'), '.earlier-toggle');
  }
}

/** Asks for the name under which arguments are stored. */
function nameForm({ problem, keepAs, cancel }: NameForm): TemplateResult {
  const keep = (event: Event): void => {
    const box = (event.currentTarget as HTMLElement).closest('.naming')?.querySelector('input');
    if (box) keepAs(box.value);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') keep(event);
    else cancel();
  };
  return html`<div class="naming row">
    <label class="small" for="preset-name">${t('itemForm.saveAs')}</label>
    <input
      id="preset-name"
      part="input"
      data-name="preset-name"
      autocomplete="off"
      maxlength=${MAX_SAVED_NAME_LENGTH}
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${problem ? 'preset-problem' : nothing}
      @keydown=${onKey}
    />
    <button class="small" type="button" part="button" data-name="keep-button" @click=${keep}>
      ${common('common.save')}
    </button>
    <button class="plain small" type="button" @click=${cancel}>${common('common.cancel')}</button>
    ${problem ? html`<p id="preset-problem" class="message">${problem}</p>` : nothing}
  </div>`;
}

/** Returns the values of a set on one line: `city: Ulm · days: 3`. */
function valuesOf({ form, json }: StoredForm): string {
  if (json !== undefined) return oneLine(json, OF_LINE);
  const value = form && valueOfSnapshot(form);
  if (typeof value !== 'object' || value === null) return t('itemForm.noArguments');
  const texts = Object.entries(value)
    .slice(0, 20)
    .map(([name, part]) => {
      const text = typeof part === 'string' ? part : toJson(part);
      return `${oneLine(name, OF_VALUE)}: ${shortened(oneLine(text, OF_VALUE + 1), OF_VALUE)}`;
    });
  return texts.length === 0 ? t('itemForm.noArguments') : shortened(texts.join(' · '), OF_LINE);
}

/** Returns a short description of a set for use in a sentence. */
function describeSet(set: ArgumentSet): string {
  return set.name === undefined ? shortened(valuesOf(set), OF_VALUE * 2) : `“${set.name}”`;
}

/** True if a set contains all words of the search text. */
function isSought(set: ArgumentSet, sought: string): boolean {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${set.name ?? ''} ${set.json ?? toJson(set.form && valueOfSnapshot(set.form))}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** One argument set with its buttons. */
function historyRow(set: ArgumentSet, { row, isActive, panel }: RowPlace): TemplateResult {
  const { naming, problem, choose, name, keepAs, remove } = panel;
  const tabindex = isActive ? 0 : -1;
  const about = describeSet(set);
  return html`<li>
    <button
      class="set"
      part="item"
      data-name="earlier-set"
      type="button"
      data-row=${row}
      tabindex=${tabindex}
      @click=${() => choose(set)}
    >
      ${set.name === undefined ? nothing : html`<strong>${set.name}</strong>`}
      <span class="values">${valuesOf(set)}</span>
      <time class="small quiet" datetime=${new Date(set.at).toISOString()}>${fetchedAt(set.at)}</time>
    </button>
    ${
      set.name === undefined
        ? html`<button
            class="plain small"
            part="button"
            data-name="keep-as-button"
            type="button"
            tabindex=${tabindex}
            aria-label=${t('itemForm.saveSetAs', { about })}
            @click=${() => name(set)}
          >
            ${t('itemForm.saveAsButton')}
          </button>`
        : nothing
    }
    <button
      class="plain small"
      part="button"
      data-name="remove-set-button"
      type="button"
      tabindex=${tabindex}
      aria-label=${t('itemForm.remove', { about })}
      @click=${() => remove(set)}
    >
      ${t('itemForm.removeButton')}
    </button>
    ${
      typeof naming === 'object' && naming.id === set.id
        ? nameForm({ problem, keepAs, cancel: () => name(undefined) })
        : nothing
    }
  </li>`;
}

/** The button that shows the argument sets. */
function historyButton({ sets, isOpen, toggle }: HistoryPanel): TemplateResult {
  return html`<button
    class="plain earlier-toggle"
    part="button"
    data-name="earlier-button"
    type="button"
    title=${t('itemForm.history')}
    aria-expanded=${isOpen ? 'true' : 'false'}
    @click=${toggle}
  >
    ${historyIcon}<span class="visually-hidden">${t('itemForm.history')}</span
    >${sets.length > 0 ? html` <span class="small">${formatCount(sets.length)}</span>` : nothing}
  </button>`;
}

/** The argument sets, while the button is pressed. */
function historyPanel(panel: HistoryPanel): TemplateResult | typeof nothing {
  const { isOpen, close } = panel;
  if (!isOpen) return nothing;
  return html`<div
    class="panel earlier appears"
    part="list"
    data-name="earlier"
    role="group"
    aria-label=${t('itemForm.history')}
    @keydown=${closeOnEscape(close)}
  >
    ${content(panel)}
  </div>`;
}

function content(panel: HistoryPanel): TemplateResult {
  const { sets, sought, naming, problem, name, keepAs } = panel;
  const found = sets.filter((set) => isSought(set, sought));
  return html`${
    sets.length >= MANY
      ? searchField({ label: t('itemForm.searchTheHistory'), value: sought, onInput: (text) => panel.seek(text) })
      : nothing
  }
  ${
    sets.length === 0
      ? html`<p class="small quiet">${t('itemForm.nothingYetWhatYou')}</p>`
      : found.length === 0
        ? html`<p class="small quiet" role="status">${t('itemForm.noEntryMatches')}</p>`
        : rows(panel, found)
  }
  ${
    naming === 'form'
      ? nameForm({ problem, keepAs, cancel: () => name(undefined) })
      : html`<div class="row">
          <button
            class="plain small"
            part="button"
            data-name="keep-form-button"
            type="button"
            @click=${() => name('form')}
          >
            ${t('itemForm.saveCurrentAs')}
          </button>
          ${sets.length > 0 ? removeAll(panel) : nothing}
        </div>`
  }`;
}

function rows(panel: HistoryPanel, found: readonly ArgumentSet[]): TemplateResult {
  const active = Math.min(panel.active, found.length - 1);
  const onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    const { key } = event;
    const row =
      key === 'ArrowDown'
        ? active + 1
        : key === 'ArrowUp'
          ? active - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? Infinity
              : -2;
    if (row === -2) return;
    event.preventDefault();
    panel.go(Math.max(0, Math.min(row, found.length - 1)));
  };
  return html`<ul @keydown=${onKey}>
    ${repeat(
      found,
      (set) => set.id,
      (set, row) => historyRow(set, { row, isActive: row === active, panel }),
    )}
  </ul>`;
}

function removeAll({ isAsking, sets, askToRemoveAll, removeAll: remove }: HistoryPanel): TemplateResult {
  if (!isAsking)
    return html`<button
      class="plain small"
      part="button"
      data-name="remove-all-button"
      type="button"
      @click=${() => askToRemoveAll(true)}
    >
      ${t('itemForm.clearHistory')}
    </button>`;
  const named = sets.filter(({ name }) => name !== undefined).length;
  return html`<span class="small" role="alert"
      >${named > 0 ? t('itemForm.removeAllNamed', { all: sets.length, named }) : t('itemForm.removeAll', { all: sets.length })}</span
    >
    <button class="small" type="button" part="button" data-name="remove-all-now-button" @click=${remove}>
      ${t('itemForm.clearHistoryNow')}
    </button>
    <button class="small" type="button" part="button" data-name="keep-all-button" @click=${() => askToRemoveAll(false)}>
      ${t('itemForm.keepThem')}
    </button>`;
}

/** Returns the labels of the fields, and why each is not stored. */
function inWords(fields: readonly NotStored[]): string {
  return fields
    .slice(0, MOST)
    .map(({ label, why }) => `${cut(label, 100)} (${t(`itemForm.why.${why}`) ?? t('itemForm.why.maybe')})`)
    .join(', ');
}

/** Says what is stored of a form. */
export function storageNotes({ draftStore, draft, outlivesPage }: StorageNotes): TemplateResult | typeof nothing {
  const { notStored, orphaned } = draft;
  const { restoredAt, restoredWithout, isTooLarge } = draftStore;
  const hasUnsaved = outlivesPage && (notStored.length > 0 || isTooLarge);
  if (restoredAt === undefined && !hasUnsaved && orphaned.length === 0) return nothing;
  return html`<div class="kept" part="note" data-name="kept">
    ${
      restoredAt === undefined
        ? nothing
        : html`<p class="small quiet" part="note" data-name="restored">
            ${t.rich('itemForm.draftRestored', {
              time: html`<time datetime=${new Date(restoredAt).toISOString()}>${fetchedAt(restoredAt)}</time>`,
            })}
            ${restoredWithout.length > 0 ? t.rich('itemForm.notSaved', { fields: inWords(restoredWithout) }) : nothing}
          </p>`
    }
    ${
      outlivesPage && notStored.length > 0
        ? html`<p class="small quiet" part="note" data-name="not-kept">
            ${t.rich('itemForm.notSaved', { fields: inWords(notStored) })}
          </p>`
        : nothing
    }
    ${
      outlivesPage && isTooLarge
        ? html`<p class="small quiet" part="note" data-name="not-kept">${t('itemForm.notSavedTheseValues')}</p>`
        : nothing
    }
    ${
      orphaned.length > 0
        ? html`<details class="note warning small" part="warning" data-name="displaced" open>
            <summary>${t('itemForm.noLongerPart', { count: orphaned.length })}</summary>
            <dl class="facts">
              ${orphaned.slice(0, MOST).map(
                ({ pointer, value }) =>
                  html`<dt class="mono">${cut(pointer.slice(1), 100)}</dt>
                    <dd>${cut(typeof value === 'string' ? value : toJson(value), SHOWN)}</dd>`,
              )}
            </dl>
            ${orphaned.length > MOST ? html`<p>${t.rich('itemForm.andMore', { more: orphaned.length - MOST })}</p>` : nothing}
          </details>`
        : nothing
    }
  </div>`;
}
