import { McpError } from '../errors.js';
import {
  canonicalRoot,
  hasControl,
  MAX_ROOT_URI_LENGTH,
  rootFault,
  type RootFault,
  suggestRoot,
} from '../protocol/decode/server-requests.js';
import { asArray, asNumber, asObject, asString } from '../protocol/decode/values.js';
import type { JsonObject, Root } from '../protocol/model.js';
import { MAX_DATE_MS } from '../util/async.js';
import { mayRemember } from '../policy/site-policy.js';
import { followedWhileUsed, type Readable, Store } from '../util/store.js';
import { type GrantDuration, hasEnded } from './grants.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/** The roots that a server may receive. */
export interface RootsOffer {
  /** Roots that the person chose for this server. They may change while the request waits. */
  readonly kept?: Roots | undefined;
  /** Roots that page code adds. */
  readonly fromPage: readonly Root[];
}

/** The person’s decision: these roots, or a refusal. */
export type RootsDecision =
  | {
      readonly allowed: true;
      readonly roots: readonly Root[];
      /** How long the decision is remembered; absent for this request only. */
      readonly remember?: GrantDuration | undefined;
    }
  | { readonly allowed: false; readonly remember?: GrantDuration | undefined };

/** A remembered decision about one server’s requests for roots. */
export interface RootsPermission {
  readonly verdict: 'allow' | 'deny';
  readonly duration: GrantDuration;
  /** URIs of the roots that the person agreed to share. */
  readonly shared: readonly string[];
  /** URIs of the roots that the person left out. About a URI in neither list the person is asked. */
  readonly leftOut: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The roots that the person chose for one server. */
export interface StoredRoots {
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
  /** Origin of the page in which they were added. */
  readonly origin: string;
  readonly roots: readonly Root[];
  /** A decision that outlives the page. Absent where the person is asked each time. */
  readonly consent?: RootsPermission | undefined;
}

/** Stores roots that outlive the page. Methods may reject; the roots then last until the page closes. */
export interface RootsStore {
  getRoots(server: string, origin: string): Promise<StoredRoots | undefined>;
  putRoots(record: StoredRoots): Promise<void>;
  /** Reports changes by other tabs for that server. Absent where there are none, or the store does not report them. */
  follow?(server: string, changed: () => void): () => void;
}

/** Characters of a root’s name, which has one line in a list. A longer one is refused with `limit`. */
export const MAX_ROOT_NAME_LENGTH = 200;

/** Characters of a written URI that an error quotes. The rest is cut. */
const MAX_ROOT_QUOTE_LENGTH = 80;

/** Roots for one server. The dialog shows all of them, and more would not be read. One more is refused with `limit`. */
export const MAX_ROOTS = 50;

export interface RootsState {
  readonly roots: readonly Root[];
  /** Absent where the person is asked each time. */
  readonly consent?: RootsPermission | undefined;
}

/**
 * The folders that the person chose for one server. Nothing here ever opens them. Stored for one page origin, one
 * server and one identity there. The store is read before each change, because another tab may have changed it.
 */
export class Roots {
  readonly #server: string;
  readonly #origin: string;
  readonly #store: RootsStore | undefined;
  readonly #state = new Store<RootsState>({ roots: [] });
  /** A state that could not be stored. It lasts until the page closes. */
  #unsaved: RootsState | undefined;
  /** The roots at the server’s last request. */
  asked: readonly Root[] | undefined;
  /** A decision that ends with the page. */
  #inMemory: RootsPermission | undefined;
  #editing: Promise<unknown> = Promise.resolve();

  /** @param server the server’s key, see `serverKey` */
  constructor(server: string, store?: RootsStore, origin: string = globalThis.location?.origin ?? '') {
    this.#server = server;
    this.#store = store;
    this.#origin = origin;
    const follow = store?.follow && ((changed: () => void) => store.follow!(server, changed));
    this.state = followedWhileUsed(this.#state, follow, () => void this.refresh());
  }

  /** The state at the last {@link refresh}. While there are subscribers, changes of other tabs are read too. */
  readonly state: Readable<RootsState>;

  /** Reads the store again. Never throws: where the store fails, the state in memory is used. */
  refresh(): Promise<RootsState> {
    return this.#edit((state) => state);
  }

  /** @throws McpError `invalid-input` for a URI that cannot be a root, or is one already; `limit` */
  async add(uri: string, name?: string): Promise<void> {
    const root = readRoot(uri, name);
    await this.#edit(({ roots, ...state }) => {
      if (roots.length >= MAX_ROOTS)
        throw new McpError('limit', errorText('approvals.tooManyRoots', { limit: MAX_ROOTS }), {
          remedy: errorText('approvals.removeRoot'),
        });
      return { ...state, roots: [...roots, requireNew(root, roots)] };
    });
  }

