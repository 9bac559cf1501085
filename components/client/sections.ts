import {
  type LitElement,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { type Catalog, itemsOf, type ServerCapabilities, serverOffers, type Session } from '../../src/index.js';
import { html } from '../internal/html.js';
import type { NextGroup } from '../internal/load-ahead.js';
import { activityIcon, promptIcon, resourceIcon, serverIcon, talkIcon, toolIcon } from '../internal/icons.js';
import { StoreController } from '../internal/store-controller.js';
import { whenIdle } from '../internal/idle.js';
import { formatCount } from '../internal/text.js';
import { isTextField } from './keyboard-help.js';
import { t } from './messages.js';
import { currentClock, type Timer } from '../../src/util/clock.js';

/** Milliseconds between two renderings of the amounts: a number that changes all the time would distract. */
export const AMOUNT_RENDER_MS = 1000;

export type SectionName = 'tools' | 'resources' | 'prompts' | 'activity' | 'transcript' | 'server';

/** The selected item of each section: the name of a tool or prompt, the URI of a resource or of its template. */
export type Chosen = Readonly<Partial<Record<SectionName, string>>>;

/** Sections that a page has only if it asks for them. */
export interface WantedSections {
  readonly transcript: boolean;
  readonly serverReport: boolean;
}

/** One thing that a server can offer: a list and the detail beside it. */
export interface Section {
  readonly name: SectionName;
  readonly icon: TemplateResult;
  /** @param hasLog the server has logged something, even without the capability @param wanted sections that the page asks for */
  isOffered(capabilities: ServerCapabilities, hasLog: boolean, wanted: WantedSections): boolean;
  /** The slot for an item of it, and the group of elements that are in it unless the page fills it. */
  readonly next?: { readonly group: NextGroup; readonly slot: string };
  /** The lists whose items the amount counts. */
  readonly lists: readonly ((session: Session) => Pick<Catalog<unknown>, 'state'>)[];
  list(chosen: Chosen): TemplateResult;
  /**
   * A section without a detail gives its list all the room. That list is loaded when the section opens or has
   * something.
   */
  detail?(chosen: Chosen): TemplateResult;
}

export const SECTIONS: readonly Section[] = [
  {
    name: 'tools',
    icon: toolIcon,
    isOffered: (capabilities) => serverOffers(capabilities, 'tools/list'),
    next: { group: 'forms', slot: 'tool' },
    lists: [(session) => session.tools],
    list: (chosen) =>
      html`<slot name="tools"
        ><mcp-tool-list exportparts="search, item" .selected=${chosen.tools}></mcp-tool-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="tool"
        ><mcp-tool-form exportparts="field, button, submit-button" .tool=${chosen.tools}></mcp-tool-form
      ></slot>`,
  },
  {
    name: 'resources',
    icon: resourceIcon,
    isOffered: (capabilities) => serverOffers(capabilities, 'resources/list'),
    next: { group: 'content', slot: 'resource' },
    lists: [(session) => session.resources, (session) => session.resourceTemplates],
    list: (chosen) =>
      html`<slot name="resources"
        ><mcp-resource-list exportparts="search, item" .selected=${chosen.resources}></mcp-resource-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="resource"><mcp-resource-view .uri=${chosen.resources}></mcp-resource-view></slot>`,
  },
  {
    name: 'prompts',
    icon: promptIcon,
    isOffered: (capabilities) => serverOffers(capabilities, 'prompts/list'),
    next: { group: 'forms', slot: 'prompt' },
    lists: [(session) => session.prompts],
    list: (chosen) =>
      html`<slot name="prompts"
        ><mcp-prompt-list exportparts="search, item" .selected=${chosen.prompts}></mcp-prompt-list
      ></slot>`,
    detail: (chosen) =>
      html`<slot name="prompt"
        ><mcp-prompt-form exportparts="field, button, submit-button" .prompt=${chosen.prompts}></mcp-prompt-form
      ></slot>`,
  },
  {
    name: 'activity',
    icon: activityIcon,
    isOffered: (capabilities, hasLog) => serverOffers(capabilities, 'logging/setLevel') || hasLog,
    lists: [],
    list: () => html`<slot name="activity"><mcp-log exportparts="search"></mcp-log></slot>`,
  },
  {
    name: 'transcript',
    icon: talkIcon,
    isOffered: (_capabilities, _hasLog, { transcript }) => transcript,
    lists: [],
    list: () => html`<slot name="transcript"><mcp-transcript exportparts="search"></mcp-transcript></slot>`,
  },
  {
    name: 'server',
    icon: serverIcon,
    isOffered: (_capabilities, _hasLog, { serverReport }) => serverReport,
    lists: [],
    list: () => html`<slot name="server"><mcp-server-report></mcp-server-report></slot>`,
  },
];

/** Lines of its log that a session keeps. This number means "as many or more". */
const MOST_LINES = 1000;

/**
 * Milliseconds after which the lists of the other sections are fetched, once the shown one has arrived. A choice of the person
 * until then comes first.
 */
const OTHER_LISTS_AFTER_MS = 100;
/** Milliseconds more that this waits for a pause. */
const OTHER_LISTS_PAUSE_MS = 1000;

type ListState = Parameters<typeof itemsOf>[0];

/**
 * The amounts of the sections. Its host is rendered when they change. Following a list fetches it, so the lists of other
 * sections are followed once the shown one has something: until then they are not seen, and over a slow connection each
 * request delays the others.
 */
export class SectionAmounts {
  readonly #log: LogCount;
  readonly #session: () => Session | undefined;
  readonly #current: () => Section | undefined;
  readonly #host: LitElement;
  /** The session that this is about. */
  #of: Session | undefined;
  /** The sections whose lists are followed: those that were opened, and in the end all. */
  #followed = new Set<Section>();
  /** Set once a list is on the screen, so that the others are followed soon. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param current the section that is shown; undefined before any is known */
  constructor(host: LitElement, session: () => Session | undefined, current: () => Section | undefined) {
    this.#host = host;
    this.#session = session;
    this.#current = current;
    this.#log = new LogCount(host, session);
    for (const section of SECTIONS)
      for (const list of section.lists)
        new StoreController<ListState>(host, () => (this.isFollowed(section) ? list(session()!).state : undefined));
  }

  /** True if the lists of this section may be fetched now. */
  isFollowed(section: Section): boolean {
    const session = this.#session();
    const current = this.#current();
    if (!session || !current) return false;
    if (this.#of !== session) this.#begin(session);
    // For good: a list keeps its selection and search while another one is shown.
    this.#followed.add(current);
    if (this.#isShown(current))
      this.#timer ??= setTimeout(
        () => whenIdle(() => this.#of === session && this.#followAll(), OTHER_LISTS_PAUSE_MS),
        OTHER_LISTS_AFTER_MS,
      );
    return this.#followed.has(section);
  }

  #begin(session: Session): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#of = session;
    this.#followed = new Set();
  }

  /** Once the list that is shown has been drawn. */
  #followAll(): void {
    this.#followed = new Set(SECTIONS);
    this.#host.requestUpdate();
  }

  #hasItems(section: Section): boolean {
    return this.#states(section).some((list) => itemsOf(list).length > 0);
  }

  /** True if a list of this section shows something, or has nothing to show: it is empty or failed. */
  #isShown(section: Section): boolean {
    const isWaiting = ({ phase }: ListState): boolean => phase === 'empty' || phase === 'loading';
    return section.lists.length === 0 || this.#hasItems(section) || !this.#states(section).some(isWaiting);
  }

  /** True if it is known that there is nothing to choose. */
  isEmpty(section: Section): boolean {
    return section.lists.length > 0 && this.#isShown(section) && !this.#hasItems(section);
  }

  #states(section: Section): readonly ListState[] {
    const session = this.#session();
    return session ? section.lists.map((list) => list(session).state.get()) : [];
  }

  /** True if the server has logged something. */
  get hasLog(): boolean {
    return this.#log.value > 0;
  }

  /** The amount as a text; undefined if it is not known yet. */
  of(section: Section): string | undefined {
    if (section.name === 'activity') return this.hasLog ? this.#lines() : undefined;
    const known = this.#states(section).filter(({ phase }) => phase === 'ready' || phase === 'stale');
    return known.length === 0 ? undefined : formatCount(known.reduce((sum, list) => sum + itemsOf(list).length, 0));
  }

  #lines(): string {
    return this.#log.value < MOST_LINES ? formatCount(this.#log.value) : `${formatCount(MOST_LINES)}+`;
  }
}

