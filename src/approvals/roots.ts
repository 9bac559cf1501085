import { McpError } from '../errors.js';
import type { Root } from '../protocol/model.js';
import { Store, type Readable } from '../util/store.js';
import { isSameRoot, readRoot } from './read-root.js';
import type { RootsConsent, RootsRecord, RootsStore } from './roots-record.js';
import { heardFromTabs, type TabNews } from './tab-news.js';

/** Roots kept for one server. The question shows all of them: more than this nobody looks through. */
export const MAX_ROOTS = 50;

export interface RootsState {
  readonly roots: readonly Root[];
  /** Absent where the person is asked each time. */
  readonly consent?: RootsConsent | undefined;
}

/**
 * Where the person says that one server is to work: addresses of folders, which nothing here ever opens. Kept for one page
 * origin, one server and one identity there; read from the store before each change, for another tab may have made one.
 */
export class Roots {
  readonly #server: string;
  readonly #origin: string;
  readonly #store: RootsStore | undefined;
  readonly #news: TabNews | undefined;
  readonly #state = new Store<RootsState>({ roots: [] });
  /** What the store did not take: it holds for the page. */
  #unsaved: RootsState | undefined;
  /** As they were when the server asked last. */
  asked: readonly Root[] | undefined;
  /** A decision that ends with the page. */
  #visit: RootsConsent | undefined;
  #editing: Promise<unknown> = Promise.resolve();

  /** @param server as `serverKey` calls it */
  constructor(server: string, store?: RootsStore, news?: TabNews, origin: string = globalThis.location?.origin ?? '') {
    this.#server = server;
    this.#store = store;
    this.#news = news;
    this.#origin = origin;
    this.state = heardFromTabs(this.#state, news, () => void this.refresh());
  }

  /** As of the last {@link refresh}. While followed, also what other tabs do. */
  readonly state: Readable<RootsState>;

  /** Reads them again. Never throws: a store that fails has what is known here. */
  refresh(): Promise<RootsState> {
    return this.#edit((state) => state);
  }

  /** @throws McpError `invalid-input` for an address that cannot be a root, or is one already; `limit` */
  async add(uri: string, name?: string): Promise<void> {
    const root = readRoot(uri, name);
    await this.#edit(({ roots, ...state }) => {
      if (roots.length >= MAX_ROOTS)
        throw new McpError('limit', `There are ${MAX_ROOTS} folders already.`, {
          remedy: 'Remove one, or add a folder that holds several of them.',
        });
      return { ...state, roots: [...roots, unlessThere(root, roots)] };
    });
  }

  /** Puts another address or name in the place of a root. @throws McpError as {@link add} */
  async replace(before: string, uri: string, name?: string): Promise<void> {
    const root = readRoot(uri, name);
    await this.#edit(({ roots, ...state }) => {
      const others = roots.filter((one) => one.uri !== before);
      unlessThere(root, others);
      return { ...state, roots: roots.map((one) => (one.uri === before ? root : one)) };
    });
  }

  async remove(uri: string): Promise<void> {
    await this.#edit(({ roots, ...state }) => ({ ...state, roots: roots.filter((one) => one.uri !== uri) }));
  }

  /** From now on the server is told, or refused, without a question. Undefined: the person is asked again. */
  async decide(consent: RootsConsent | undefined): Promise<void> {
    await this.#edit(({ roots }) => ({ roots, consent }));
  }

  /** One after the other: two changes at once must not undo each other. */
  #edit(change: (state: RootsState) => RootsState): Promise<RootsState> {
    const edited = this.#editing.then(async () => {
      const before = await this.#read();
      const after = change(before);
      if (after !== before) await this.#keep(after);
      // Read again is not changed: whoever follows is told of changes only.
      if (JSON.stringify(after) !== JSON.stringify(this.#state.get())) this.#state.set(after);
      return after;
    });
    this.#editing = edited.catch(() => {});
    return edited;
  }

  async #read(): Promise<RootsState> {
    if (!this.#store || this.#unsaved) return this.#unsaved ?? { roots: [] };
    const record = await this.#store.getRoots(this.#server, this.#origin).catch(() => undefined);
    const consent = this.#visit ?? record?.consent;
    return { roots: record?.roots ?? [], ...(consent && { consent }) };
  }

  async #keep({ roots, consent }: RootsState): Promise<void> {
    this.#visit = consent?.term === 'session' ? consent : undefined;
    const record: RootsRecord = {
      server: this.#server,
      origin: this.#origin,
      roots,
      ...(consent?.term === 'always' && { consent }),
    };
    const isKept = await this.#store?.putRoots(record).then(
      () => true,
      () => false,
    );
    this.#unsaved = isKept ? undefined : { roots, ...(consent && { consent }) };
    if (isKept) this.#news?.tell();
  }
}

function unlessThere(root: Root, roots: readonly Root[]): Root {
  if (!roots.some(({ uri }) => isSameRoot(uri, root.uri))) return root;
  throw new McpError('invalid-input', 'This folder is in the list already.', {
    remedy: 'Edit it there, or write the address of another one.',
  });
}
