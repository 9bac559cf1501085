import { DAY_MS, MAX_DATE_MS } from '../util/async.js';
import { asArray, asNumber, asObject, asString } from '../protocol/decode/values.js';
import type { Json, JsonObject, Tool } from '../protocol/model.js';
import { sha256 } from '../util/sha256.js';
import { mayRemember } from '../policy/site-policy.js';
import { type Follow, followedWhileUsed, type Readable, Store } from '../util/store.js';
import { hintsOf } from './policy.js';
import { toJson } from '../util/json.js';

/** The calls that a remembered decision covers. */
export type RememberScope =
  /** This tool in its current definition, with any arguments. */
  | 'tool'
  /** This tool in its current definition, with these arguments. */
  | 'arguments'
  /** All tools of this server that claim to only read and were listed in the dialog, each in its current definition. */
  | 'read-only';

/** How long a decision is valid: until the page closes, or until it is revoked. */
export type GrantDuration = 'session' | 'always';

/** How the person wants a decision to be remembered. */
export interface Remember {
  readonly scope: RememberScope;
  readonly duration: GrantDuration;
}

/** A tool in the definition that it had when the person decided. */
export interface GrantedTool {
  readonly name: string;
  /** Fingerprint of the definition. */
  readonly fingerprint: string;
}

/** A remembered decision. It is valid for one page origin, one server and one identity there. */
export interface Grant {
  readonly id: string;
  readonly verdict: 'allow' | 'deny';
  readonly scope: RememberScope;
  readonly duration: GrantDuration;
  /** Origin of the page in which it was decided. */
  readonly origin: string;
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
  /** The server’s name for itself at that time. */
  readonly serverName: string;
  /** The tool; for `read-only`, all tools that the dialog listed. */
  readonly tools: readonly GrantedTool[];
  /** The definition of the tool, to show later what has changed. Absent for `read-only`. */
  readonly definition?: JsonObject | undefined;
  /** Fingerprint of the arguments, for the scope `arguments`. The arguments themselves are not stored. */
  readonly arguments?: string | undefined;
  /** When it was decided, in epoch milliseconds. */
  readonly at: number;
}

/**
 * Days for which a permission is valid beyond the page. Then the person is asked again: people forget old permissions,
 * and a permission that an attacker planted ends too. A refusal has no end.
 */
export const GRANT_DAYS = 90;

