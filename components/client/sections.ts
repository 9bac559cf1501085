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
import { promptIcon, resourceIcon, talkIcon, toolIcon } from '../internal/icons.js';
import { StoreController } from '../internal/store-controller.js';
import { whenIdle } from '../internal/idle.js';
import { formatCount } from '../internal/text.js';
import { isTextField } from './keyboard-help.js';
import { t } from './messages.js';

export type SectionName = 'tools' | 'resources' | 'prompts' | 'log';

/** The selected item of each section: the name of a tool or prompt, the URI of a resource or of its template. */
export type Chosen = Readonly<Partial<Record<SectionName, string>>>;

/** Sections that a page has only if it asks for them. */
export interface WantedSections {
  readonly transcript: boolean;
  readonly messages: boolean;
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

/** The history of the server. A client shows it also while it knows no server. */
export const LOG: Section = {
  name: 'log',
  icon: talkIcon,
  isOffered: (capabilities, hasLog, { transcript, messages }) =>
    transcript || messages || hasLog || serverOffers(capabilities, 'logging/setLevel'),
  lists: [],
  list: () => html`<slot name="log"><mcp-log exportparts="search, item, button"></mcp-log></slot>`,
};

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
  LOG,
];

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
  readonly #log: FirstLine;
  readonly #session: () => Session | undefined;
  readonly #current: () => Section | undefined;
  readonly #host: LitElement;
  /** The session that this is about. */
  #of: Session | undefined;
  /** The sections whose lists are followed: those that were opened, and in the end all. */
  #followed = new Set<Section>();
  #opened = new Set<Section>();
  /** Set once a list is on the screen, so that the others are followed soon. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param current the section that is shown; undefined before any is known */
  constructor(host: LitElement, session: () => Session | undefined, current: () => Section | undefined) {
    this.#host = host;
    this.#session = session;
    this.#current = current;
    this.#log = new FirstLine(host, session);
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
    this.#opened.add(current);
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
    this.#opened = new Set();
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

  /** True if this section was open once: it stays as it was left. */
  isOpened(section: Section): boolean {
    return this.#of !== undefined && this.#opened.has(section);
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
    return this.#log.isThere;
  }

  /** The amount as a text; undefined if it is not known yet. */
  of(section: Section): string | undefined {
    const known = this.#states(section).filter(({ phase }) => phase === 'ready' || phase === 'stale');
    return known.length === 0 ? undefined : formatCount(known.reduce((sum, list) => sum + itemsOf(list).length, 0));
  }
}

/** Knows whether the server has logged something, and renders its host when the first line comes. */
class FirstLine implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  #followed: Session | undefined;
  #end: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  get isThere(): boolean {
    return (this.#followed?.log.get().length ?? 0) > 0;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (session === this.#followed) return;
    this.hostDisconnected();
    this.#followed = session;
    if (this.isThere) return;
    this.#end = session?.log.subscribe(() => {
      this.#end?.();
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#end?.();
    this.#end = undefined;
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
