import { consume } from '@lit/context';
import {
  type CSSResultGroup,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import type { McpError, Session } from '../../src/index.js';
import {
  type Erased,
  eraseStored,
  isAboutTabs,
  type Storage,
  STORED_KINDS,
  userDataPlace,
  type UserDataPlace,
  type Usage,
} from '../../src/session/person/index.js';
import { placeOf } from '../permissions/place.js';
import { sessionContext } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { collapsedContent } from '../internal/details.js';
import { html } from '../internal/html.js';
import { RefreshOnReturn, StoreController } from '../internal/store-controller.js';
import { base, controls, preferredWidth, tokens } from '../internal/styles.js';
import { panelStyles } from '../internal/panel.styles.js';
import { fetchedAt, formatBytes } from '../internal/text.js';
import { storageStyles } from './storage.styles.js';
import { eraseQuestion } from '../internal/erase-question.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';
import { errorLine } from '../words/messages.js';

/** Milliseconds after a change until the usage is read again: it changes all the time while somebody types. */
const STORAGE_LOOK_PAUSE_MS = 400;
/** Milliseconds that the browser may take for its estimate. Without it, the rest is shown. */
const STORAGE_ESTIMATE_MS = 1000;

/** The usage of a place at the time of the last reading. */
interface StoredUsage extends UserDataPlace {
  /** The server of the session; undefined without one. */
  readonly server: string | undefined;
  readonly all: readonly Usage[];
  /** The browser's estimate of what this site uses and may use; undefined if it gives none. */
  readonly estimate: { readonly usage: number; readonly quota: number } | undefined;
}

type Kind = Parameters<Storage['put']>[0];

/** Stored kinds, in the order of the list. A kind without a place does not compile. */
const PLACES: Readonly<Record<Kind, number>> = {
  draft: 0,
  arguments: 1,
  savedArguments: 2,
  message: 3,
  blob: 4,
  grant: 5,
  audit: 6,
  roots: 7,
  hosts: 8,
  task: 9,
  subscription: 10,
  view: 11,
  list: 12,
  resource: 13,
  server: 14,
};

interface ServerView {
  readonly server: string;
  readonly usage: readonly Usage[];
  /** The data that the person is asked about before it is erased. */
  readonly asking: Erased | undefined;
  readonly ask: (what: Erased) => void;
  readonly erase: (what: Erased, words: string) => void;
  readonly keep: () => void;
}

/** Servers that are listed at once. */
const SHOWN = 50;

/**
 * @summary Shows what is kept in this browser, about this server and about all, how much and since when, and erases it.
 *
 * The storage belongs to the session around it, or without one to the page. Data of a signed-in person is listed in their
 * session only, and erased with everything.
 *
 * @csspart base - The whole contents.
 * @csspart details - A part that expands and collapses.
 * @csspart item - One item of a list.
 * @csspart note - A notice or a hint.
 * @csspart button - Every button.
 * @csspart empty - The text when nothing is kept.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpStorageElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, panelStyles, storageStyles, preferredWidth(36)];

  readonly #watch = new UsageWatch(this, () => this.session);
  readonly #problems = new StoreController(this, () => this.session?.problems);
  readonly #fresh = new RefreshOnReturn(this, () => void this.#watch.look());
  readonly #focus = new FocusFallback(this, ['[data-name~="keep-button"]', '[part~="base"]']);

  @state() private asking: Erased | undefined;
  @state() private outcome = '';
  @state() private shown = SHOWN;

  /** The session whose server is listed first; by default that of the surrounding element. */
  @consume({ context: sessionContext, subscribe: true })
  @property({ attribute: false })
  session: Session | undefined;

  /** A `<details>` with the size of the data. */
  @property({ type: Boolean, reflect: true })
  quiet = false;

  get #problem(): McpError | undefined {
    return this.#problems.value?.findLast((problem) => problem.code === 'storage' && !isAboutTabs(problem));
  }

  readonly #ask = (what: Erased): void => {
    this.asking = what;
    this.outcome = '';
  };

  readonly #keep = (): void => {
    const asked = this.asking && askedAs(this.asking);
    this.asking = undefined;
    // The focus returns to the button that opened the question.
    void this.updateComplete.then(() =>
      [...this.renderRoot.querySelectorAll<HTMLElement>('.erase')]
        .find(({ dataset }) => dataset['asks'] === asked)
        ?.focus(),
    );
  };

  readonly #erase = (what: Erased, words: string): void => {
    const usage = this.#watch.value;
    if (!usage) return;
    this.asking = undefined;
    void eraseStored(usage.storage, what, usage.options).then(
      async () => {
        // Elements of this page have it in memory too.
        void this.session?.permissions.roots?.refresh();
        await this.#watch.look();
        this.outcome = t('storage.erasedWhatStandsOn', { words });
      },
      () => (this.outcome = t('storage.thisCouldNotBe', { words })),
    );
  };

  override render(): TemplateResult | typeof nothing {
    const usage = this.#watch.value;
    if (!usage) return nothing;
    const content = this.#renderAll(usage);
    return html`<div part="base" tabindex="-1" role="group" aria-label=${t('storage.label')}>
      ${this.quiet ? collapsedContent(t('storage.keptHere', { bytes: formatBytes(bytesOf(this.#ofSession(usage))) }), content) : content}
      <p class="small quiet" role="status">${this.outcome}</p>
    </div>`;
  }

  /** The usage for the session's server; without a session, for all servers. */
  #ofSession({ all, server }: StoredUsage): readonly Usage[] {
    return server === undefined ? all : all.filter((one) => one.server === server);
  }

  #renderAll(usage: StoredUsage): TemplateResult {
    const { all, server } = usage;
    const own = server === undefined ? [] : this.#ofSession(usage);
    const others = all.filter((one) => one.server !== server);
    return html`<div class="all">
      <p class="small quiet" part="note" data-name="place">${placeInWords(usage, this.#problem)}</p>
      ${all.length === 0 ? html`<p class="quiet" part="empty">${t('storage.nothingIsKept')}</p>` : nothing}
      ${own.length > 0 ? serverView(this.#viewOf(server!, own)) : nothing}
      ${others.length > 0 ? this.#renderOthers(usage, others) : nothing} ${this.#renderEstimate(usage)}
      ${
        all.length > 0
          ? html`<div class="head">
              ${eraser(this.#viewOf('', all), {}, t('storage.everythingAboutAll'), t('storage.eraseEverything'))}
            </div>`
          : nothing
      }
    </div>`;
  }

  #renderOthers({ server }: StoredUsage, others: readonly Usage[]): TemplateResult {
    const identity = server === undefined ? undefined : placeOf(server).identity;
    const names = [...new Set(others.map((one) => one.server))];
    const meant = names.filter((name) => [undefined, identity].includes(placeOf(name).identity));
    const foreign = names.length - meant.length;
    const of = (name: string): readonly Usage[] => others.filter((one) => one.server === name);
    return html`<details part="note" data-name="others" ?open=${server === undefined}>
      <summary class="small">
        ${t(server === undefined ? 'storage.serversAndBytes' : 'storage.otherServers', {
          servers: t('storage.servers', { count: meant.length }),
          bytes: formatBytes(bytesOf(others)),
        })}
      </summary>
      <ul class="servers framed">
        ${meant.slice(0, this.shown).map((name) => html`<li>${serverHead(this.#viewOf(name, of(name)))}</li>`)}
        ${foreign > 0 ? html`<li class="small quiet">${t.rich('storage.andListedWhereThey', { serversOfSomebodyElse: t('storage.serversOfSomebodyElse', { count: foreign }) })}</li>` : nothing}
      </ul>
      ${
        meant.length > this.shown
          ? html`<button type="button" part="button" data-name="more-button" @click=${() => (this.shown += SHOWN)}>
              ${t.rich('storage.showMoreOfServers', { count: meant.length })}
            </button>`
          : nothing
      }
    </details>`;
  }

  #renderEstimate({ estimate }: StoredUsage): TemplateResult | typeof nothing {
    if (!estimate) return nothing;
    const { usage, quota } = estimate;
    return html`<p class="small quiet" part="note" data-name="estimate">
      ${t.rich('storage.thisSiteWithAll', { usage: formatBytes(usage), quota: formatBytes(quota) })}
    </p>`;
  }

  #viewOf(server: string, usage: readonly Usage[]): ServerView {
    return { server, usage, asking: this.asking, ask: this.#ask, erase: this.#erase, keep: this.#keep };
  }
}

/**
 * Reads the usage of the storage of its host's session, or of the page if there is no session; again after each change.
 */
class UsageWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #session: () => Session | undefined;
  #of: Session | 'page' | undefined;
  #place: (UserDataPlace & { readonly server: string | undefined }) | undefined;
  #value: StoredUsage | undefined;
  #unfollow: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #life: AbortController | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  /** Undefined before the first reading. */
  get value(): StoredUsage | undefined {
    return this.#value;
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    window.addEventListener('pagehide', () => this.#rest(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#follow(), { signal });
    this.#follow();
  }

  hostDisconnected(): void {
    this.#life?.abort();
    this.#rest();
  }

  hostUpdate(): void {
    const session = this.#session();
    if (this.#of === (session ?? 'page')) return;
    this.#of = session ?? 'page';
    this.#rest();
    this.#place = undefined;
    this.#value = undefined;
    void this.#find(session);
  }

  /** Reads it now. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const place = this.#place;
    if (!place) return;
    const [all, estimate] = await Promise.all([place.storage.usage().catch(() => []), estimated()]);
    if (place !== this.#place) return;
    // Read again now, because the person may have signed in or out meanwhile.
    const { storage, server, lifetime, isUnidentified, notStoredReason, options } = place;
    this.#value = {
      storage,
      server,
      lifetime,
      isUnidentified,
      notStoredReason,
      options,
      all,
      estimate,
    };
    this.#host.requestUpdate();
  }

  async #find(session: Session | undefined): Promise<void> {
    const found = session && (await session.storage.ready());
    if (this.#of !== (session ?? 'page')) return;
    // A session of another copy of this library has none: then that of the page is shown.
    this.#place = found ?? { ...userDataPlace(), server: session?.url };
    this.#follow();
  }

  #follow(): void {
    if (!this.#place || !this.#host.isConnected) return;
    this.#unfollow ??= this.#place.storage.follow?.(() => {
      this.#timer ??= setTimeout(() => void this.look(), STORAGE_LOOK_PAUSE_MS);
    });
    void this.look();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }
}

/** Not every browser gives an estimate, and none does on a page without https. */
async function estimated(): Promise<StoredUsage['estimate']> {
  try {
    const manager = globalThis.navigator.storage as StorageManager | undefined;
    const tooLong = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), STORAGE_ESTIMATE_MS));
    const { usage, quota } = (await Promise.race([manager?.estimate?.(), tooLong])) ?? {};
    return usage === undefined || !quota ? undefined : { usage, quota };
  } catch {
    return undefined;
  }
}

/** `3 drafts`. A kind that only a newer version knows is shown with its raw name. */
function kindInWords(kind: string, count: number): string {
  return isInList(kind) ? t(`storage.kind.${kind}`, { count }) : t('storage.otherKind', { count, kind });
}

const isInList = (kind: string): kind is Kind => Object.hasOwn(PLACES, kind);

/** True if this version can erase that kind alone. */
const isKnownKind = (kind: string): boolean => STORED_KINDS.includes(kind);

/** Things that a person made come first, things that can be fetched again last. */
function byImportance(one: { readonly kind: string }, other: { readonly kind: string }): number {
  const place = ({ kind }: { readonly kind: string }): number => (isInList(kind) ? PLACES[kind] : 99);
  return place(one) - place(other);
}

/** Says where data is stored and for how long, or why nothing is stored. */
function placeInWords(
  { lifetime, isUnidentified, notStoredReason }: UserDataPlace,
  problem: McpError | undefined,
): string {
  if (problem) return errorLine(problem);
  if (notStoredReason) return t(`storage.notStoredReasons.${notStoredReason}`);
  if (isUnidentified) return t('storage.nothingIsKeptOnce');
  switch (lifetime) {
    case 'page':
      return t('storage.nothingIsKeptOnceThis');
    case 'tab':
      return t('storage.keptInThisTab');
    case 'own':
      return t('storage.keptWhereThisPage');
    case 'browser':
      return t('storage.keptInBrowser');
  }
}

const bytesOf = (usage: readonly Usage[]): number => usage.reduce((sum, { bytes }) => sum + bytes, 0);

const askedAs = ({ server = '', kind = '' }: Erased): string => `${kind} ${server}`;

const isSameErased = (one: Erased | undefined, other: Erased): boolean =>
  one !== undefined && one.server === other.server && one.kind === other.kind;

/** The stored data of one server, by kind. */
function serverView(view: ServerView): TemplateResult {
  const { server, usage } = view;
  return html`<section class="server" aria-label=${t('storage.keptAbout', { host: readHostOrUrl(server) })}>
    ${serverHead(view)}
    <ul class="kinds framed">
      ${usage.toSorted(byImportance).map((one) => kindRow(one, view))}
    </ul>
  </section>`;
}

/** A server with the size of its data, and a button that erases all of it. */
function serverHead(view: ServerView): TemplateResult {
  const { server, usage } = view;
  const { identity } = placeOf(server);
  const host = readHostOrUrl(server);
  return html`<div class="head">
    <h3><bdi class="mono">${host}</bdi></h3>
    ${identity === undefined ? nothing : html`<span class="small quiet">${t.rich('storage.asIdentity', { identity })}</span>`}
    <span class="small quiet bytes">${formatBytes(bytesOf(usage))}</span>
    ${eraser(view, { server }, t('storage.everythingAbout', { host }), t('storage.eraseAll'))}
  </div>`;
}

function kindRow({ server, kind, count, bytes, oldest, newest }: Usage, view: ServerView): TemplateResult {
  const words = kindInWords(kind, count);
  const [from, to] = [fetchedAt(oldest), fetchedAt(newest)];
  return html`<li class="kind" part="item" data-name="kind">
    <span>${words}</span>
    <span class="small quiet">
      ${formatBytes(bytes)} ·
      <time datetime=${new Date(newest).toISOString()}>${from === to ? to : `${from} – ${to}`}</time>
    </span>
    ${isKnownKind(kind) ? eraser(view, { server, kind }, words, common('common.erase')) : nothing}
  </li>`;
}

/** The button that asks or, after a press, the question. */
function eraser(
  { asking, ask, erase, keep }: Pick<ServerView, 'asking' | 'ask' | 'erase' | 'keep'>,
  what: Erased,
  words: string,
  label: string,
): TemplateResult {
  if (!isSameErased(asking, what))
    return html`<button
      class="plain small erase"
      part="button"
      data-name="erase-button"
      type="button"
      data-asks=${askedAs(what)}
      aria-label="${label}: ${words}"
      @click=${() => ask(what)}
    >
      ${label}
    </button>`;
  return eraseQuestion({
    label: t('storage.eraseLabel', { words }),
    question: t('storage.eraseForGood', { words }),
    erase: () => erase(what, words),
    keep,
    size: 'small',
  });
}

function readHostOrUrl(server: string): string {
  const { host, url } = placeOf(server);
  return host || url;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-storage': McpStorageElement;
  }
}
