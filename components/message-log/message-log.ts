import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Session } from '../../src/index.js';
import {
  fitsFilter,
  isEmptyFilter,
  type LoggedMessage,
  type LoggedRow,
  MAX_LOGGED_CHARACTERS,
  MAX_LOGGED_ROWS,
  type MessageFilter,
  type MessageLog,
  messageLogOf,
  placeholderOf,
  redactedMessage,
  sizeOf,
  SNIPPET_LANGUAGES,
  type SnippetLanguage,
  snippetOf,
  textOfMessage,
} from '../../src/messages/index.js';
import { toJson } from '../../src/util/json.js';
import { sessionContext } from '../context.js';
import { checkboxField, searchField, selectField } from '../internal/bar.js';
import { closeDetailsOnEscape } from '../internal/close-on-escape.js';
import { t as common } from '../words/common-words.js';
import { FilteredRows } from '../list/filtered-rows.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { ListNavigation } from '../list/list.js';
import { listBox, optionRow } from '../list/list-box.js';
import { McpElement } from '../internal/mcp-element.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { dateOf, timeOf } from '../internal/text.js';
import { EqualRows, VirtualList } from '../list/virtual-list.js';
import { LogUpdates } from '../log/log-updates.js';
import { differenceOf } from './comparison.js';
import { EditAndSend } from './edit-and-send.js';
import { exchangeView, whyRevision } from './exchange-view.js';
import { messageLogStyles } from './message-log.styles.js';
import { t } from './messages.js';
import { factsOf, hide, mask, titleOf, toneOf } from './row-words.js';
import { Saving } from './saving.js';

const KINDS = ['request', 'answer', 'notification', 'log', 'http', 'sign-in'] as const;

const EVERYTHING: MessageFilter = {};

/** Rows around the visible ones that are in the DOM. */
const ROWS_AROUND = 8;

/**
 * @summary Shows every message between this page and its server as it goes by, with the HTTP exchange under it: to search, compare, edit and send again, and copy as a program.
 *
 * The messages are in memory only, with their secrets, which are hidden until the person shows them. The session needs the option
 * `messages`, or its element the attribute.
 *
 * @csspart base - The whole contents.
 * @csspart bar - The search field and the filters.
 * @csspart search - The search field.
 * @csspart select - A select.
 * @csspart checkbox - A check box.
 * @csspart list - A list.
 * @csspart item - One item of a list.
 * @csspart details - A part that expands and collapses.
 * @csspart text - Text.
 * @csspart input - Every input.
 * @csspart button - Every button.
 * @csspart actions - The buttons.
 * @csspart note - A notice or a hint.
 * @csspart warning - A notice of something that may harm.
 * @csspart count - The number of rows.
 * @csspart empty - The text when there is nothing.
 * @csspart error - An error with its remedy.
 * @csspart retry-button - The button that tries again.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-message-log-size=32em] - Height of the element, outside of a client.
 */