/** Stores decisions that outlive the page. Methods may reject; the decision then lasts until the page closes. */
export interface GrantStore {
  listGrants(): Promise<readonly Grant[]>;
  putGrant(grant: Grant): Promise<void>;
  removeGrants(ids: readonly string[]): Promise<void>;
  /**
   * True if a decision about that server could not be read since the page opened: it may have been a refusal. Absent if
   * the store returns unchecked data, so that it is found out here.
   */
  hadDamage?(server: string): boolean;
  /** Reports changes by other tabs. Absent where there are none, or the store does not report them. */
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
 * Tools that one decision for all read-only tools covers. The dialog lists them by name; about the others the person is
 * asked.
 */
export const MAX_COVERED_TOOLS = 100;

/** The tools that a decision for all read-only tools covers, in these definitions only. */
export interface CoveredTools {
  readonly tools: readonly Tool[];
  /** How many tools of the server claim to only read. */
  readonly of: number;
}

const VERDICTS: ReadonlySet<unknown> = new Set<Grant['verdict']>(['allow', 'deny']);
const SCOPES: ReadonlySet<unknown> = new Set<Grant['scope']>(['tool', 'arguments', 'read-only']);
const DURATIONS: ReadonlySet<unknown> = new Set<Grant['duration']>(['session', 'always']);

/** Decisions that are stored for one page origin. Beyond that, the oldest are removed. */
const MAX_GRANTS = 1000;

/** For a definition that is too large to be bound to. A refusal needs no fingerprint: it refers to the name. */
const NO_FINGERPRINT = '';

/** A tool call that is to be decided. */
export interface GrantedCall {
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
  readonly serverName: string;
  readonly tool: Tool;
  readonly arguments: JsonObject;
  /** The tools for a decision about all read-only tools: those that the person was shown. */
  readonly tools: readonly Tool[];
  /**
   * True if the server has confirmed the definition of `tool`. Otherwise no permission is valid, and none is
   * remembered.
   */
  readonly isConfirmed: boolean;
  /** True if a person presses the button of this tool. That is consent, even if the store cannot be read. */
  readonly isOwnPress?: boolean | undefined;
}

/**
 * An earlier decision. `changed`: it was allowed, but the definition has changed, so `grant` is no longer valid.
 * `unconfirmed`: it was allowed, and is valid again once the server confirms the definition. `unread`: the store cannot
 * be read, or a decision about this server in it, and may contain a refusal.
 */
export type PreviousDecision =
  | { readonly verdict: 'allow' | 'deny' | 'changed' | 'unconfirmed'; readonly grant: Grant }
  | { readonly verdict: 'unread'; readonly grant?: undefined };

/**
 * The person’s remembered decisions, for every server of this page. Decisions that outlive the page are read from the
 * store each time, because another tab may have revoked them.
 */
export class Grants {
  readonly #store: GrantStore | undefined;
  readonly #origin: string;
  readonly #all = new Store<readonly Grant[]>([]);
  #inMemory: readonly Grant[] = [];
  /** Ids of decisions that were made in this page since it opened. */
  readonly #madeHere = new Set<string>();
  /** Ids of permissions whose use was shown to the person. */
  readonly #told = new Set<string>();
  /** Servers of decisions that could not be read; undefined: a decision of an unknown server. */
  readonly #damaged = new Set<string | undefined>();
  /** Another tab reported a change that is not read yet. */
  #hasUnreadChanges = false;
  #reading: Promise<void> | undefined;