/** Counts the lines of the server's log that the session keeps. The first one is shown at once. */
class LogCount implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  #followed: Session | undefined;
  #end: (() => void) | undefined;
  /** The number of lines that is rendered. */
  #shown = 0;
  #timer: Timer | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  get value(): number {
    return this.#followed?.log.get().length ?? 0;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (session === this.#followed) return;
    this.hostDisconnected();
    this.#followed = session;
    this.#end = session?.log.subscribe((lines) => {
      const wait = this.#shown === 0 ? 0 : AMOUNT_RENDER_MS;
      this.#shown = lines.length;
      this.#timer ??= currentClock.setTimeout(() => {
        this.#timer = undefined;
        this.#host.requestUpdate();
      }, wait);
    });
    this.#shown = this.value;
  }

  hostDisconnected(): void {
    this.#end?.();
    currentClock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#followed = undefined;
  }
}

/** True if a `/` is meant for the search: no field has the focus. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  const [target] = event.composedPath();
  return !(target instanceof HTMLElement && isTextField(target));
}

interface SectionTab {
  readonly section: Section;
  readonly isCurrent: boolean;
  /** The amount, if it is known. */
  readonly amount: string | undefined;
  readonly open: () => void;
}

/** The tab of a section, with its amount. */
export function sectionTab({ section, isCurrent, amount, open }: SectionTab): TemplateResult {
  return html`<button
    part="tab"
    data-name="section-button"
    type="button"
    aria-current=${isCurrent ? 'true' : nothing}
    @click=${open}
  >
    ${section.icon}<span>${t(`client.section.${section.name}`)}</span>
    ${amount === undefined ? nothing : html`<span class="amount">${amount}</span>`}
  </button>`;
}
