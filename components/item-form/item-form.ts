import { consume } from '@lit/context';
import { css, type CSSResult, type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type CatalogState,
  type CompletionReference,
  displayName,
  itemsOf,
  type JsonObject,
  type Progress,
  type Session,
  type SessionState,
  serverOffers,
} from '../../src/index.js';
import type { FormOf } from '../../src/storage/index.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { Debounced, StoreController, IntervalController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { type Noun, collapsedText, collapsedTextStyles, cut, hostOf } from '../internal/text.js';
import type { SuggestValues } from '../schema-field/combobox.js';
import { type Storing } from '../schema-field/secrecy-note.js';
import { issuesInWords, issueSummary, issueSummaryStyles } from '../schema-field/issue-summary.js';
import { type ItemDraft, type ItemKind } from './draft.js';
import { SessionDrafts } from './session-drafts.js';
import { type RunState } from './call-runner.js';
import { itemFormStyles, historyStyles } from './item-form.styles.js';
import { SavedArgumentsController } from './saved-arguments.js';
import { notice } from '../internal/notice.js';
import { barStyles } from '../internal/bar.js';

interface SubmitRow {
  readonly label: string;
  readonly canSubmit: boolean;
  readonly press: (event: Event) => void;
  /** Buttons beside the submit button. */
  readonly more: unknown;
}

function submitRow({ label, canSubmit, press, more }: SubmitRow): TemplateResult {
  // The button does not take focus on press, so that no new message moves it away under the pointer.
  return html`<div class="row" part="actions">
    <button
      class="primary"
      part="button submit-button"
      type="button"
      aria-disabled=${canSubmit ? nothing : 'true'}
      @mousedown=${(event: Event) => event.preventDefault()}
      @click=${press}
    >
      ${label}
    </button>
    ${more}
  </div>`;
}

/** Explains why the submit button does nothing at the moment. */
function connectionNote(
  url: string | undefined,
  phase: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  if (url === undefined || phase === 'ready') return nothing;
  const words = phase === 'connecting' ? 'Connecting to' : 'Not connected to';
  return html`<p class="small quiet" role="status">${words} ${hostOf(url)}. What you typed stays.</p>`;
}

/** Characters of a description that are shown. “More” shows the rest. */
const SHORT = 480;

interface ItemFacts {
  readonly title: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The server's host; empty without a connection. */
  readonly host: string;
  /** The server's claims about the item, if there are any. */
  readonly claims?: TemplateResult | undefined;
}

/** Shows the server's name and description of the item, and the server's host. */
function itemHeader({ title, name, description, host, claims }: ItemFacts): TemplateResult {
  return html`<header part="header">
    <h2 part="title"><bdi>${title}</bdi></h2>
    <p class="where small quiet">
      ${title === name ? nothing : html`<code>${name}</code>`} ${host ? html`<span>on ${host}</span>` : nothing}
    </p>
    ${collapsedText(description, SHORT)} ${claims ?? nothing}
  </header>`;
}

const itemHeaderStyles: CSSResult = css`
  header {
    display: grid;
    gap: var(--_space-xs);
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-s);
  }
  .where:not(:has(*)) {
    display: none;
  }
  .claims {
    margin-block-start: var(--_space-xs);
  }
  .claims em {
    font-style: normal;
    border-block-end: 1px dotted currentColor;
  }
`;

interface Sought {
  readonly noun: Noun;
  /** The requested name, if there is one. */
  readonly name: string | undefined;
  readonly session: SessionState | undefined;
  readonly catalog: CatalogState<unknown> | undefined;
  readonly retry: () => void;
}

/** Explains why there is no form, and what the person can do. */
function missing({ noun, name, session, catalog, retry }: Sought): TemplateResult {
  if (!name) return empty(`No ${noun.one} chosen`, `Choose a ${noun.one} to see what it does and what it needs.`);
  if (!session || !catalog) {
    return empty('No server yet', `Inside <mcp-session>, or with its session property set, this shows ${name}.`);
  }
  switch (catalog.phase) {
    case 'failed':
      return problem(`The ${noun.other} could not be loaded.`, catalog.error, { label: 'Try again', run: retry });
    case 'unsupported':
      return empty(`No ${noun.other}`, `This server offers no ${noun.other}.`);
    case 'ready':
    case 'stale':
      return notThere(noun, name, catalog);
    default:
      if (session.phase === 'failed' || session.phase === 'closed' || session.phase === 'idle') {
        return empty('Not connected', `${name} shows here once the server is connected.`);
      }
      return html`<div class="skeleton" part="skeleton" role="status">
        <span class="visually-hidden">Loading ${name}.</span><i></i><i></i><i></i>
      </div>`;
  }
}

type Listed = Extract<CatalogState<unknown>, { phase: 'ready' | 'stale' }>;

