import { consume } from '@lit/context';
import { LitElement, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { displayName, itemsOf, type CatalogState, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import type { FormOf } from '../../src/kept/index.js';
import { StoreController } from '../controllers/store-controller.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import type { Storing } from '../schema-field/storing.js';
import { foldedStyles } from '../schema-field/folded.js';
import { issueSummary, issuesInWords, issueSummaryStyles } from '../schema-field/issue-summary.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { hostOf } from '../words/host-of.js';
import { html } from '../words/html.js';
import { connectionNote, submitRow } from './actions.js';
import type { RunState } from './call-run.js';
import { Drafts } from './drafts.js';
import type { ItemDraft } from './item-draft.js';
import type { ItemKind } from './item-kind.js';
import { itemFormStyles } from './item-form.styles.js';
import { Keeping } from './keeping.js';
import { keptStyles } from './kept.styles.js';
import { itemHeader, itemHeaderStyles } from './item-header.js';
import { missing } from './missing.js';
import { running } from './running.js';
import { Settled } from './settled.js';
import { Spoken } from './spoken.js';
import { Ticker } from './ticker.js';

/**
 * The form of a tool and of a prompt: finding it, filling it in, running it on the press of a button, and what came
 * back. One draft for each item stays as long as the element does, with its call.
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
> extends LitElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    foldedStyles,
    itemHeaderStyles,
    issueSummaryStyles,
    itemFormStyles,
    keptStyles,
  ];

  readonly #kind: ItemKind<Item, Draft>;
  readonly #drafts: Drafts<Draft>;
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #catalog = new StoreController<CatalogState<Item>>(this, () =>
    this.definition || !this.wanted || !this.session ? undefined : this.#kind.catalog(this.session).state,
  );
  readonly #run = new StoreController<RunState<Result>>(this, () => this.draft?.run.state);
  readonly #spoken = new Spoken<Result>();
  readonly #keeping = new Keeping(this);
  protected draft: Draft | undefined;
  /** What gets focus once it is rendered. */
  protected focusNext: string | undefined;

  @query('mcp-schema-field') protected readonly fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  /** The thing itself, for use without a list. Wins over its name. */
  @property({ attribute: false })
  definition: Item | undefined;

  /** Where it is run; by default the session around. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  constructor(kind: ItemKind<Item, Draft>) {
    super();
    this.#kind = kind;
    this.#drafts = new Drafts(kind.createDraft);
    new Settled(this, () => (this.draft?.issueSource ? this.draft.form.changes : undefined));
    new Ticker(this, () => this.draft?.run.isRunning === true, 100);
  }

  /** How the person has what may be secret stored as shown. */
  protected get storing(): Storing | undefined {
    return this.#keeping.storing;
  }

  /** The name to look for in the list. */
  protected abstract get wanted(): string | undefined;
  /** Sends it and tells of the outcome. False when the page took it over. */
  protected abstract call(item: Item, draft: Draft, args: Args): Promise<void>;
  protected abstract renderFields(draft: Draft): TemplateResult;
  protected abstract renderResult(result: Result, durationMs: number): TemplateResult;
  protected abstract renderFailure(state: RunState<Result> & { phase: 'failed' }, item: Item): TemplateResult;
  /** Whether it did what it was asked for, as far as it says. */
  protected isSuccess(_result: Result): boolean {
    return true;
  }
  /** The result in a few words, to be read out. */
  protected abstract resultInWords(result: Result): string;
  /** Buttons beside the one that acts. */
  protected renderMoreActions(_draft: Draft): unknown {
    return nothing;
  }
  /** What one may want to look up. */
  protected renderBelowActions(_item: Item): unknown {
    return nothing;
  }

  protected override willUpdate(): void {
    const item = this.#item;
    this.draft = item && this.#drafts.of(this.session, item.name);
    if (item) this.draft?.follow(item);
    this.#keeping.show({ session: this.session, of: item && this.#of(item), draft: this.draft });
    const state = this.#run.value ?? { phase: 'none' };
    const isWrong = this.draft?.issueSource === 'form';
    if (this.draft && isWrong) this.#spoken.say(issuesInWords(this.draft.issues));
    else this.#spoken.tell(state, (result) => this.resultInWords(result));
    // The button that has focus is about to go: focus must not fall to the page.
    const focused = this.shadowRoot?.activeElement;
    if (focused?.matches('.cancel') && !this.draft?.run.isRunning) this.focusNext = '.primary';
  }

  protected override updated(): void {
    if (this.focusNext) this.renderRoot.querySelector<HTMLElement>(this.focusNext)?.focus();
    this.focusNext = undefined;
  }

  get #item(): Item | undefined {
    if (this.definition) return this.definition;
    const catalog = this.#catalog.value;
    return catalog && itemsOf(catalog).find((each) => each.name === this.wanted);
  }

  /** Without a session, a page that gave the definition may act itself; with one, it must be ready. */
  protected get canSubmit(): boolean {
    const isReady = this.session ? this.#connection.value?.phase === 'ready' : this.definition !== undefined;
    return isReady && this.draft?.run.isRunning !== true && this.draft?.isChecking !== true;
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    void this.#submit();
  };

  readonly #onPress = (event: Event): void => {
    // Whoever pressed it is no longer typing: a question that comes of this call may open.
    (event.currentTarget as HTMLElement).focus();
    void this.#submit();
  };

  async #submit(): Promise<void> {
    const item = this.#item;
    const { draft } = this;
    if (!item || !draft || !this.canSubmit) return;
    const args = await draft.check();
    this.requestUpdate();
    if (args !== undefined) await this.#call(item, draft, args);
    else if (draft === this.draft) this.focusNext = draft.issues.length > 0 ? '.summary' : '#json';
  }

  async #call(item: Item, draft: Draft, args: Args): Promise<void> {
    const { session } = this;
    // What is sent, whatever is typed meanwhile.
    const sent = draft.toKept();
    const before = draft.run.state.get();
    await this.call(item, draft, args);
    const ended = draft.run.state.get();
    if (ended === before || ended.phase !== 'done' || !this.isSuccess(ended.result)) return;
    draft.displaced = [];
    this.requestUpdate();
    this.#keeping.used(session, this.#of(item), sent);
  }

  #of({ name }: Item): FormOf {
    return { kind: this.#kind.kind, name };
  }

  readonly #goTo = (pointer: string): void => {
    if (this.fields) this.fields.focusIssue(pointer);
    else this.renderRoot.querySelector<HTMLElement>('#json')?.focus();
  };

  /** Tells the page how a call failed, and the person at which field. */
  protected tellOfFailure(draft: Draft, state: RunState<Result>): void {
    if (state.phase !== 'failed') return;
    draft.showRefusal(state.error);
    this.requestUpdate();
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
        ${this.renderFields(draft)}
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
    ${this.#keeping.render()} ${this.renderBelowActions(item)}
    ${connectionNote(this.session?.url, this.#connection.value?.phase)}`;
  }

  #renderRun(item: Item, draft: Draft): TemplateResult {
    const state = draft.run.state.get();
    return html`${
        state.phase === 'running'
          ? running(performance.now() - state.startedAt, state.progress, () => draft.run.cancel())
          : nothing
      }
      ${draft.unchecked ? html`<p class="small quiet" part="unchecked">${draft.unchecked}</p>` : nothing}
      <section class="result" part="result" aria-label="Result">
        ${state.phase === 'done' ? this.renderResult(state.result, state.durationMs) : nothing}
        ${state.phase === 'failed' ? this.renderFailure(state, item) : nothing}
      </section>`;
  }
}
