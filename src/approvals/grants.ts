import { MAX_DATE_MS } from '../util/async.js';
import { asArray, asNumber, asObject, asString } from '../protocol/decode/values.js';
import type { Json, JsonObject, Tool } from '../protocol/model.js';
import { sha256 } from '../util/sha256.js';
import { type Follow, followedWhileUsed, type Readable, Store } from '../util/store.js';
import { hintsOf } from './policy.js';

/** How far a decision reaches. */
export type RememberScope =
  /** This tool, as it is described now, whatever it is called with. */
  | 'tool'
  /** This tool, as it is described now, with these arguments. */
  | 'arguments'
  /** The tools of this server that say that they only read and were listed with the question, as they are described now. */
  | 'read-only';

/** How long a decision holds: until the page goes, or until it is taken back. */
export type GrantDuration = 'session' | 'always';

/** What the person wants to be remembered of a decision. */
export interface Remember {
  readonly scope: RememberScope;
  readonly duration: GrantDuration;
}

/** A tool, and what it was when the person decided. */
export interface GrantedTool {
  readonly name: string;
  /** Of its definition. */
  readonly fingerprint: string;
}

/** One decision that the person wanted remembered. It holds for one page origin, one server and one identity there. */
export interface Grant {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: RememberScope;
  readonly duration: GrantDuration;
  /** Origin of the page in which it was decided. */
  readonly origin: string;
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** As the server called itself then. */
  readonly serverName: string;
  /** The tool it was decided for; for `read-only`, those that said of themselves that they only read and were shown. */
  readonly tools: readonly GrantedTool[];
  /** What the server said of the tool, to show what is different when it changes. Not for `read-only`. */
  readonly definition?: JsonObject | undefined;
  /** Fingerprint of the arguments, for the scope `arguments`: they themselves are not kept. */
  readonly arguments?: string | undefined;
  /** When it was decided, in epoch milliseconds. */
  readonly at: number;
}

/** Where decisions are kept that hold longer than the page. Methods may reject; a decision then holds for the page. */
export interface GrantStore {
  listGrants(): Promise<readonly Grant[]>;
  putGrant(grant: Grant): Promise<void>;
  removeGrants(ids: readonly string[]): Promise<void>;
  /** Tells when another tab has changed something. Absent where nobody else can, or the store does not tell. */
  readonly follow?: Follow | undefined;
}

/**
 * Characters of a definition, as JSON, that a decision can be bound to. No decision about a longer one is remembered:
 * the person is asked each time.
 */
const MAX_DEFINITION_LENGTH: number = 256 * 1024;
/**
 * Levels of a definition that a decision can be bound to. No decision about a deeper one is remembered: the person is
 * asked each time.
 */
const MAX_DEFINITION_DEPTH = 200;

/**
 * Everything a server says that a tool is, and that a person can go by: its words, its schemas, its claims. Icons and
 * `_meta` are not in it; they decide nothing, and change for no reason.
 */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition as unknown as JsonObject;
}

/**
 * What tells one definition, or one set of arguments, from every other: its SHA-256. The order of keys makes no difference.
 * @returns undefined where it is too long or too deep to be bound to
 */
export function fingerprint(value: JsonObject): string | undefined {
  const text = canonical(value, MAX_DEFINITION_DEPTH);
  if (text === undefined || text.length > MAX_DEFINITION_LENGTH) return undefined;
  return `sha256:${sha256(text)}`;
}

/** Whether two definitions are the same, however long. What is too deep to be compared is another one. */
export function isSameDefinition(one: Tool, other: Tool): boolean {
  if (one === other) return true;
  try {
    const [text, otherText] = [one, other].map((tool) => canonical(definitionOf(tool), Infinity));
    return text === otherText;
  } catch {
    return false;
  }
}