  /**
   * @param store without one, every decision ends with the page
   * @param origin origin of the page: decisions of other origins are not used
   */
  constructor(store?: GrantStore, origin: string = globalThis.location?.origin ?? '') {
    this.#store = store;
    this.#origin = origin;
    this.all = followedWhileUsed(this.#all, store?.follow, () => this.#reread());
  }

  /**
   * Every valid decision, newest first, as read at the last {@link refresh}. While there are subscribers, changes of
   * other tabs are read too.
   */
  readonly all: Readable<readonly Grant[]>;

  /** Reads the store again. Never throws: a store that fails counts as empty. Removes invalid records. */
  async refresh(): Promise<readonly Grant[]> {
    return (await this.#read()).grants;
  }

  async #read(): Promise<{ readonly grants: readonly Grant[]; readonly isWhole: boolean }> {
    const records = await this.#store?.listGrants().catch(() => undefined);
    const isWhole = !this.#store || Array.isArray(records);
    const stored: Grant[] = [];
    const broken: string[] = [];
    for (const raw of Array.isArray(records) ? (records as readonly unknown[]) : []) {
      const grant = readGrant(raw);
      if (grant?.origin === this.#origin && !this.#hasNewerVersion(grant)) stored.push(grant);
      if (grant) continue;
      const { id, server } = asObject(raw) ?? {};
      this.#damaged.add(asString(server));
      if (typeof id === 'string') broken.push(id);
    }
    // Not awaited: invalid records are ignored in any case.
    if (broken.length > 0) void this.#store?.removeGrants(broken).catch(() => {});
    const newest = [...this.#inMemory, ...stored].toSorted((one, other) => other.at - one.at);
    this.#all.set(newest);
    return { grants: newest, isWhole };
  }

  /**
   * True if this page has a newer version of a decision than the store, because the store failed to remove a tool from
   * it. Once the store has the same version, the one in memory is dropped, so that other tabs can revoke the decision.
   */
  #hasNewerVersion({ id, tools }: Grant): boolean {
    const unsaved = this.#inMemory.find((grant) => grant.id === id);
    if (!unsaved) return false;
    const isSame = toJson(unsaved.tools) === toJson(tools);
    if (isSame) this.#inMemory = this.#inMemory.filter((grant) => grant !== unsaved);
    return !isSame;
  }

  /**
   * The decision about such a call. A refusal stays valid when the tool changes; a permission becomes invalid and is
   * removed. Never throws: after a failure nothing is allowed.
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
    const isDamaged = !call.isOwnPress && this.#isDamaged(call.server);
    const unread = isWhole && !isDamaged ? undefined : ({ verdict: 'unread' } as const);
    if (grants.length === 0) return unread;
    const args = fingerprint(call.arguments);
    const concerning = grants.filter(({ scope, arguments: of }) => scope !== 'arguments' || of === args);
    const refused = concerning.find(({ verdict }) => verdict === 'deny');
    if (refused) return { verdict: 'deny', grant: refused };
    const lasting = concerning.filter((grant) => !hasEnded(grant));
    if (!call.isConfirmed) {
      const [grant] = lasting;
      return unread ?? (grant && { verdict: 'unconfirmed', grant });
    }
    const { fingerprint: definition } = granted(call.tool);
    const isSame = ({ tools }: Grant): boolean =>
      definition !== NO_FINGERPRINT && tools.some((tool) => tool.name === name && tool.fingerprint === definition);
    // Decisions of this visit are valid, even if the store is damaged.
    const holds = (grant: Grant): boolean => isSame(grant) && (!isDamaged || this.#madeHere.has(grant.id));
    const allowed = mayRemember() ? lasting.find(holds) : undefined;
    if (allowed) return { verdict: 'allow', grant: allowed };
    const invalid = grants.filter((grant) => grant.verdict === 'allow' && !hasEnded(grant) && !isSame(grant));
    await Promise.all(invalid.map(({ id }) => this.#removeTool(id, name)));
    const shown = invalid.find(({ definition }) => definition) ?? invalid[0];
    return unread ?? (shown && { verdict: 'changed', grant: shown });
  }

  /**
   * Remembers a decision. Never throws: a decision that could not be stored lasts until the page closes.
   * @returns undefined if nothing is remembered: on a site whose policy forbids it, for a permission whose subject is
   * too large to store, or for a tool whose definition is not confirmed
   */
  async remember(
    call: GrantedCall,
    verdict: Grant['verdict'],
    { scope, duration }: Remember,
  ): Promise<Grant | undefined> {
    if ((verdict === 'allow' && !call.isConfirmed) || !mayRemember()) return undefined;
    const tools = verdict === 'deny' ? [granted(call.tool)] : this.#toolsOf(call, scope);
    const args = scope === 'arguments' ? fingerprint(call.arguments) : undefined;
    // A permission without a fingerprint would be valid for anything.
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
    this.#madeHere.add(grant.id);
    await this.#save(grant);
    const all = await this.refresh();
    const replaced = all.filter((one) => hasEnded(one) && isAboutSame(one, grant));
    await this.#drop([...all.slice(MAX_GRANTS), ...replaced]);
    return grant;
  }

  #isDamaged(server: string): boolean {
    return this.#damaged.has(server) || this.#damaged.has(undefined) || this.#store?.hadDamage?.(server) === true;
  }

  /**
   * True at the first use in this page of a permission of an earlier visit, once for each permission: the person is
   * then informed.
   */
  isFirstUse({ id }: Grant): boolean {
    const isFirst = !this.#madeHere.has(id) && !this.#told.has(id);
    this.#told.add(id);
    return isFirst;
  }

  /** Revokes a decision. Never throws. */
  async revoke(id: string): Promise<void> {
    await this.#drop([{ id }]);
  }

  /** Revokes every decision about one server, or all. */
  async revokeAll(server?: string): Promise<void> {
    const all = await this.refresh();
    await this.#drop(all.filter((grant) => server === undefined || grant.server === server));
  }

  /** In one operation, so that other tabs are notified once. */
  async #drop(gone: readonly Pick<Grant, 'id'>[]): Promise<void> {
    if (gone.length === 0) return;
    const ids = new Set(gone.map(({ id }) => id));
    this.#inMemory = this.#inMemory.filter(({ id }) => !ids.has(id));
    await this.#store?.removeGrants([...ids]).catch(() => {});
    await this.refresh();
  }

