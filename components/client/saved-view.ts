import type { LitElement, ReactiveController } from 'lit';
import type { Session } from '../../src/index.js';
import { type Views } from '../../src/session/person/index.js';
import { LIST_CHANGE } from '../internal/client-around.js';
import { type Arrangement, AS_LISTED, readArrangement } from '../catalog-list/arrangement.js';
import { type List, listOf, LISTS } from './lists.js';
import type { DockView } from './log-dock.js';
import { type Chosen, type SectionName, SECTIONS } from './sections.js';
import { isPlainObject, toJson } from '../../src/util/json.js';

/** The part of a client's view that the person decides. */
interface ClientView {
  readonly section: SectionName | undefined;
  readonly showing: 'list' | 'detail';
  readonly chosen: Chosen;
  readonly log: DockView;
}

/** The part of a client that is needed to save its view. */
interface ViewHost {
  readonly element: LitElement;
  readonly session: Session;
  /** The result of {@link read}, as JSON, before the person did anything. */
  readonly before: string;
  read(): ClientView;
  apply(view: ClientView): void;
}

/** The saved view of one list. */
interface ListView {
  readonly sought?: string;
  /** Its scroll position, in pixels. */
  readonly top?: number;
  readonly arrangement?: Arrangement;
}

interface SavedView extends ClientView {
  readonly lists?: Readonly<Record<string, ListView>>;
}

/** Milliseconds from a change until the view is stored. */
const VIEW_WRITE_DELAY_MS = 300;
/** Milliseconds that a saved view waits for its lists. Then as much of it is restored as possible. */
const VIEW_LIST_WAIT_MS = 2000;

/** Restores the view that the person left on a server, and saves it while they use the client. */
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
    const before = toJson(this.#view.read());
    void keepView({ element: this.#host, session, before, ...this.#view });
  }
}

/**
 * Restores the view that the person left on this server, unless they have begun something else, and saves it from then
 * on.
 */
async function keepView(host: ViewHost): Promise<void> {
  const kept = await host.session.storage.ready();
  if (!kept) return;
  const { element } = host;
  // The clients of a page are distinguished by their ids.
  const name = element.id ? `client ${element.id}` : 'client';
  const found = readSavedView(await kept.views.get(name));
  if (!isStill(host)) return;
  if (found && toJson(host.read()) === host.before) {
    host.apply(found);
    void restoreLists(host, found.lists ?? {});
  }
  element.addController(new ViewKeeper(host, kept.views, name, found?.lists ?? {}));
}

const TEXT = (value: unknown): value is string => typeof value === 'string';

/** Reads a saved view, which any code of this site may have written. Parts that are none are as at the first visit. */
function readSavedView(value: unknown): SavedView | undefined {
  if (!isPlainObject(value)) return undefined;
  const { section, showing, chosen, lists, log } = value;
  return {
    section: SECTIONS.find(({ name }) => name === section)?.name,
    showing: showing === 'detail' ? 'detail' : 'list',
    log: readDockView(log),
    chosen: Object.fromEntries(Object.entries(isPlainObject(chosen) ? chosen : {}).filter(([, key]) => TEXT(key))),
    lists: Object.fromEntries(
      LISTS.flatMap(([, tag]) => {
        const list = isPlainObject(lists) ? lists[tag] : undefined;
        if (!isPlainObject(list)) return [];
        const { sought, top, arrangement } = list;
        return [
          [
            tag,
            {
              ...(TEXT(sought) && { sought }),
              ...(Number.isFinite(top) && { top: top as number }),
              ...(arrangement !== undefined && { arrangement: readArrangement(arrangement) }),
            },
          ],
        ];
      }),
    ),
  };
}

function readDockView(value: unknown): DockView {
  if (!isPlainObject(value)) return {};
  const { isOpen, width } = value;
  return {
    ...(typeof isOpen === 'boolean' && { isOpen }),
    ...(Number.isFinite(width) && { width: width as number }),
  };
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
  #frame: number | undefined;

  constructor(host: ViewHost, views: Views, name: string, lists: Readonly<Record<string, ListView>>) {
    this.#lists = { ...lists };
    this.#host = host;
    this.#views = views;
    this.#name = name;
    this.#view = this.#read();
    this.#written = toJson(this.#view);
    const { signal } = this.#life;
    // Not put off by the next change: a client that is drawn with each message would never store it.
    const later = (): void => void (this.#timer ??= setTimeout(this.#write, VIEW_WRITE_DELAY_MS));
    // Groups are closed by pointer or keyboard; only the change of the list is an event.
    for (const event of ['input', 'click', LIST_CHANGE]) host.element.addEventListener(event, later, { signal });
    window.addEventListener('pagehide', this.#write, { signal });
    document.addEventListener('visibilitychange', this.#write, { signal });
    this.hostUpdated = () => {
      if (!isStill(host)) return this.hostDisconnected();
      this.#view = this.#read(false);
      // Measuring here would make the browser lay out the page once more for each rendering.
      this.#frame ??= requestAnimationFrame(() => {
        this.#frame = undefined;
        if (isStill(host)) this.#view = this.#read();
      });
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
    this.#timer = undefined;
    // Once the client has another server, its view is no longer that of this one.
    if (isStill(this.#host)) this.#view = this.#read();
    const text = toJson(this.#view);
    if (text === this.#written) return;
    this.#written = text;
    void this.#views.put(this.#name, JSON.parse(text));
  };

  /** @param measures false to leave the scroll positions as they were measured last */
  #read(measures = true): SavedView {
    for (const list of listsOf(this.#host)) {
      const scroller = measures && scrollerOf(list);
      // A list that is not visible has no scroll position.
      const top = scroller && scroller.clientHeight ? Math.round(scroller.scrollTop) : this.#lists[list.localName]?.top;
      this.#lists[list.localName] = {
        sought: list.sought,
        ...(top && { top }),
        ...(list.arrangement !== AS_LISTED && { arrangement: list.arrangement }),
      };
    }
    return { ...this.#host.read(), lists: this.#lists };
  }
}

function listsOf({ element }: ViewHost): readonly List[] {
  return LISTS.flatMap(([, tag]) => listOf(element, tag) ?? []);
}

const scrollerOf = (list: List): Element | null | undefined => list.shadowRoot?.querySelector('.list');

/** Each list is scrolled once it is long enough, unless it is in use already. */
async function restoreLists(host: ViewHost, kept: Readonly<Record<string, ListView>>): Promise<void> {
  const until = performance.now() + VIEW_LIST_WAIT_MS;
  const left = new Map(Object.entries(kept));
  const unarranged = new Set(left.keys());
  while (left.size > 0 && performance.now() < until && isStill(host)) {
    for (const list of listsOf(host)) {
      const { sought = '', top = 0, arrangement = AS_LISTED } = left.get(list.localName) ?? {};
      if (unarranged.delete(list.localName) && list.arrangement === AS_LISTED) list.arrangement = arrangement;
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
