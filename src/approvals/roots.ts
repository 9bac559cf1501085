import { McpError } from '../errors.js';
import {
  canonicalRoot,
  hasControl,
  MAX_ROOT_URI_LENGTH,
  rootFault,
  type RootFault,
  suggestRoot,
} from '../protocol/decode/server-requests.js';
import type { Root } from '../protocol/model.js';
import { followedWhileUsed, type Readable, Store } from '../util/store.js';
import type { GrantDuration } from './grants.js';
import { errorText } from './error-texts.js';

/** What a server could be told when it asks for roots. */
export interface RootsOffer {
  /** Those that the person keeps for this server. They may change while the question waits. */
  readonly kept?: Roots | undefined;
  /** Those that page code adds. */
  readonly fromPage: readonly Root[];
}

/** What the person decided: these roots, or none and a refusal. */
export type RootsDecision =
  | {
      readonly allowed: true;
      readonly roots: readonly Root[];
      /** How long the server is told the same without asking; absent for this once. */
      readonly remember?: GrantDuration | undefined;
    }
  | { readonly allowed: false; readonly remember?: GrantDuration | undefined };

/** What the server gets. @throws McpError `declined` for a refusal */
export function rootsIn(decision: RootsDecision): readonly Root[] {
  if (decision.allowed) return decision.roots;
  throw new McpError('declined', errorText('approvals.rootsNotShared'));
}

/** What the person decided about a server that asks for roots, and wanted remembered. */
export interface RootsPermission {
  readonly verdict: 'allow' | 'deny';
  readonly duration: GrantDuration;
  /** Addresses of the roots that they agreed to share. */
  readonly shared: readonly string[];
  /** Addresses of those that stood beside them and were left out. One that is in neither list is asked about. */
  readonly leftOut: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The roots of one server: where the person says that it is to work. */
export interface StoredRoots {
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** Origin of the page in which they were added. */
  readonly origin: string;
  readonly roots: readonly Root[];
  /** Absent where the person is asked each time. Only what holds longer than the page. */
  readonly consent?: RootsPermission | undefined;
}

/** Where roots are kept that outlive the page. Methods may reject; they then last as long as the page. */
export interface RootsStore {
  getRoots(server: string, origin: string): Promise<StoredRoots | undefined>;
  putRoots(record: StoredRoots): Promise<void>;
  /** Tells when another tab has changed those of that server. Absent where nobody else can, or the store does not tell. */
  follow?(server: string, changed: () => void): () => void;
}

/** Characters of a root’s name: it stands in one line of a list. A longer one is refused with `limit`. */
export const MAX_ROOT_NAME_LENGTH = 200;

/** Characters of a written address that an error repeats. The rest is cut. */
const MAX_ROOT_QUOTE_LENGTH = 80;

/**
 * A root as a person wrote it, in the form it is shared: `file://`, nothing hidden in it, nothing that climbs.
 * @throws McpError `invalid-input` with what is wrong and what to write; `limit` where it is too long
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots
 */
export function readRoot(uri: string, name = ''): Root {
  const text = trimmed(uri);
  const fault = rootFault(text);
  if (fault) throw badRoot(text, fault);
  const label = name.length > MAX_ROOT_NAME_LENGTH * 2 ? name : trimmed(name);
  if (label.length > MAX_ROOT_NAME_LENGTH)
    throw new McpError('limit', errorText('approvals.rootNameTooLong', { length: label.length }), {
      remedy: errorText('approvals.shortenRootName', { limit: MAX_ROOT_NAME_LENGTH }),
    });
  if (hasControl(label))
    throw new McpError('invalid-input', errorText('approvals.rootNameControlCharacter'), {
      remedy: errorText('approvals.rootNameOneLine'),
    });
  return { uri: canonicalRoot(text), ...(label !== '' && { name: label }) };
}

/** Whether both are the same folder: a slash at the end makes no other one. */
function isSameRoot(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** Not `trim`, which takes hidden characters away: what somebody pasted in is to be seen. */
function trimmed(text: string): string {
  return text.length > MAX_ROOT_URI_LENGTH * 2 ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function badRoot(text: string, fault: RootFault): McpError {
  const quoted = text.slice(0, MAX_ROOT_QUOTE_LENGTH) + (text.length > MAX_ROOT_QUOTE_LENGTH ? '…' : '');
  const guess = suggestRoot(text);
  const remedy =
    guess === undefined || guess.length > MAX_ROOT_QUOTE_LENGTH
      ? errorText(`approvals.root.${fault}Remedy`)
      : errorText('approvals.rootGuess', { guess });
  if (fault === 'long')
    return new McpError('limit', errorText('approvals.root.long', { limit: MAX_ROOT_URI_LENGTH }), { remedy });
  return new McpError('invalid-input', errorText(`approvals.root.${fault}`, { quoted }), { remedy });
}

/**
 * Roots that are kept for one server. The question shows all of them, and nobody looks through more. One more is
 * refused with `limit`.
 */
export const MAX_ROOTS = 50;

export interface RootsState {
  readonly roots: readonly Root[];
  /** Absent where the person is asked each time. */
  readonly consent?: RootsPermission | undefined;
}

/**
 * Where the person says that one server is to work: addresses of folders, which nothing here ever opens. Kept for one page
 * origin, one server and one identity there; read from the store before each change, for another tab may have made one.
 */
export class Roots {
  readonly #server: string;
  readonly #origin: string;
  readonly #store: RootsStore | undefined;
  readonly #state = new Store<RootsState>({ roots: [] });
  /** What the store did not take: it holds for the page. */
  #unsaved: RootsState | undefined;
  /** As they were when the server asked last. */
  asked: readonly Root[] | undefined;
  /** A decision that ends with the page. */
  #visit: RootsPermission | undefined;
  #editing: Promise<unknown> = Promise.resolve();

  /** @param server as `serverKey` calls it */
  constructor(server: string, store?: RootsStore, origin: string = globalThis.location?.origin ?? '') {
    this.#server = server;
    this.#store = store;
    this.#origin = origin;
    const follow = store?.follow && ((changed: () => void) => store.follow!(server, changed));
    this.state = followedWhileUsed(this.#state, follow, () => void this.refresh());
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
        throw new McpError('limit', errorText('approvals.tooManyRoots', { limit: MAX_ROOTS }), {
          remedy: errorText('approvals.removeRoot'),
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
  async decide(consent: RootsPermission | undefined): Promise<void> {
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
    this.#visit = consent?.duration === 'session' ? consent : undefined;
    const record: StoredRoots = {
      server: this.#server,
      origin: this.#origin,
      roots,
      ...(consent?.duration === 'always' && { consent }),
    };
    const isKept = await this.#store?.putRoots(record).then(
      () => true,
      () => false,
    );
    this.#unsaved = isKept ? undefined : { roots, ...(consent && { consent }) };
  }
}

function unlessThere(root: Root, roots: readonly Root[]): Root {
  if (!roots.some(({ uri }) => isSameRoot(uri, root.uri))) return root;
  throw new McpError('invalid-input', errorText('approvals.rootTwice'), {
    remedy: errorText('approvals.editRoot'),
  });
}
