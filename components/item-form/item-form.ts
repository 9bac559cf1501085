import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type CatalogState,
  type CompletionReference,
  displayName,
  itemsOf,
  type JsonObject,
  type McpError,
  type Session,
  type SessionState,
  serverOffers,
} from '../../src/index.js';
import type { FormOf } from '../../src/session/person/index.js';
import { sessionContext } from '../context.js';
import { McpErrorEvent } from '../events.js';
import { html } from '../internal/html.js';
import { type MenuItem, menu, menuItems, menuStyles } from '../internal/menu.js';
import { richErrorWords } from '../words/messages.js';
import { problemLine } from '../internal/problem.js';
import { ResultInSight } from '../internal/in-sight.js';
import { Debounced, StoreController } from '../internal/store-controller.js';
import { COPY_TOLD_MS } from '../internal/copy-button.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { formatHost } from '../internal/text.js';
import { collapsedTextStyles } from '../internal/long-text.js';
import type { SuggestValues } from '../schema-field/combobox.js';
import { type Storing } from '../schema-field/secrecy-note.js';
import { focusIssues, issuesInWords, issueSummary, issueSummaryStyles } from '../schema-field/issue-summary.js';
import { type ItemDraft, type ItemKind, showUnseen } from './draft.js';
import { SessionDrafts } from './session-drafts.js';
import { type RunState } from './call-runner.js';
import { fixButton, submitButton } from './actions-row.js';
import { DefinitionView, definitionStyles } from './definition.js';
import { itemHeader, itemHeaderStyles, missing } from './about-item.js';
import { actionsStyles, historyStyles, itemFormStyles } from './item-form.styles.js';
import { progressBar, runState, Spoken } from './run-state.js';
import { SavedArgumentsController } from './saved-arguments.js';
import { barStyles } from '../internal/bar.js';
import { ticking } from '../internal/ticking.js';
import { t } from './messages.js';

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
    menuStyles,
    barStyles,
    historyStyles,
    actionsStyles,
    definitionStyles,
  ];

  readonly #kind: ItemKind<Item, Draft>;
  readonly #drafts: SessionDrafts<Draft>;
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #changes = new StoreController(this, () => this.session && this.#kind.catalog(this.session).changes);
  readonly #catalog = new StoreController<CatalogState<Item>>(this, () =>
    this.definition || !this.wanted || !this.session ? undefined : this.#kind.catalog(this.session).state,
  );
  readonly #run = new StoreController<RunState<Result>>(this, () => this.draft?.run.state);
  readonly #spoken = new Spoken<Result>();
  readonly #savedArguments = new SavedArgumentsController(this);
  readonly #definition = new DefinitionView(this);
  readonly #inSight = new ResultInSight(this, () => this.#places);
  /** Why the last press of the button sent nothing. */
  #unseen = '';
  /** The outcome of copying, for a short time. */
  #copied = '';
  /** The phase of the shown call at the last rendering, to bring its changes into sight. */
  #shownRun: { readonly draft: Draft; readonly phase: RunState<Result>['phase'] } | undefined;
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
  protected abstract renderResult(state: RunState<Result> & { phase: 'done' }, item: Item): TemplateResult;
  protected abstract renderFailure(state: RunState<Result> & { phase: 'failed' }, item: Item): TemplateResult;
  /** True unless the result reports a failure. */
  protected isSuccess(_result: Result): boolean {
    return true;
  }
  /** Returns the result in a few words, for screen readers. */
  protected abstract resultInWords(result: Result): string;
  /** How a call ended, in a few words. */
  protected abstract endInWords(state: RunState<Result> & { phase: 'done' | 'failed' }, item: Item): string;
  /** The text of an error for screen readers. */
  protected failureInWords(error: McpError): string {
    return problemLine(error);
  }
  /** Renders ways to fill in the form, beside its title. */
  protected renderModes(_draft: Draft): unknown {
    return nothing;
  }
  /** Renders notes above the buttons. */
  protected renderNotes(): unknown {
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
    this.#speak(item);
    // The focused button is about to be removed, and focus must not move to the page.
    const focused = this.shadowRoot?.activeElement;
    if (focused?.matches('.cancel') && !this.draft?.run.isRunning) this.focusNext = '.primary';
  }

  #speak(item: Item | undefined): void {
    const isWrong = this.draft?.issueSource === 'form';
    if (this.draft && isWrong) return this.#spoken.say(issuesInWords(this.draft.issues, false, this.#kind.kind));
    this.#spoken.tell(this.#run.value ?? { phase: 'none' }, {
      start: item ? t(`itemForm.doing.${this.#kind.kind}`, { name: item.name }) : '',
      result: (result) => this.resultInWords(result),
      failure: (error) => this.failureInWords(error),
    });
  }

  protected override updated(): void {
    if (this.focusNext === '.summary') focusIssues(this.renderRoot, this.draft?.issues ?? []);
    else if (this.focusNext) this.renderRoot.querySelector<HTMLElement>(this.focusNext)?.focus();
    this.focusNext = undefined;
    this.#followRun();
  }

  /** Brings changes of the shown call into sight; not those from the time when another item was shown. */
  #followRun(): void {
    const { draft } = this;
    const before = this.#shownRun;
    const phase = draft?.run.state.get().phase;
    this.#shownRun = draft && phase ? { draft, phase } : undefined;
    if (!draft || before?.draft !== draft || before.phase === phase) return;
    if (phase === 'running') this.#inSight.begin();
    else if (before.phase === 'running') this.#inSight.end();
  }

  get #places(): { readonly actions: HTMLElement; readonly result: HTMLElement } | undefined {
    const actions = this.renderRoot.querySelector<HTMLElement>('.dock');
    const result = this.renderRoot.querySelector<HTMLElement>('.result');
    return actions && result ? { actions, result } : undefined;
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
    // The server changed the form during the check: the checked values are not those on the screen.
    if (args !== undefined && draft.form !== form) {
      draft.news.takeUnseen();
      return this.#showNews();
    }
    // Without a pause if all values were seen: the form would be rendered once more.
    if (args !== undefined && draft === this.draft && draft.unseen) {
      this.#unseen = (await showUnseen(this, draft)) ?? '';
      if (this.#unseen) return this.requestUpdate();
    }
    if (args !== undefined) await this.#call(item, draft, args);
    else if (draft === this.draft) this.focusNext = draft.issues.length > 0 ? '.summary' : '#json';
  }

  readonly #fix = (): void => {
    this.focusNext = '.summary';
    this.requestUpdate();
  };

  #showNews(): void {
    this.focusNext = '.news';
    this.requestUpdate();
  }

  async #call(item: Item, draft: Draft, args: Args): Promise<void> {
    const { session } = this;
    this.#savedArguments.closeHistory();
    // A copy for sending: the person may type meanwhile.
    const sent = draft.toStored();
    const before = draft.run.state.get();
    draft.news.clear();
    await this.call(item, draft, args);
    const ended = draft.run.state.get();
    if (ended === before || ended.phase !== 'done' || !this.isSuccess(ended.result)) return;
    if (draft.orphaned.length > 0 || draft.filled) {
      draft.orphaned = [];
      draft.filled = undefined;
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
    // Progress that comes too soon after the last words is spoken by a later tick.
    const spoken = (): TemplateResult => {
      this.#speak(item);
      return html`${this.#spoken.text}`;
    };
    return html`<div class="frame">
      <article part="base" aria-label=${displayName(item)}>
        ${itemHeader({
          title: displayName(item),
          name: item.name,
          description: item.description,
          host: formatHost(this.session?.url),
          claims: this.#kind.claims?.(item),
          modes: this.renderModes(draft),
        })}
        <div class="form" part="form" @keydown=${this.#onKeydown}>
          ${draft.news.render(this.#kind.noun, this.#isGone)} ${this.#renderFilled(draft)} ${this.renderFields(draft)}
          ${this.#savedArguments.renderNotes()} ${this.renderNotes()}
          ${issueSummary({ form: draft.form, issues: draft.issues, isRefusal: draft.issueSource === 'server', act: this.#kind.kind, goTo: this.#goTo })}
          ${this.#renderActions(item, draft)}
        </div>
        <div class="visually-hidden" role="status">${draft.run.isRunning ? ticking(spoken) : this.#spoken.text}</div>
        ${this.#renderOutcome(item, draft)}
      </article>
    </div>`;
  }

  #renderFilled({ filled }: Draft): TemplateResult | typeof nothing {
    if (!filled?.by) return nothing;
    return html`<p class="note warning" part="warning" data-name="filled">${t(`itemForm.filledBy.${filled.by}`)}</p>`;
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

  /** The row of actions, with the state of the call. It stays in sight while a long form is scrolled. */
  #renderActions(item: Item, draft: Draft): TemplateResult {
    const state = draft.run.state.get();
    const isRunning = state.phase === 'running';
    const isLost = this.#connection.value?.phase === 'lost';
    const unseen = draft.unseen ? this.#unseen : '';
    return html`<div class="dock" part="actions">
      ${isRunning ? ticking(() => progressBar(state.progress, state.clock.isHeld || isLost)) : nothing}
      ${this.#savedArguments.renderHistory()} ${connectionNote(this.session?.url, this.#connection.value?.phase)}
      ${this.#savedArguments.renderUndo()}
      <p class="message" part=${unseen ? 'error' : nothing} data-name="unseen" role="alert">${unseen}</p>
      <p class=${this.#copied === '' ? 'visually-hidden' : 'small quiet'} role="status" data-name="copied">
        ${this.#copied}
      </p>
      <div class="line">
        ${submitButton({
          label: t(`itemForm.actHere.${this.#kind.kind}`),
          name: t(`itemForm.act.${this.#kind.kind}`, { name: item.name }),
          canSubmit: this.canSubmit,
          press: this.#onPress,
        })}
        ${
          !isRunning && draft.issueSource === 'form' && draft.issues.length > 0
            ? fixButton(draft.issues.length, this.#fix)
            : runState({
                state,
                // A subscription to the queue would mean that an element shows its questions.
                isAsked: () => (this.session?.approvals?.pending.get().length ?? 0) > 0,
                isLost,
                end: state.phase === 'none' || state.phase === 'running' ? '' : this.endInWords(state, item),
                isResultSeen: this.#inSight.isResultSeen,
                cancel: () => draft.run.cancel(),
                showResult: this.#showResult,
              })
        }
        <div class="buttons">
          ${this.#savedArguments.renderHistoryButton()} ${menu(menuItems(this.#menuItems(item, draft)))}
        </div>
      </div>
    </div>`;
  }

  /** The button hides once the result is seen: the focus goes where the person wanted to be. */
  readonly #showResult = (): void => {
    this.#inSight.show();
    this.renderRoot.querySelector<HTMLElement>('.result')?.focus({ preventScroll: true });
  };

  #menuItems(item: Item, draft: Draft): readonly MenuItem[] {
    const { reset } = this.#savedArguments;
    return [
      { label: t('itemForm.words.copy'), name: 'copy-json-button', press: () => this.#copy(draft.text) },
      ...(reset ? [{ label: t('itemForm.resetForm'), name: 'clear-form-button', press: reset }] : []),
      { label: t('itemForm.showDefinition'), name: 'definition-button', press: () => this.#showDefinition(item) },
    ];
  }

  #copy(text: string): void {
    const tell = (words: string): void => {
      this.#copied = words;
      this.requestUpdate();
    };
    navigator.clipboard.writeText(text).then(
      () => tell(t('itemForm.words.copied')),
      () => tell(t('itemForm.words.notCopied')),
    );
    setTimeout(() => tell(''), COPY_TOLD_MS);
  }

  #showDefinition({ name }: Item): void {
    this.#definition.open(name);
    this.focusNext = '.definition';
  }

  /** Runs the item again with the present values of the form. */
  protected readonly runAgain = (): void => {
    // The pressed button goes with the old result.
    this.renderRoot.querySelector<HTMLElement>('.primary')?.focus({ preventScroll: true });
    void this.#submit();
  };

  #renderOutcome(item: Item, draft: Draft): TemplateResult {
    const state = draft.run.state.get();
    return html`<div class="outcome">
      ${this.#definition.render({
        item,
        key: item.name,
        change: this.#changes.value?.get(item.name),
        closed: () => (this.focusNext = '[data-name="menu-button"]'),
      })}
      ${draft.unchecked ? html`<p class="small quiet" part="note" data-name="unchecked">${richErrorWords(draft.unchecked)}</p>` : nothing}
      <section class="result" part="result" tabindex="-1" aria-label=${t('itemForm.result')}>
        ${state.phase === 'done' ? this.renderResult(state, item) : nothing}
        ${state.phase === 'failed' ? this.renderFailure(state, item) : nothing}
      </section>
      ${state.phase === 'none' ? html`<p class="placeholder quiet small">${t('itemForm.theResultWillBe')}</p>` : nothing}
    </div>`;
  }
}

/** Explains why the submit button does nothing at the moment. */
function connectionNote(
  url: string | undefined,
  phase: SessionState['phase'] | undefined,
): TemplateResult | typeof nothing {
  if (url === undefined || phase === 'ready') return nothing;
  const words = phase === 'connecting' ? t('itemForm.connectingTo') : t('itemForm.notConnectedTo');
  return html`<p class="small quiet" role="status">
    ${t.rich('itemForm.whatYouTypedStays', { words, host: formatHost(url) })}
  </p>`;
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
