import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../src/index.js';
import { type Views } from '../../src/storage/index.js';
import type { Chosen, SectionName } from './sections.js';

/** What a client shows, as far as the person decides it. */
interface ClientView {
  readonly section: SectionName | undefined;
  readonly showing: 'list' | 'detail';
  readonly chosen: Chosen;
}

/** As much of a client as is needed to keep its view. */
interface ViewHost {
  readonly element: LitElement;
  readonly session: Session;
  /** What {@link read} said, as JSON, when nobody had done anything yet. */
  readonly before: string;
  read(): ClientView;
  apply(view: ClientView): void;
}

/** What is kept of one list. */
interface ListView {
  readonly sought?: string;
  /** Pixels from its top. */
  readonly top?: number;
}

interface SavedView extends ClientView {
  readonly lists?: Readonly<Record<string, ListView>>;
}

type List = LitElement & { sought: string };

/** Milliseconds without another change after which the view is stored. */
const VIEW_WRITE_PAUSE_MS = 300;
/** Milliseconds that a stored view waits for the lists that it is about. Then it is shown as far as it can be. */
const VIEW_LIST_WAIT_MS = 2000;
const LISTS = ['mcp-tool-list', 'mcp-resource-list', 'mcp-prompt-list'];

/** Shows what the person saw when they left this server, unless they have begun to look at something else, and keeps it. */
async function keepView(host: ViewHost): Promise<void> {
  const kept = await host.session.storage.ready();
  if (!kept) return;
  const { element } = host;
  // Several clients of a page are told apart by their ids.
  const name = element.id ? `client ${element.id}` : 'client';
  const found = (await kept.views.get(name)) as unknown as SavedView | undefined;
  if (!isStill(host)) return;
  if (found && JSON.stringify(host.read()) === host.before) {
    host.apply(found);
    void restoreLists(host, found.lists ?? {});
  }
  element.addController(new ViewKeeper(host, kept.views, name, found?.lists ?? {}));
}

const isStill = ({ element, session }: ViewHost): boolean =>
  element.isConnected && (element as LitElement & { session?: Session }).session === session;

class ViewKeeper implements ReactiveController {
  readonly #host: ViewHost;
  readonly #views: Views;
  readonly #name: string;
  readonly #life = new AbortController();
  readonly #lists: Record<string, ListView>;
  #view: SavedView;
  #written: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ViewHost, views: Views, name: string, lists: Readonly<Record<string, ListView>>) {
    this.#lists = { ...lists };
    this.#host = host;
    this.#views = views;
    this.#name = name;
    this.#view = this.#read();
    this.#written = JSON.stringify(this.#view);
    const { signal } = this.#life;
    const later = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#write, VIEW_WRITE_PAUSE_MS);
    };
    host.element.addEventListener('input', later, { signal });
    window.addEventListener('pagehide', this.#write, { signal });
    document.addEventListener('visibilitychange', this.#write, { signal });
    this.hostUpdated = () => {
      if (!isStill(host)) return this.hostDisconnected();
      this.#view = this.#read();
      later();
    };
  }

  hostUpdated: () => void;

  hostDisconnected(): void {
    this.#write();
    this.#life.abort();
    this.#host.element.removeController(this);
  }

  readonly #write = (): void => {
    clearTimeout(this.#timer);
    // Once the client is at another server, what it shows is no longer about this one.
    if (isStill(this.#host)) this.#view = this.#read();
    const text = JSON.stringify(this.#view);
    if (text === this.#written) return;
    this.#written = text;
    void this.#views.put(this.#name, JSON.parse(text));
  };

  #read(): SavedView {
    for (const list of listsOf(this.#host)) {
      const scroller = scrollerOf(list);
      // One that is not seen has no place.
      const top = scroller?.clientHeight ? Math.round(scroller.scrollTop) : this.#lists[list.localName]?.top;
      this.#lists[list.localName] = { sought: list.sought, ...(top && { top }) };
    }
    return { ...this.#host.read(), lists: this.#lists };
  }
}

/** Those of the client itself, or that the page put into it. */
function listsOf({ element }: ViewHost): readonly List[] {
  return LISTS.flatMap((tag) => {
    const found = element.querySelector<List>(tag) ?? element.renderRoot.querySelector<List>(tag);
    return found && 'sought' in found ? [found] : [];
  });
}

const scrollerOf = (list: List): Element | null | undefined => list.shadowRoot?.querySelector('[role=listbox]');

/** Lists come when they come: each is put where it was once it is long enough, unless somebody is in it already. */
async function restoreLists(host: ViewHost, kept: Readonly<Record<string, ListView>>): Promise<void> {
  const until = performance.now() + VIEW_LIST_WAIT_MS;
  const left = new Map(Object.entries(kept));
  while (left.size > 0 && performance.now() < until && isStill(host)) {
    for (const list of listsOf(host)) {
      const { sought = '', top = 0 } = left.get(list.localName) ?? {};
      const scroller = scrollerOf(list);
      if (!left.has(list.localName) || !scroller) continue;
      if (list.matches(':focus-within') || scroller.scrollTop > 0) left.delete(list.localName);
      else if (list.sought !== sought) list.sought = sought;
      else if (top === 0 || scroller.scrollHeight - scroller.clientHeight >= top) {
        scroller.scrollTop = top;
        left.delete(list.localName);
      }
    }
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Shows what the person saw when they left the server, and keeps what they see. */
export class SavedViewController implements ReactiveController {
  readonly #host: LitElement & { readonly session: Session | undefined };
  readonly #view: Pick<ViewHost, 'read' | 'apply'>;
  #of: Session | undefined;

  constructor(host: LitElement & { readonly session: Session | undefined }, view: Pick<ViewHost, 'read' | 'apply'>) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostUpdated(): void {
    const { session } = this.#host;
    if (session === this.#of) return;
    this.#of = session;
    if (!session) return;
    const before = JSON.stringify(this.#view.read());
    void keepView({ element: this.#host, session, before, ...this.#view });
  }
}