function notThere(noun: Noun, name: string, catalog: Listed): TemplateResult {
  const fault = catalog.problems.find((each) => each.name === name);
  return notice({
    tone: 'warning',
    part: 'empty',
    title: html`This server has no usable ${noun.one} <code>${name}</code>.`,
    lines: [fault ? fault.message : `It is not in the server’s list of ${noun.other}.`],
    more:
      catalog.phase === 'stale' && catalog.refreshing
        ? html`<span class="quiet">Checking for changes.</span>`
        : nothing,
  });
}

function empty(title: string, words: string): TemplateResult {
  return html`<div class="empty" part="empty">
    <h2>${title}</h2>
    <p class="quiet">${words}</p>
  </div>`;
}

/** Characters of a server's progress message that are shown. */
const SHOWN = 300;

const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Shows the progress of a call, and a button that cancels it. */
function running(elapsedMs: number, progress: Progress | undefined, cancel: () => void): TemplateResult {
  const { total } = progress ?? {};
  const isMeasured = progress !== undefined && total !== undefined && total > 0;
  return html`<div class="running" part="progress">
    <p class="small quiet">Running · ${seconds.format(elapsedMs / 1000)} s</p>
    <progress
      aria-label="Progress"
      max=${isMeasured ? total : nothing}
      value=${isMeasured ? Math.min(progress.progress, total) : nothing}
    ></progress>
    ${progress ? html`<p>${progressInWords(progress)}</p>` : nothing}
    <div class="row">
      <button class="cancel" part="button cancel-button" type="button" @click=${cancel}>Cancel</button>
    </div>
  </div>`;
}

/** Returns a text such as “2 of 5: “Indexing””, with the server's message as a quotation. */
function progressInWords({ progress, total, message }: Progress): string {
  const amount = total === undefined ? `${round(progress)} done` : `${round(progress)} of ${round(total)}`;
  return message ? `${amount}: “${cut(message, SHOWN)}”` : amount;
}

function round(amount: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(amount);
}

/** Milliseconds between two announcements of progress. */
const PROGRESS_SPOKEN_MS = 5_000;

/** Announces the state of a call briefly and not too often, because a screen reader reads every change aloud. */
class Spoken<Result> {
  #text = '';
  #at = -Infinity;

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
    this.#at = -Infinity;
  }

  tell(state: RunState<Result>, inWords: (result: Result) => string): void {
    if (state.phase === 'running' && state.progress) {
      const now = performance.now();
      if (now - this.#at < PROGRESS_SPOKEN_MS) return;
      this.#text = progressInWords(state.progress);
      this.#at = now;
    } else {
      this.say(state.phase === 'done' ? inWords(state.result) : state.phase === 'failed' ? state.error.message : '');
    }
  }
}

/** Requests values of an argument from a server, and sends the values of the other arguments. */
export class Suggester {
  readonly #ref: CompletionReference;
  readonly #argumentsSoFar: () => unknown;
  #made: { readonly by: Session; readonly suggest: SuggestValues } | undefined;

  /** @param argumentsSoFar the values of all arguments, by name */
  constructor(ref: CompletionReference, argumentsSoFar: () => unknown) {
    this.#ref = ref;
    this.#argumentsSoFar = argumentsSoFar;
  }

  /**
   * Returns the same function for the same session, because another function would render every field again.
   * @returns undefined if the server completes nothing, so that a plain input is shown
   */
  from(session: Session | undefined): SuggestValues | undefined {
    const state = session?.state.get();
    if (!session || state?.phase !== 'ready' || !serverOffers(state.server.capabilities, 'completion/complete'))
      return undefined;
    if (this.#made?.by !== session) this.#made = { by: session, suggest: this.#asking(session) };
    return this.#made.suggest;
  }

  #asking(session: Session): SuggestValues {
    return async (field, text, signal) => {
      // A row of a list completes the variable that the list is for.
      const name = field.name ?? field.parent?.name ?? '';
      const known = textsIn(this.#argumentsSoFar(), name);
      const { values, hasMore, total } = await session.complete(this.#ref, { name, value: text }, known, { signal });
      return { values, hasMore: hasMore === true || (total ?? 0) > values.length };
    };
  }
}

/** Returns the known values, without the value of the requested argument. */
function textsIn(values: unknown, except: string): Record<string, string> {
  const known = Object.entries((values ?? {}) as JsonObject).filter(
    (pair): pair is [string, string] => pair[0] !== except && typeof pair[1] === 'string',
  );
  return Object.fromEntries(known);
}

/**
 * The form of a tool or a prompt: finds the item, shows its fields, runs it when the button is pressed, and shows the
 * result. The draft of each item, with its call, stays as long as the element exists.
 */
export abstract class ItemFormElement<
  Item extends {
    readonly name: string;
    readonly title?: string | undefined;
    readonly description?: string | undefined;
  },
  Args,
  Result,
  Draft extends ItemDraft<Item, Args, Result>,
> extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    collapsedTextStyles,
    preferredWidth(36),
    itemHeaderStyles,
    issueSummaryStyles,
    itemFormStyles,
    barStyles,
    historyStyles,
  ];