export class McpMessageLogElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, messageLogStyles, preferredWidth(50)];

  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #rows = new FilteredRows<LoggedRow, MessageFilter>({
    everything: EVERYTHING,
    matcher: (filter) => {
      const matches = fitsFilter(filter);
      const matcher = {
        isEmpty: isEmptyFilter(filter),
        cost: 0,
        matches: (row: LoggedRow): boolean => {
          matcher.cost += filter.text && row.kind === 'message' ? sizeOf(row) : 1;
          return matches(row);
        },
      };
      return matcher;
    },
    isSame: (one, other) => one === other,
    changed: () => this.requestUpdate(),
  });
  readonly #virtual = new VirtualList(this, {
    scroller: () => this.list,
    count: () => this.#rows.count,
    layout: new EqualRows(),
    allUpTo: 0,
    around: ROWS_AROUND,
    step: ROWS_AROUND,
    inViewAtFirst: 20,
    keys: {
      keyAt: (row) => this.#rows.numberAt(row),
      indexOf: (number) => this.#rows.rowOf(number),
      has: (number) => this.#rows.has(number),
    },
  });
  readonly #navigation = new ListNavigation(this, {
    count: () => this.#rows.count,
    label: (row) => this.#titleAt(row),
    pageSize: () => this.#virtual.pageSize,
    reveal: (row) => this.#virtual.reveal(row),
    choose: (row) => this.#choose(this.#rows.numberAt(row)),
  });
  /** Rows that changed since they were drawn: they may fit the filter now, or no more. */
  readonly #changedRows = new Set<number>();
  #unfollowRows: (() => void) | undefined;
  readonly #updates = new LogUpdates(this, () => {
    this.#rows.recheck(this.#changedRows);
    this.#changedRows.clear();
    this.#rows.bookChanged();
    this.requestUpdate();
  });
  readonly #focus = new FocusFallback(this, ['[role="listbox"]', '[part~="search"]', '[part~="base"]']);
  readonly #editing = new EditAndSend(this);
  readonly #saving = new Saving(this);
  #log: MessageLog | undefined;

  @query('[role="listbox"]') private readonly list!: HTMLElement | null;
  @query('input[type="search"]') private readonly search!: HTMLInputElement | null;

  @state() private filter: MessageFilter = EVERYTHING;
  @state() private chosen: number | undefined;
  @state() private pinned: ReadonlySet<number> = new Set();
  /** The message that the next chosen one is compared with. */
  @state() private comparedWith: LoggedMessage | undefined;
  @state() private isWhole = false;
  @state() private areClaimsShown = false;
  @state() private told = '';

  /** The session whose messages are shown; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('session')) this.#begin();
    this.#rows.show(this.#log, this.filter);
  }

  #begin(): void {
    const { session } = this;
    // A session of another version of this library, which a page may give, has none.
    this.#log = session?.messages?.isOn ? messageLogOf(session) : undefined;
    this.#updates.follow(this.#log);
    this.#changedRows.clear();
    this.#followRows();
    this.#saving.reset();
    this.#virtual.followEnd();
    this.filter = EVERYTHING;
    this.pinned = new Set();
    this.comparedWith = undefined;
    this.#show(undefined);
  }

  #followRows(): void {
    this.#unfollowRows?.();
    this.#unfollowRows = this.isConnected
      ? this.#log?.followRows((number) => this.#changedRows.add(number))
      : undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#followRows();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollowRows?.();
    this.#unfollowRows = undefined;
  }

  /** Forgets the messages of the session, for every element that shows them. */
  clear(): void {
    this.#log?.clear();
    this.pinned = new Set();
    this.comparedWith = undefined;
    this.#show(undefined);
  }

  /** Focuses the search field. */
  focusSearch(): void {
    this.search?.focus();
    this.search?.select();
  }

  override focus(options?: FocusOptions): void {
    (this.#rows.count > 0 ? this.list : this.search)?.focus(options);
  }

  #titleAt(row: number): string {
    const found = this.#log?.at(this.#rows.numberAt(row));
    return found && this.session ? titleOf(found, this.session.redactor) : '';
  }

  readonly #change = (some: MessageFilter): void => {
    this.filter = { ...this.filter, ...some };
    this.#navigation.moveTo(-1);
    this.#virtual.followEnd();
  };

  #show(number: number | undefined): void {
    this.chosen = number;
    this.isWhole = false;
    this.areClaimsShown = false;
    this.told = '';
    this.#editing.close();
  }

  #choose(number: number | undefined): void {
    this.#show(number);
    if (number !== undefined) this.#virtual.stopFollowing();
    void this.updateComplete.then(() => {
      if (this.list?.checkVisibility()) this.list.focus();
      else this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  /** Shows the target row of a link, also if the filter hides it. */
  #goTo({ number }: LoggedRow): void {
    if (!this.#rows.has(number)) this.filter = EVERYTHING;
    this.#show(number);
    void this.updateComplete.then(() => {
      const row = this.#rows.rowOf(number);
      this.#navigation.moveTo(row);
      this.#virtual.reveal(row);
      this.renderRoot.querySelector<HTMLElement>('.detail')?.focus();
    });
  }

  #togglePin(number: number): void {
    const pinned = new Set(this.pinned);
    if (!pinned.delete(number)) pinned.add(number);
    this.pinned = pinned;
    if (this.filter.numbers) this.filter = { ...this.filter, numbers: pinned };
  }

  readonly #handlers = {
    onKeydown: (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || this.chosen === undefined) return this.#navigation.onKeydown(event);
      event.stopPropagation();
      this.#choose(undefined);
    },
    onFocus: (): void => {
      if (this.#navigation.active < 0 && this.list?.matches(':focus-visible'))
        this.#navigation.moveTo(Math.max(0, this.#virtual.firstInView));
    },
    onClick: (event: Event): void => {
      const row = (event.target as Element).closest<HTMLElement>('[role="option"]')?.dataset['row'];
      if (row === undefined) return;
      this.#navigation.moveTo(Number(row));
      this.#choose(this.#rows.numberAt(Number(row)));
    },
  };

  override render(): TemplateResult {
    const { session } = this;
    const log = this.#log;
    const all = log?.count ?? 0;
    const shown = this.#rows.count;
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('messageLog.messages')}>
      <div class="whole">
        ${log && (all > 0 || !isEmptyFilter(this.filter)) ? this.#renderBar() : nothing}
        ${session && log && all > 0 ? nothing : this.#renderEmpty(session)}
        ${all > 0 && shown === 0 && !this.#rows.isSearching ? this.#renderNoneMatch() : nothing}
        ${session && log && shown > 0 ? this.#renderPanes(session, log) : nothing}
        ${session && log && all > 0 ? this.#renderFoot(session, log, shown) : nothing}
        <p class="small quiet" role="status">${this.#saving.outcome}</p>
      </div>
    </div>`;
  }

  #renderBar(): TemplateResult {
    const { text = '', kind, direction, failed, numbers } = this.filter;
    const onKeydown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && text) {
        // Escape first clears the search. Only without a search does it reach the elements around.
        event.stopPropagation();
        this.#change({ text: '' });
      } else if (event.key === 'ArrowDown' || event.key === 'Enter') this.list?.focus();
      else return;
      event.preventDefault();
    };
    return html`<div class="bar" part="bar">
      ${searchField({ label: t('messageLog.search'), of: this, value: text, onInput: (sought) => this.#change({ text: sought }), onKeydown })}
      ${selectField<MessageFilter['kind']>({
        label: t('messageLog.what'),
        isLabelHidden: true,
        name: 'kind-select',
        options: [
          [undefined, t('messageLog.everything')],
          ...KINDS.map((each) => [each, t(`messageLog.kind.${each}`)] as const),
        ],
        selected: kind,
        onChange: (chosen) => this.#change({ kind: chosen }),
      })}
      ${selectField<MessageFilter['direction']>({
        label: t('messageLog.direction'),
        isLabelHidden: true,
        name: 'direction-select',
        options: [
          [undefined, t('messageLog.both')],
          ['sent', t('messageLog.side.sent')],
          ['received', t('messageLog.side.received')],
        ],
        selected: direction,
        onChange: (chosen) => this.#change({ direction: chosen }),
      })}
      ${checkboxField({
        label: t('messageLog.onlyFailed'),
        name: 'failed-check',
        checked: failed === true,
        onChange: (checked) => this.#change({ failed: checked }),
      })}
      ${
        this.pinned.size > 0 || numbers
          ? checkboxField({
              label: t('messageLog.onlyPinned'),
              name: 'pinned-check',
              checked: numbers !== undefined,
              onChange: (checked) => this.#change({ numbers: checked ? this.pinned : undefined }),
            })
          : nothing
      }
    </div>`;
  }

  #renderEmpty(session: Session | undefined): TemplateResult {
    if (!session) return html`<p class="quiet" part="empty">${t('messageLog.noSession')}</p>`;
    if (!this.#log) return html`<p class="quiet" part="empty">${t('messageLog.isOff')}</p>`;
    return html`<p class="quiet" part="empty">${t('messageLog.none')} ${t('messageLog.noneMore')}</p>`;
  }

  #renderNoneMatch(): TemplateResult {
    return html`<div class="empty" part="empty">
      <span>${t('messageLog.noneMatch')}</span>
      <button part="button" data-name="show-all-button" type="button" @click=${() => (this.filter = EVERYTHING)}>
        ${t('messageLog.showAll')}
      </button>
    </div>`;
  }

  #renderPanes(session: Session, log: MessageLog): TemplateResult {
    const row = this.chosen === undefined ? undefined : log.at(this.chosen);
    return html`<div class="panes ${row ? 'chosen' : ''}">
      ${this.#renderList(log, session)} ${row ? this.#renderDetail(row, session) : nothing}
    </div>`;
  }

  #renderList(log: MessageLog, { redactor }: Session): TemplateResult {
    const { first, end } = this.#virtual;
    const count = this.#rows.count;
    const { active } = this.#navigation;
    const numbers = Array.from({ length: end - first }, (_, at) => this.#rows.numberAt(first + at));
    return listBox({
      label: t('messageLog.list'),
      active: active >= first && active < end ? active : undefined,
      isBusy: this.#rows.isSearching,
      ...this.#handlers,
      rows: repeat(
        numbers,
        (number) => number,
        (number, at) => {
          const row = log.at(number);
          if (!row) return nothing;
          return optionRow({
            index: first + at,
            position: first + at + 1,
            of: count,
            isActive: first + at === active,
            isSelected: number === this.chosen,
            name: 'message',
            className: toneOf(row),
            content: this.#renderRow(row, redactor),
          });
        },
      ),
    });
  }

  #renderRow(row: LoggedRow, redactor: Session['redactor']): TemplateResult {
    const isSent = row.kind === 'exchange' || row.direction === 'sent';
    const facts = [
      timeOf(row.at),
      ...(this.pinned.has(row.number) ? [t('messageLog.pinned')] : []),
      ...factsOf(row, redactor),
    ];
    return html`<span class="label parts"
        ><span class="side dot" aria-hidden="true">${isSent ? '→' : '←'} </span
        ><span class="rest" dir="auto">${titleOf(row, redactor)}</span></span
      >
      <span class="line parts"
        ><span class="rest"
          >${facts.map((fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi>${fact}</bdi>`)}<span class="visually-hidden"
            >, ${t(isSent ? 'messageLog.side.sent' : 'messageLog.side.received')}</span
          ></span
        ></span
      >`;
  }

  readonly #closeDetails = closeDetailsOnEscape(() => this.#choose(undefined));

  #renderDetail(row: LoggedRow, session: Session): TemplateResult {
    const { redactor } = session;
    const title = titleOf(row, redactor);
    const exchanges = row.kind === 'exchange' ? [row.exchange] : row.exchanges;
    const other = this.comparedWith;
    return html`<section
      class="detail"
      part="details"
      data-name="detail"
      tabindex="-1"
      aria-label=${title}
      @keydown=${this.#closeDetails}
    >
      <div class="detail-head">
        <h2><bdi>${title}</bdi></h2>
        <button
          class="plain small"
          part="button"
          data-name="pin-button"
          type="button"
          @click=${() => this.#togglePin(row.number)}
        >
          ${this.pinned.has(row.number) ? t('messageLog.unpin') : t('messageLog.pin')}
        </button>
        <button
          class="plain small"
          part="button"
          data-name="close-button"
          type="button"
          @click=${() => this.#choose(undefined)}
        >
          ${common('common.close')}
        </button>
      </div>
      <p class="small quiet">
        ${[dateOf(row.at), ...factsOf(row, redactor)].map((fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi>${fact}</bdi>`)}
      </p>
      ${row.kind === 'message' && row.failure !== undefined ? html`<p class="small note ${row.isCancelled ? '' : 'error'}"><bdi>${hide(row.failure, redactor)}</bdi></p>` : nothing}
      ${this.#renderActions(row, session)} ${this.#editing.render(session)}
      ${other ? this.#renderComparison(other, row, session) : nothing}
      ${row.kind === 'message' && !other ? this.#renderMessage(row, session) : nothing}
      ${exchanges.map((exchange) =>
        exchangeView({
          exchange,
          session,
          isWhole: this.isWhole,
          isOpen: row.kind === 'exchange',
          areClaimsShown: this.areClaimsShown,
          showClaims: () => (this.areClaimsShown = true),
        }),
      )}
      ${row.kind === 'message' ? html`<p class="small quiet">${t('messageLog.revision')}: ${whyRevision(row)}</p>` : nothing}
    </section>`;
  }

  #renderLinks({ about, answer }: LoggedMessage): TemplateResult {
    const link = (label: string, to: LoggedMessage | undefined): TemplateResult | typeof nothing =>
      to
        ? html`<button
            class="small"
            part="button"
            data-name="related-button"
            type="button"
            @click=${() => this.#goTo(to)}
          >
            ${label}
          </button>`
        : nothing;
    return html`${link(t('messageLog.toRequest'), about)}${link(t('messageLog.toAnswer'), answer)}`;
  }

  #renderActions(row: LoggedRow, session: Session): TemplateResult {
    const copy = (language: SnippetLanguage | 'json'): TemplateResult =>
      html`<button
        class="plain small"
        part="button"
        data-name="copy-${language}-button"
        type="button"
        @click=${() => void this.#copy(row as LoggedMessage, language, session)}
      >
        ${t(`messageLog.language.${language}`)}
      </button>`;
    const isOurs = row.kind === 'message' && row.direction === 'sent' && row.type === 'request';
    const isOverHttp = isOurs && row.exchanges.length > 0;
    return html`<div class="row" part="actions">
        ${row.kind === 'message' ? this.#renderLinks(row) : nothing}
        <button
          class="small"
          part="button"
          data-name="secrets-button"
          type="button"
          @click=${() => (this.isWhole = !this.isWhole)}
        >
          ${this.isWhole ? t('messageLog.hideSecrets') : t('messageLog.showSecrets')}
        </button>
        ${
          isOurs
            ? html`<button
                class="small"
                part="button"
                data-name="edit-button"
                type="button"
                @click=${() => this.#editing.open(row, session)}
              >
                ${t('messageLog.editAndSend')}
              </button>`
            : nothing
        }
        ${
          row.kind === 'message' && !this.comparedWith
            ? html`<button
                class="small"
                part="button"
                data-name="compare-button"
                type="button"
                @click=${() => (this.comparedWith = row)}
              >
                ${t('messageLog.compare')}
              </button>`
            : nothing
        }
      </div>
      ${
        row.kind === 'message'
          ? html`<div class="row" role="group" aria-labelledby="copy-as">
              <span class="small quiet" id="copy-as">${t('messageLog.copyAs')}</span>
              ${isOverHttp ? SNIPPET_LANGUAGES.map(copy) : nothing}${copy('json')}
            </div>`
          : nothing
      }
      <p class="small" role="status">${this.told}</p>`;
  }

  async #copy(row: LoggedMessage, language: SnippetLanguage | 'json', { redactor }: Session): Promise<void> {
    const tell = (words: string): void => {
      if (this.chosen === row.number) this.told = words;
    };
    try {
      const snippet =
        language === 'json'
          ? { code: toJson(redactedMessage(row, redactor, placeholderOf), undefined, 2), variables: [] }
          : snippetOf(row, language, redactor);
      if (typeof snippet === 'string') return tell(t(`messageLog.noSnippet.${snippet}`, { method: row.method }));
      const { code, variables } = snippet;
      await navigator.clipboard.writeText(code);
      tell(
        variables.length > 0
          ? t('messageLog.copiedVariables', { count: variables.length, names: variables.join(', ') })
          : t('messageLog.copied'),
      );
    } catch {
      // Pages without encryption have no clipboard.
      tell(t('messageLog.notCopied'));
    }
  }

  #renderComparison(one: LoggedMessage, row: LoggedRow, { redactor }: Session): TemplateResult {
    const stop = html`<button
      class="small"
      part="button"
      data-name="stop-button"
      type="button"
      @click=${() => (this.comparedWith = undefined)}
    >
      ${t('messageLog.stopComparing')}
    </button>`;
    const title = `#${one.number} ${titleOf(one, redactor)}`;
    if (row === one || row.kind === 'exchange')
      return html`<div class="note" part="note" role="status">
        <span>${t('messageLog.compareWith', { title })}</span> ${stop}
      </div>`;
    const difference = differenceOf(one, row, redactor, this.isWhole);
    return html`<h3>${t('messageLog.compared', { title })}</h3>
      ${
        difference
          ? html`<mcp-code-view language="diff" .text=${difference}></mcp-code-view>`
          : html`<p role="status">${difference === '' ? t('messageLog.same') : t('messageLog.tooDifferent')}</p>`
      }
      <p>${stop}</p>`;
  }

  #renderMessage(row: LoggedMessage, { redactor }: Session): TemplateResult {
    if (this.isWhole) return html`<mcp-json-view .source=${textOfMessage(row.message)}></mcp-json-view>`;
    const safe = redactedMessage(row, redactor, mask);
    const isTooLong = [safe['params'], safe['result'], safe['error']].some((part) => typeof part === 'string');
    return isTooLong
      ? html`<p class="small note" part="note">${t('messageLog.tooLong')}</p>`
      : html`<mcp-json-view .source=${toJson(safe)}></mcp-json-view>`;
  }

  #renderFoot(session: Session, log: MessageLog, shown: number): TemplateResult {
    const all = t('messageLog.count', { count: log.count });
    const count = shown === log.count ? all : t('messageLog.shownOf', { shown, all });
    const { dropped } = log;
    return html`<div class="foot">
      <p class="small quiet" part="count">
        ${this.#rows.isSearching ? t('messageLog.searching', { all }) : count}
        ${dropped > 0 ? html` · ${t('messageLog.dropped', { count: dropped, most: MAX_LOGGED_ROWS, characters: MAX_LOGGED_CHARACTERS })}` : nothing}
      </p>
      ${
        this.#virtual.isFollowing
          ? nothing
          : html`<button
              class="plain small"
              part="button"
              data-name="newest-button"
              type="button"
              @click=${() => this.#virtual.followEnd()}
            >
              ${t('messageLog.jumpToNewest')}
            </button>`
      }
      <button class="plain small" part="button" data-name="clear-button" type="button" @click=${() => this.clear()}>
        ${t('messageLog.clear')}
      </button>
      ${this.#saving.render(shown, session, () => this.#shownRows(log))}
    </div>`;
  }

  #shownRows(log: MessageLog): readonly LoggedRow[] {
    if (isEmptyFilter(this.filter)) return log.all();
    const rows = Array.from({ length: this.#rows.count }, (_, row) => log.at(this.#rows.numberAt(row)));
    return rows.filter((row) => row !== undefined);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-message-log': McpMessageLogElement;
  }
}