  #reread(): void {
    this.#hasUnreadChanges = true;
    this.#reading ??= this.#readChanges();
  }

  async #readChanges(): Promise<void> {
    while (this.#hasUnreadChanges) {
      this.#hasUnreadChanges = false;
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

  /** Removes a changed tool from a permission. The permission stays valid for its other tools. */
  async #removeTool(id: string, name: string): Promise<void> {
    // Read again, so that a permission which another tab revoked meanwhile is not restored.
    const grant = (await this.refresh()).find((one) => one.id === id);
    if (!grant) return;
    const tools = grant.tools.filter((tool) => tool.name !== name);
    if (tools.length === 0) return this.revoke(grant.id);
    await this.#save({ ...grant, tools });
  }

  async #save(grant: Grant): Promise<void> {
    const others = this.#inMemory.filter(({ id }) => id !== grant.id);
    const isStored =
      grant.duration === 'always' && this.#store
        ? await this.#store.putGrant(grant).then(
            () => true,
            () => false,
          )
        : false;
    this.#inMemory = isStored ? others : [...others, grant];
  }
}

/**
 * True if a permission has expired, or is dated more than a day in the future because a clock was wrong. It stays in
 * the list: a clock that is wrong now must not remove it.
 */
export function hasEnded(
  { verdict, duration, at }: Pick<Grant, 'verdict' | 'duration' | 'at'>,
  now: number = Date.now(),
): boolean {
  return verdict === 'allow' && duration === 'always' && (now - at > GRANT_DAYS * DAY_MS || at - now > DAY_MS);
}

/**
 * Everything about a tool that a person can base a decision on: descriptions, schemas, annotations. Icons and `_meta`
 * are left out: they change often and decide nothing.
 */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition as unknown as JsonObject;
}

/**
 * SHA-256 of a definition or of arguments. The order of keys makes no difference.
 * @returns undefined where it is too long or too deep to be bound to
 */
export function fingerprint(value: JsonObject): string | undefined {
  const text = canonical(value, MAX_DEFINITION_DEPTH);
  if (text === undefined || text.length > MAX_DEFINITION_LENGTH) return undefined;
  return `sha256:${sha256(text)}`;
}

/**
 * True if two definitions are equal, whatever their length. A definition that is too deep to compare counts as
 * different.
 */
export function isSameDefinition(one: Tool, other: Tool): boolean {
  if (one === other) return true;
  try {
    const [text, otherText] = [one, other].map((tool) => canonical(definitionOf(tool), Infinity));
    return text === otherText;
  } catch {
    return false;
  }
}

/** JSON with sorted keys. Undefined where the value is deeper than `depth`. */
function canonical(value: Json, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return toJson(value);
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
    parts.push(`${toJson(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}

/**
 * The tools that a decision about `tool` can cover with it: those that claim to only read, each name once, `tool`
 * first. Tools whose definition is too large to be bound to are left out.
 * @returns undefined where the tool does not claim to only read
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

/**
 * Reads a decision from the store, to which any code of this origin may have written. Undefined where it is invalid.
 */
export function readGrant(value: unknown): Grant | undefined {
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
    // Without `arguments` it would allow the tool with any arguments.
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

/** True if the second decision covers everything that the first one covers. */
function isAboutSame(one: Grant, other: Grant): boolean {
  return (
    one.server === other.server &&
    one.scope === other.scope &&
    one.arguments === other.arguments &&
    one.tools.every(({ name }) => other.tools.some((tool) => tool.name === name))
  );
}

function granted(tool: Tool): GrantedTool {
  return { name: tool.name, fingerprint: fingerprint(definitionOf(tool)) ?? NO_FINGERPRINT };
}
