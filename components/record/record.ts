import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { ENTRY_DAYS, MAX_ENTRIES, type ConsentRecord, type RecordEntry } from '../../src/consent/index.js';
import type { Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { foldInSight } from '../controllers/fold-in-sight.js';
import { FreshOnReturn } from '../controllers/fresh-on-return.js';
import { KeptConsent } from '../controllers/kept-consent.js';
import { StoreController } from '../controllers/store-controller.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { searchStyles } from '../styles/search.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { entryView } from './entry-view.js';
import { recordBar } from './record-bar.js';
import { ALL_ENTRIES, fitting, type RecordFilter } from './record-filter.js';
import { recordStyles } from './record.styles.js';
import { saveRecord } from './save-record.js';

/** Entries that are shown at once. */
const SHOWN = 50;

const ENTRY = { one: 'entry', other: 'entries' };

/**
 * @summary The record of what was asked and decided: who, what, when, on whose word; to search, save and erase.
 *
 * That of the session around it; without one, that of the page. Nothing that looks secret is in it.
 *
 * @csspart base - Everything.
 * @csspart fold - The fold that a quiet one is in.
 * @csspart bar - Search and choices.
 * @csspart search - The search field.
 * @csspart kind-select - What the entries shown are about.
 * @csspart answer-select - How they were decided.
 * @csspart server-select - Which server they are about, where there are several.
 * @csspart entry - One entry.
 * @csspart details - What was shown and answered, folded.
 * @csspart erase-button - Asks whether to erase one entry.
 * @csspart erase-all-button - Asks whether to erase all of them.
 * @csspart confirm-button - Erases.
 * @csspart keep-button - Does not.
 * @csspart more-button - Shows older entries.
 * @csspart download-button - Saves the entries shown as JSON.
 * @csspart empty - What is said when there is none.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpRecordElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, searchStyles, recordStyles];

  readonly #kept = new KeptConsent(
    this,
    () => this.session,
    () => this.#refresh(),
  );
  readonly #all = new StoreController(this, () => this.#record()?.all);
  readonly #fresh = new FreshOnReturn(this, () => this.#refresh());
  readonly #focus = new FocusFallback(this, ['[part="keep-button"]', '[part="search"]', '[part="base"]']);

  @state() private isRead = false;
  @state() private filter: RecordFilter = ALL_ENTRIES;
  @state() private shown = SHOWN;
  /** What the person is asked whether to erase: an entry by its id, or all. */
  @state() private asking: string | undefined;
  @state() private outcome = '';

  /** The session whose record is shown; by default that of the element around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** The record itself, from `openRecord()` of `mcp-embed/consent`: all of it is then shown. */
  @property({ attribute: false })
  record: ConsentRecord | undefined;

  /** Shows nothing where there is no entry, and a fold with their number otherwise. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('record')) this.#refresh();
  }

  #record(): ConsentRecord | undefined {
    return this.record ?? this.#kept.value?.record;
  }

  #refresh(): void {
    void this.#record()
      ?.refresh()
      .then(() => (this.isRead = true));
  }

  #entries(): readonly RecordEntry[] {
    const all = this.isRead ? (this.#all.value ?? []) : [];
    const kept = this.#kept.value;
    return this.record ? all : all.filter(({ server }) => kept?.isMeant(server));
  }

  readonly #change = (filter: Partial<RecordFilter>): void => {
    this.filter = { ...this.filter, ...filter };
    this.shown = SHOWN;
  };

  readonly #ask = (what: string): void => {
    this.asking = what;
    this.outcome = '';
  };

  readonly #keep = (): void => {
    const place = this.asking === ALL ? '.foot' : `[data-id="${this.asking}"]`;
    this.asking = undefined;
    // Back to where the question came from.
    void this.updateComplete.then(() =>
      this.renderRoot
        .querySelector<HTMLElement>(`${place} [part~="erase-button"], ${place} [part="erase-all-button"]`)
        ?.focus(),
    );
  };

  readonly #erase = ({ id }: RecordEntry): void => {
    this.asking = undefined;
    this.outcome = 'Erased one entry.';
    void this.#record()?.erase(id);
  };

  readonly #eraseAll = (entries: readonly RecordEntry[]): void => {
    this.asking = undefined;
    this.filter = ALL_ENTRIES;
    this.outcome = `Erased ${counted(entries.length, ENTRY)}.`;
    for (const server of new Set(entries.map((entry) => entry.server))) void this.#record()?.eraseAll(server);
  };

  override render(): TemplateResult | typeof nothing {
    const entries = this.#entries();
    if (this.quiet && entries.length === 0 && !this.outcome) return nothing;
    return html`<div part="base" tabindex="-1" role="group" aria-label="Record">
      ${
        this.quiet && entries.length > 0
          ? html`<details part="fold" @toggle=${foldInSight}>
              <summary>Record (${formatCount(entries.length)})</summary>
              ${this.#renderAll(entries)}
            </details>`
          : this.#renderAll(entries)
      }
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  #renderAll(entries: readonly RecordEntry[]): TemplateResult | typeof nothing {
    if (!this.isRead) return nothing;
    if (entries.length === 0) return this.quiet ? nothing : EMPTY;
    const found = fitting(entries, this.filter);
    return html`<div class="all">
      ${recordBar({ filter: this.filter, entries, change: this.#change })}
      ${found.length > 0 ? this.#renderEntries(found) : this.#renderNoneFits()} ${this.#renderFoot(entries, found)}
    </div>`;
  }

  #renderEntries(found: readonly RecordEntry[]): TemplateResult {
    return html`<ol class="entries">
        ${repeat(
          found.slice(0, this.shown),
          ({ id }) => id,
          (entry) =>
            entryView({
              entry,
              isAsking: this.asking === entry.id,
              ask: ({ id }) => this.#ask(id),
              erase: this.#erase,
              keep: this.#keep,
            }),
        )}
      </ol>
      ${
        found.length > this.shown
          ? html`<button type="button" part="more-button" @click=${() => (this.shown += SHOWN)}>
              Show older entries
            </button>`
          : nothing
      }`;
  }

  #renderNoneFits(): TemplateResult {
    return html`<div class="row" part="empty">
      <span class="quiet">No entry fits to what is chosen above.</span>
      <button type="button" @click=${() => this.#change(ALL_ENTRIES)}>Show all entries</button>
    </div>`;
  }

  #renderFoot(entries: readonly RecordEntry[], found: readonly RecordEntry[]): TemplateResult {
    const shown = Math.min(found.length, this.shown);
    if (this.asking === ALL)
      return html`<div class="foot" role="group" aria-label="Erase all entries?">
        <p>Erase ${counted(entries.length, ENTRY)} for good? What you decided stays.</p>
        <button type="button" part="confirm-button" @click=${() => this.#eraseAll(entries)}>Erase all</button>
        <button type="button" part="keep-button" @click=${this.#keep}>Keep</button>
      </div>`;
    return html`<div class="foot">
      <p class="small quiet">
        ${shown === entries.length ? nothing : `${formatCount(shown)} of `}${counted(entries.length, ENTRY)}. Kept for
        ${ENTRY_DAYS} days in this browser, ${formatCount(MAX_ENTRIES)} at most.
      </p>
      <button
        class="plain small"
        part="download-button"
        type="button"
        ?disabled=${found.length === 0}
        aria-label="Save ${counted(found.length, ENTRY)} as JSON"
        @click=${() => saveRecord(found)}
      >
        Save
      </button>
      <button class="plain small" part="erase-all-button" type="button" @click=${() => this.#ask(ALL)}>
        Erase all
      </button>
    </div>`;
  }
}

/** No id of an entry is a word. */
const ALL = 'all';

const EMPTY = html`<p class="quiet" part="empty">
  Nothing is recorded. Each call of a tool, and each question of a server, leaves an entry here: who wanted it, what was
  decided, when, and on whose word.
</p>`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-record': McpRecordElement;
  }
}