  /** Replaces the URI or name of a root. @throws McpError as {@link add} */
  async replace(before: string, uri: string, name?: string): Promise<void> {
    const root = readRoot(uri, name);
    await this.#edit(({ roots, ...state }) => {
      const others = roots.filter((one) => one.uri !== before);
      requireNew(root, others);
      return { ...state, roots: roots.map((one) => (one.uri === before ? root : one)) };
    });
  }

  async remove(uri: string): Promise<void> {
    await this.#edit(({ roots, ...state }) => ({ ...state, roots: roots.filter((one) => one.uri !== uri) }));
  }

  /** Remembers to send or refuse the roots without asking. Undefined: the person is asked again. */
  async decide(consent: RootsPermission | undefined): Promise<void> {
    if (consent && !mayRemember()) return;
    await this.#edit(({ roots }) => ({ roots, consent }));
  }

  /** One after the other: two changes at the same time must not undo each other. */
  #edit(change: (state: RootsState) => RootsState): Promise<RootsState> {
    const edited = this.#editing.then(async () => {
      const before = await this.#read();
      const after = change(before);
      if (after !== before) await this.#save(after);
      // Notifies subscribers only if the state differs.
      if (toJson(after) !== toJson(this.#state.get())) this.#state.set(after);
      return after;
    });
    this.#editing = edited.catch(() => {});
    return edited;
  }

  async #read(): Promise<RootsState> {
    if (!this.#store || this.#unsaved) return this.#unsaved ?? { roots: [] };
    const record = await this.#store.getRoots(this.#server, this.#origin).catch(() => undefined);
    const found = this.#inMemory ?? record?.consent;
    const isValid = found && !hasEnded(found) && (found.verdict === 'deny' || mayRemember());
    const consent = isValid ? found : undefined;
    return { roots: record?.roots ?? [], ...(consent && { consent }) };
  }

  async #save({ roots, consent }: RootsState): Promise<void> {
    this.#inMemory = consent?.duration === 'session' ? consent : undefined;
    const record: StoredRoots = {
      server: this.#server,
      origin: this.#origin,
      roots,
      ...(consent?.duration === 'always' && { consent }),
    };
    const isStored = await this.#store?.putRoots(record).then(
      () => true,
      () => false,
    );
    this.#unsaved = isStored ? undefined : { roots, ...(consent && { consent }) };
  }
}

/** The roots for the server. @throws McpError `declined` for a refusal */
export function rootsIn(decision: RootsDecision): readonly Root[] {
  if (decision.allowed) return decision.roots;
  throw new McpError('declined', errorText('approvals.rootsNotShared'));
}

/**
 * Reads stored roots, to which any code of this origin may have written. A root or a permission that is none is left out:
 * then the person is asked. Undefined where nothing is to be read.
 */
export function readStoredRoots(value: unknown): StoredRoots | undefined {
  const raw = asObject(value);
  const all = asArray(raw?.['roots']);
  if (!raw || !all || asString(raw['server']) === undefined || asString(raw['origin']) === undefined) return undefined;
  const roots = all.filter(isRoot);
  const { consent, ...rest } = raw;
  if (roots.length === all.length && (consent === undefined || isPermission(consent)))
    return raw as JsonObject & StoredRoots;
  return { ...rest, roots, ...(isPermission(consent) && { consent }) } as unknown as StoredRoots;
}

function isRoot(value: unknown): boolean {
  const { uri, name } = asObject(value) ?? {};
  return typeof uri === 'string' && rootFault(uri) === undefined && (name === undefined || typeof name === 'string');
}

function isPermission(value: unknown): boolean {
  const raw = asObject(value) ?? {};
  const isListed = (name: string): boolean => asArray(raw[name])?.every((uri) => typeof uri === 'string') === true;
  const at = asNumber(raw['at']);
  return (
    (raw['verdict'] === 'allow' || raw['verdict'] === 'deny') &&
    (raw['duration'] === 'session' || raw['duration'] === 'always') &&
    isListed('shared') &&
    isListed('leftOut') &&
    at !== undefined &&
    Math.abs(at) <= MAX_DATE_MS
  );
}

/**
 * Reads a root that a person wrote: a `file://` URI without hidden characters and without `..`.
 * @throws McpError `invalid-input` with the fault and the remedy; `limit` if it is too long
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

/** True if both URIs name the same folder, with or without a trailing slash. */
function isSameRoot(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** Unlike `trim`, it does not remove invisible characters, so that the dialog can show them. */
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

function requireNew(root: Root, roots: readonly Root[]): Root {
  if (!roots.some(({ uri }) => isSameRoot(uri, root.uri))) return root;
  throw new McpError('invalid-input', errorText('approvals.rootTwice'), {
    remedy: errorText('approvals.editRoot'),
  });
}