/** JSON whose keys stand in order. Undefined where it is deeper than that. */
function canonical(value: Json, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const text = canonical(item, depth - 1);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join()}]`;
  }
  const object = value as JsonObject;
  for (const key of Object.keys(object).toSorted()) {
    const member = object[key];
    if (member === undefined) continue;
    const text = canonical(member, depth - 1);
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}

/**
 * Tools that one decision for “all that read only” covers. The question lists them by name; for the others the person
 * is asked.
 */
export const MAX_COVERED_TOOLS = 100;

/** What a decision for “all that read only” covers: these tools, as they are described here, and no others. */
export interface CoveredTools {
  readonly tools: readonly Tool[];
  /** How many tools of the server say that they read only. */
  readonly of: number;
}

/**
 * The tools that a decision about `tool` can cover with it: those that say that they read only, each name once, that tool
 * first. Left out is what no consent can be bound to.
 * @returns undefined where the tool itself does not say so
 */
export function coveredWith(tool: Tool, listed: readonly Tool[]): CoveredTools | undefined {
  if (hintsOf(tool.annotations).readOnly !== true) return undefined;
  const named = new Map<string, Tool>([[tool.name, tool]]);
  for (const one of listed) if (!named.has(one.name)) named.set(one.name, one);
  const reading = [...named.values()].filter(({ annotations }) => hintsOf(annotations).readOnly === true);
  const tools: Tool[] = [];
  for (const one of reading) {
    if (tools.length === MAX_COVERED_TOOLS) break;
    if (fingerprint(definitionOf(one)) !== undefined) tools.push(one);
  }
  return { tools, of: reading.length };
}

const VERDICTS: ReadonlySet<unknown> = new Set<Grant['verdict']>(['allow', 'deny']);
const SCOPES: ReadonlySet<unknown> = new Set<Grant['scope']>(['tool', 'arguments', 'read-only']);
const DURATIONS: ReadonlySet<unknown> = new Set<Grant['duration']>(['session', 'always']);

/** A decision as it lay in a store, where anybody of this origin may have written it. Undefined where it is none. */
function readGrant(value: unknown): Grant | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  const isNamed = ['id', 'origin', 'server', 'serverName'].every((key) => asString(raw[key]) !== undefined);
  const at = asNumber(raw['at']);
  const isDated = at !== undefined && Math.abs(at) <= MAX_DATE_MS;
  const isKnown = VERDICTS.has(raw['verdict']) && SCOPES.has(raw['scope']) && DURATIONS.has(raw['duration']);
  const tools = asArray(raw['tools']);
  const isOfTools = tools !== undefined && tools.length > 0 && tools.every(isGrantedTool);
  const isWhole =
    isAbsentOr(asObject, raw['definition']) &&
    isAbsentOr(asString, raw['arguments']) &&
    // Without them it would hold for whatever the tool is called with.
    (raw['scope'] !== 'arguments' || raw['arguments'] !== undefined);
  return isNamed && isDated && isKnown && isOfTools && isWhole ? (raw as JsonObject & Grant) : undefined;
}

function isGrantedTool(value: unknown): value is GrantedTool {
  const raw = asObject(value);
  return asString(raw?.['name']) !== undefined && asString(raw?.['fingerprint']) !== undefined;
}

function isAbsentOr(read: (value: unknown) => unknown, value: unknown): boolean {
  return value === undefined || read(value) !== undefined;
}

/** Decisions that are kept for one page origin; the oldest goes first. */
const MAX_GRANTS = 1000;

/** Of a definition that nothing can be bound to. A refusal needs none: it holds for the name. */
const NO_FINGERPRINT = '';

/** Whose tool is called, and what with. */
export interface GrantedCall {
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  readonly serverName: string;
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** The tools that a decision for all that read only is to cover: those that the person was shown. */
  readonly tools: readonly Tool[];
  /** True where the server says now that `tool` is so. Otherwise no consent holds, and none is remembered. */
  readonly isConfirmed: boolean;
}

/**
 * What was decided earlier. `changed`: it was allowed, but the tool is described differently now; `grant` has fallen.
 * `unconfirmed`: it was allowed, and holds again when the server says that the tool is what it was. `unread`: the store
 * fails, and what it holds may be a refusal.
 */
export type PreviousDecision =
  | { readonly verdict: 'allow' | 'deny' | 'changed' | 'unconfirmed'; readonly grant: Grant }
  | { readonly verdict: 'unread'; readonly grant?: undefined };

/**
 * What the person decided and wanted remembered, for every server that this page speaks to. What holds longer than the
 * page is read from the store each time: another tab may have taken it back.
 */
export class Grants {
  readonly #store: GrantStore | undefined;
  readonly #origin: string;
  readonly #all = new Store<readonly Grant[]>([]);
  #visit: readonly Grant[] = [];
  /** Other tabs told something that is not read yet. */
  #isBehind = false;
  #reading: Promise<void> | undefined;

  /**
   * @param store without one, every decision ends with the page
   * @param origin of the page: decisions of other origins are left alone
   */
  constructor(store?: GrantStore, origin: string = globalThis.location?.origin ?? '') {
    this.#store = store;
    this.#origin = origin;
    this.all = followedWhileUsed(this.#all, store?.follow, () => this.#reread());
  }

  /** Every decision that holds, newest first, as of the last {@link refresh}. While followed, also what other tabs do. */
  readonly all: Readable<readonly Grant[]>;

  /** Reads them again. Never throws: a store that fails has none. What lies there and is no decision is removed. */
  async refresh(): Promise<readonly Grant[]> {
    return (await this.#read()).grants;
  }

  async #read(): Promise<{ readonly grants: readonly Grant[]; readonly isWhole: boolean }> {
    const kept = await this.#store?.listGrants().catch(() => undefined);
    const isWhole = !this.#store || Array.isArray(kept);
    const stored: Grant[] = [];
    const broken: string[] = [];
    for (const raw of Array.isArray(kept) ? (kept as readonly unknown[]) : []) {
      const grant = readGrant(raw);
      if (grant?.origin === this.#origin && !this.#holdsOther(grant)) stored.push(grant);
      const id = grant ? undefined : (raw as Partial<Grant> | null)?.id;
      if (typeof id === 'string') broken.push(id);
    }
    // Not waited for: nothing rests on it.
    if (broken.length > 0) void this.#store?.removeGrants(broken).catch(() => {});
    const newest = [...this.#visit, ...stored].toSorted((one, other) => other.at - one.at);
    this.#all.set(newest);
    return { grants: newest, isWhole };
  }

  /**
   * Whether this page holds another version of a decision than the store, which did not take a tool that fell. Where the
   * store took late what it had not taken, it is there once, and other tabs can take it back.
   */
  #holdsOther({ id, tools }: Grant): boolean {
    const held = this.#visit.find((grant) => grant.id === id);
    if (!held) return false;
    const isSame = JSON.stringify(held.tools) === JSON.stringify(tools);
    if (isSame) this.#visit = this.#visit.filter((grant) => grant !== held);
    return !isSame;
  }

  /**
   * What was decided about such a call. A refusal outlives a change of the tool; a consent does not, and is forgotten.
   * Never throws: where something fails, nobody has allowed anything.
   */
  async find(call: GrantedCall): Promise<PreviousDecision | undefined> {
    try {
      return await this.#find(call);
    } catch {
      return { verdict: 'unread' };
    }
  }

  async #find(call: GrantedCall): Promise<PreviousDecision | undefined> {
    const { name } = call.tool;
    const { grants: all, isWhole } = await this.#read();
    const grants = all.filter(
      ({ server, tools }) => server === call.server && tools.some((tool) => tool.name === name),
    );
    const unread = isWhole ? undefined : ({ verdict: 'unread' } as const);
    if (grants.length === 0) return unread;
    const args = fingerprint(call.arguments);
    const concerning = grants.filter(({ scope, arguments: of }) => scope !== 'arguments' || of === args);
    const refused = concerning.find(({ verdict }) => verdict === 'deny');
    if (refused) return { verdict: 'deny', grant: refused };
    if (!call.isConfirmed) {
      const [grant] = concerning;
      return unread ?? (grant && { verdict: 'unconfirmed', grant });
    }
    const { fingerprint: definition } = granted(call.tool);
    const isSame = ({ tools }: Grant): boolean =>
      definition !== NO_FINGERPRINT && tools.some((tool) => tool.name === name && tool.fingerprint === definition);
    const allowed = concerning.find(isSame);
    if (allowed) return { verdict: 'allow', grant: allowed };
    const fallen = grants.filter((grant) => grant.verdict === 'allow' && !isSame(grant));
    await Promise.all(fallen.map(({ id }) => this.#fall(id, name)));
    const told = fallen.find(({ definition }) => definition) ?? fallen[0];
    return unread ?? (told && { verdict: 'changed', grant: told });
  }

  /**
   * Remembers a decision. Never throws: what the store does not take holds for this page.
   * @returns undefined where nothing is remembered: a consent to what cannot be told from something else, or to a tool of
   * which the server does not say now what it is
   */
  async remember(
    call: GrantedCall,
    verdict: Grant['verdict'],
    { scope, duration }: Remember,
  ): Promise<Grant | undefined> {
    if (verdict === 'allow' && !call.isConfirmed) return undefined;
    const tools = verdict === 'deny' ? [granted(call.tool)] : this.#toolsOf(call, scope);
    const args = scope === 'arguments' ? fingerprint(call.arguments) : undefined;
    // What cannot be told from something else is asked about again.
    if (tools.length === 0 || (scope === 'arguments' && args === undefined)) return undefined;
    const grant: Grant = {
      id: globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-'),
      verdict,
      scope,
      duration,
      origin: this.#origin,
      server: call.server,
      serverName: call.serverName,
      tools,
      ...(scope !== 'read-only' && { definition: definitionOf(call.tool) }),
      ...(args !== undefined && { arguments: args }),
      at: Date.now(),
    };
    await this.#keep(grant);
    const surplus = (await this.refresh()).slice(MAX_GRANTS);
    await this.#drop(surplus);
    return grant;
  }

  /** Takes a decision back. Never throws. */
  async revoke(id: string): Promise<void> {
    await this.#drop([{ id }]);
  }

  /** Takes back everything decided about one server, or about all. */
  async revokeAll(server?: string): Promise<void> {
    const all = await this.refresh();
    await this.#drop(all.filter((grant) => server === undefined || grant.server === server));
  }

  /** Other tabs hear of it once, however many go. */
  async #drop(gone: readonly Pick<Grant, 'id'>[]): Promise<void> {
    if (gone.length === 0) return;
    const ids = new Set(gone.map(({ id }) => id));
    this.#visit = this.#visit.filter(({ id }) => !ids.has(id));
    await this.#store?.removeGrants([...ids]).catch(() => {});
    await this.refresh();
  }

  #reread(): void {
    this.#isBehind = true;
    this.#reading ??= this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    while (this.#isBehind) {
      this.#isBehind = false;
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await this.refresh();
    }
    this.#reading = undefined;
  }

  #toolsOf({ tool, tools }: GrantedCall, scope: Remember['scope']): readonly GrantedTool[] {
    const meant =
      scope === 'read-only'
        ? tools.filter(({ annotations }) => hintsOf(annotations).readOnly === true).slice(0, MAX_COVERED_TOOLS)
        : [tool];
    return meant.map(granted).filter((one) => one.fingerprint !== NO_FINGERPRINT);
  }

  /** A consent falls for the tool that changed; for the others that it covers it goes on. */
  async #fall(id: string, name: string): Promise<void> {
    // As it is by now: what another tab took back meanwhile must not rise again.
    const grant = (await this.refresh()).find((one) => one.id === id);
    if (!grant) return;
    const tools = grant.tools.filter((tool) => tool.name !== name);
    if (tools.length === 0) return this.revoke(grant.id);
    await this.#keep({ ...grant, tools });
  }

  async #keep(grant: Grant): Promise<void> {
    const others = this.#visit.filter(({ id }) => id !== grant.id);
    const kept =
      grant.duration === 'always' && this.#store
        ? await this.#store.putGrant(grant).then(
            () => true,
            () => false,
          )
        : false;
    this.#visit = kept ? others : [...others, grant];
  }
}

function granted(tool: Tool): GrantedTool {
  return { name: tool.name, fingerprint: fingerprint(definitionOf(tool)) ?? NO_FINGERPRINT };
}
