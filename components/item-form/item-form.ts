import { consume } from '@lit/context';
import { html, LitElement, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { displayName, itemsOf, type Catalog, type CatalogState, type Session } from '../../src/index.js';
import { sessionContext } from '../contexts/session-context.js';
import { StoreController } from '../controllers/store-controller.js';
import { McpErrorEvent } from '../events/mcp-error-event.js';
import { foldedStyles } from '../schema-field/folded.js';
import { issueSummary, issueSummaryStyles } from '../schema-field/issue-summary.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import type { Noun } from '../words/counted.js';
import { hostOf } from '../words/host-of.js';
import type { RunState } from './call-run.js';
import { Drafts } from './drafts.js';
import type { ItemDraft } from './item-draft.js';
import { itemFormStyles } from './item-form.styles.js';
import { itemHeader, itemHeaderStyles } from './item-header.js';
import { missing } from './missing.js';
import { progressInWords, running } from './running.js';
import { Ticker } from './ticker.js';

/** How often progress is spoken, in milliseconds. */
const SPOKEN_EVERY = 5_000;

/** What tells the form of a tool from that of a prompt. */
export interface ItemKind<Item, Draft> {
  readonly noun: Noun;
  /** What the button does, before the name: `Run`. */
  readonly act: string;
  readonly catalog: (session: Session) => Catalog<Item>;
  readonly createDraft: () => Draft;
  /** What the server claims of it; undefined where it claims nothing of this kind. */
  readonly claims?: (item: Item) => TemplateResult;
}

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
  ];

  readonly #kind: ItemKind<Item, Draft>;
  readonly #drafts: Drafts<Draft>;
  readonly #connection = new StoreController(this, () => this.session?.state);
  readonly #catalog = new StoreController<CatalogState<Item>>(this, () =>
    this.definition || !this.wanted || !this.session ? undefined : this.#kind.catalog(this.session).state,
  );
  readonly #run = new StoreController<RunState<Result>>(this, () => this.draft?.run.state);
  #spoken = { text: '', at: -Infinity };
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
    new StoreController(this, () => (this.draft?.showsIssues ? this.draft.form.changes : undefined));
    new Ticker(this, () => this.draft?.run.isRunning === true, 100);
  }

  /** The name to look for in the list. */
  protected abstract get wanted(): string | undefined;
  /** Sends it and tells of the outcome. False when the page took it over. */
  protected abstract call(item: Item, draft: Draft, args: Args): Promise<void>;
  protected abstract renderFields(draft: Draft): TemplateResult;
  protected abstract renderResult(result: Result, durationMs: number): TemplateResult;
  protected abstract renderFailure(state: RunState<Result> & { phase: 'failed' }, item: Item): TemplateResult;
  /** The result in a few words, to be read out. */
  protected abstract resultInWords(result: Result): string;
  /** Buttons beside the one that acts. */
  protected renderMoreActions(_draft: Draft): unknown {
    return nothing;
  }

  protected override willUpdate(): void {
    const item = this.#item;
    this.draft = item && this.#drafts.of(this.session, item.name);
    if (item) this.draft?.follow(item);
    this.#speak();
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
  get #canSubmit(): boolean {
    const isReady = this.session ? this.#connection.value?.phase === 'ready' : this.definition !== undefined;
    return isReady && this.draft?.run.isRunning !== true;
  }

  /** How a call goes, in few words and not too often: a screen reader reads out every change. */
  #speak(): void {
    const state = this.#run.value ?? { phase: 'none' };
    const now = performance.now();
    if (state.phase === 'running' && state.progress) {
      if (now - this.#spoken.at >= SPOKEN_EVERY) this.#spoken = { text: progressInWords(state.progress), at: now };
    } else {
      const text =
        state.phase === 'done' ? this.resultInWords(state.result) : state.phase === 'failed' ? state.error.message : '';
      this.#spoken = { text, at: -Infinity };
    }
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  };

  readonly #onPress = (event: Event): void => {
    // Whoever pressed it is no longer typing: a question that comes of this call may open.
    (event.currentTarget as HTMLElement).focus();
    this.#submit();
  };

  readonly #submit = (): void => {
    const item = this.#item;
    const { draft } = this;
    if (!item || !draft || !this.#canSubmit) return;
    const args = draft.toArguments();
    if (args !== undefined) void this.call(item, draft, args);
    else this.focusNext = draft.issues.length > 0 ? '.summary' : '#json';
    this.requestUpdate();
  };

  readonly #goTo = (pointer: string): void => {
    if (this.fields) this.fields.focusIssue(pointer);
    else this.renderRoot.querySelector<HTMLElement>('#json')?.focus();
  };

  /** Tells the page how a call failed. */
  protected tellOfFailure(state: RunState<Result>): void {
    if (state.phase === 'failed') this.dispatchEvent(new McpErrorEvent(state.error));
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
        ${this.renderFields(draft)} ${issueSummary(draft.issues, this.#goTo)} ${this.#renderActions(item, draft)}
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
    // Keeping focus where it is keeps messages from moving the button away under the pointer.
    return html`<div class="row" part="actions">
        <button
          class="primary"
          part="submit-button"
          type="button"
          aria-disabled=${this.#canSubmit ? nothing : 'true'}
          @mousedown=${(event: Event) => event.preventDefault()}
          @click=${this.#onPress}
        >
          ${this.#kind.act} ${item.name}
        </button>
        ${this.renderMoreActions(draft)}
      </div>
      ${this.#renderConnection()}`;
  }

  #renderConnection(): TemplateResult | typeof nothing {
    const phase = this.#connection.value?.phase;
    if (!this.session || phase === 'ready') return nothing;
    const words = phase === 'connecting' ? 'Connecting to' : 'Not connected to';
    return html`<p class="small quiet" role="status">${words} ${hostOf(this.session.url)}. What you typed stays.</p>`;
  }

  #renderRun(item: Item, draft: Draft): TemplateResult {
    const state = draft.run.state.get();
    return html`${
        state.phase === 'running'
          ? running(performance.now() - state.startedAt, state.progress, () => draft.run.cancel())
          : nothing
      }
      <section class="result" part="result" aria-label="Result">
        ${state.phase === 'done' ? this.renderResult(state.result, state.durationMs) : nothing}
        ${state.phase === 'failed' ? this.renderFailure(state, item) : nothing}
      </section>`;
  }
}