  readonly #kind: ItemKind<Item, Draft>;
  readonly #drafts: SessionDrafts<Draft>;
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #catalog = new StoreController<CatalogState<Item>>(this, () =>
    this.definition || !this.wanted || !this.session ? undefined : this.#kind.catalog(this.session).state,
  );
  readonly #run = new StoreController<RunState<Result>>(this, () => this.draft?.run.state);
  readonly #spoken = new Spoken<Result>();
  readonly #savedArguments = new SavedArgumentsController(this);
  /** The item that was last in the list. */
  #last: { readonly item: Item; readonly session: Session | undefined } | undefined;
  protected draft: Draft | undefined;
  /** A selector for the element that gets focus after the next rendering. */
  protected focusNext: string | undefined;

  @query('mcp-schema-field') protected readonly fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  /** The item itself, for use without a list. Takes precedence over its name. */
  @property({ attribute: false })
  definition: Item | undefined;

  /** The session that runs the item; by default the surrounding one. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  constructor(kind: ItemKind<Item, Draft>) {
    super();
    this.#kind = kind;
    this.#drafts = new SessionDrafts(kind.createDraft);
    new Debounced(this, () => (this.draft?.issueSource ? this.draft.form.changes : undefined));
    new IntervalController(this, () => this.draft?.run.isRunning === true, 100);
  }

  /** The person's choice to store possible secrets. */
  protected get storing(): Storing | undefined {
    return this.#savedArguments.storing;
  }

  /** The name to look for in the list. */
  protected abstract get wanted(): string | undefined;
  /** Runs the item and dispatches the events about the result. */
  protected abstract call(item: Item, draft: Draft, args: Args): Promise<void>;
  protected abstract renderFields(draft: Draft): TemplateResult;
  protected abstract renderResult(result: Result, durationMs: number): TemplateResult;
  protected abstract renderFailure(state: RunState<Result> & { phase: 'failed' }, item: Item): TemplateResult;
  /** True unless the result reports a failure. */
  protected isSuccess(_result: Result): boolean {
    return true;
  }
  /** Returns the result in a few words, for screen readers. */
  protected abstract resultInWords(result: Result): string;
  /** Renders buttons beside the submit button. */
  protected renderMoreActions(_draft: Draft): unknown {
    return nothing;
  }
  /** Renders further information about the item. */
  protected renderBelowActions(_item: Item): unknown {
    return nothing;
  }

  protected override willUpdate(): void {
    const item = this.#item;
    this.draft = item && this.#drafts.of(this.session, item.name);
    const connection = this.#connection.value;
    if (item) this.draft?.follow(item, connection?.phase === 'ready' ? connection.server : undefined);
    const listed = this.#listed;
    if (listed) this.#last = { item: listed, session: this.session };
    this.#savedArguments.show({ session: this.session, of: item && this.#of(item), draft: this.draft });
    const state = this.#run.value ?? { phase: 'none' };
    const isWrong = this.draft?.issueSource === 'form';
    if (this.draft && isWrong) this.#spoken.say(issuesInWords(this.draft.issues));
    else this.#spoken.tell(state, (result) => this.resultInWords(result));
    // The focused button is about to be removed, and focus must not move to the page.
    const focused = this.shadowRoot?.activeElement;
    if (focused?.matches('.cancel') && !this.draft?.run.isRunning) this.focusNext = '.primary';
  }

  protected override updated(): void {
    if (this.focusNext) this.renderRoot.querySelector<HTMLElement>(this.focusNext)?.focus();
    this.focusNext = undefined;
  }

  get #item(): Item | undefined {
    return this.#listed ?? (this.#isGone ? this.#last?.item : undefined);
  }

  /** True if the server does not list the item any more, and the person has filled in its form or run it. */
  get #isGone(): boolean {
    const [last, catalog] = [this.#last, this.#catalog.value];
    const isKnown = last?.item.name === this.wanted && last?.session === this.session;
    if (!last || !isKnown || this.#listed || (catalog?.phase !== 'ready' && catalog?.phase !== 'stale')) return false;
    const draft = this.#drafts.of(this.session, last.item.name);
    return !draft.isPristine || draft.run.state.get().phase !== 'none';
  }

  get #listed(): Item | undefined {
    if (this.definition) return this.definition;
    const catalog = this.#catalog.value;
    return catalog && itemsOf(catalog).find((each) => each.name === this.wanted);
  }

  /**
   * Without a session, the page that set the definition may run the item itself. With a session, the session must be
   * ready.
   */
  protected get canSubmit(): boolean {
    const isReady = this.session ? this.#connection.value?.phase === 'ready' : this.definition !== undefined;
    return isReady && !this.#isGone && this.draft?.run.isRunning !== true && this.draft?.isChecking !== true;
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    void this.#submit();
  };

  readonly #onPress = (event: Event): void => {
    // A person who pressed the button is no longer typing, so a dialog about this call may open.
    (event.currentTarget as HTMLElement).focus();
    void this.#submit();
  };

  async #submit(): Promise<void> {
    const item = this.#item;
    const { draft } = this;
    if (!item || !draft || !this.canSubmit) return;
    if (draft.news.takeUnseen()) return this.#showNews();
    const { form } = draft;
    const args = await draft.check();
    this.requestUpdate();
    // The server changed the form during the check: what was checked is not what is on the screen.
    if (args !== undefined && draft.form !== form) {
      draft.news.takeUnseen();
      return this.#showNews();
    }
    if (args !== undefined) await this.#call(item, draft, args);
    else if (draft === this.draft) this.focusNext = draft.issues.length > 0 ? '.summary' : '#json';
  }

  #showNews(): void {
    this.focusNext = '.news';
    this.requestUpdate();
  }

  async #call(item: Item, draft: Draft, args: Args): Promise<void> {
    const { session } = this;
    // A copy of what is sent: the person may type meanwhile.
    const sent = draft.toStored();
    const before = draft.run.state.get();
    draft.news.clear();
    await this.call(item, draft, args);
    const ended = draft.run.state.get();
    if (ended === before || ended.phase !== 'done' || !this.isSuccess(ended.result)) return;
    if (draft.orphaned.length > 0) {
      draft.orphaned = [];
      this.requestUpdate();
    }
    this.#savedArguments.used(session, this.#of(item), sent);
  }

  #of({ name }: Item): FormOf {
    return { kind: this.#kind.kind, name };
  }

  readonly #goTo = (pointer: string): void => {
    if (this.fields) this.fields.focusIssue(pointer);
    else this.renderRoot.querySelector<HTMLElement>('#json')?.focus();
  };

  /** Dispatches an error event, and shows the server's messages at their fields. */
  protected tellOfFailure(draft: Draft, state: RunState<Result>): void {
    if (state.phase !== 'failed') return;
    if (draft.showRefusal(state.error)) this.requestUpdate();
    this.dispatchEvent(new McpErrorEvent(state.error));
  }

  override render(): TemplateResult {
    const item = this.#item;
    const { draft } = this;
    if (!item || !draft) return this.#renderMissing();
    return html`<article part="base" aria-label=${displayName(item)}>
      ${itemHeader({
        title: displayName(item),
        name: item.name,
        description: item.description,
        host: hostOf(this.session?.url),
        claims: this.#kind.claims?.(item),
      })}
      <div class="form" part="form" @keydown=${this.#onKeydown}>
        ${draft.news.render(this.#kind.noun, this.#isGone)} ${this.renderFields(draft)}
        ${issueSummary({ form: draft.form, issues: draft.issues, isRefusal: draft.issueSource === 'server', goTo: this.#goTo })}
        ${this.#renderActions(item, draft)}
      </div>
      <div class="visually-hidden" role="status">${this.#spoken.text}</div>
      ${this.#renderRun(item, draft)}
    </article>`;
  }

  #renderMissing(): TemplateResult {
    const { session } = this;
    return missing({
      noun: this.#kind.noun,
      name: this.wanted,
      session: this.#connection.value,
      catalog: this.#catalog.value,
      retry: () => void (session && this.#kind.catalog(session).refresh()),
    });
  }

  #renderActions(item: Item, draft: Draft): TemplateResult {
    return html`${submitRow({
      label: `${this.#kind.act} ${item.name}`,
      canSubmit: this.canSubmit,
      press: this.#onPress,
      more: this.renderMoreActions(draft),
    })}
    ${this.#savedArguments.render()} ${this.renderBelowActions(item)}
    ${connectionNote(this.session?.url, this.#connection.value?.phase)}`;
  }

  #renderRun(item: Item, draft: Draft): TemplateResult {
    const state = draft.run.state.get();
    return html`${
        state.phase === 'running'
          ? running(performance.now() - state.startedAt, state.progress, () => draft.run.cancel())
          : nothing
      }
      ${draft.unchecked ? html`<p class="small quiet" part="note" data-name="unchecked">${draft.unchecked}</p>` : nothing}
      <section class="result" part="result" aria-label="Result">
        ${state.phase === 'done' ? this.renderResult(state.result, state.durationMs) : nothing}
        ${state.phase === 'failed' ? this.renderFailure(state, item) : nothing}
      </section>`;
  }
}
