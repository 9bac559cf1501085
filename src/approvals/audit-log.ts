import { asMcpError, McpError } from '../errors.js';
import type {
  ServerRequestMethod,
  ContentBlock,
  JsonObject,
  Root,
  ServerRequests,
  Initiator,
} from '../protocol/model.js';
import { asArray, asNumber, asObject, asString } from '../protocol/decode/values.js';
import { DAY_MS, MAX_DATE_MS, yieldToMain } from '../util/async.js';
import { within } from '../util/tab-coordination.js';
import { childPointer, toJson } from '../util/json.js';
import { Redactor, SECRET_SIGN } from '../secrets/redactor.js';
import {
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  secrecyOf,
  secrecyOfPlace,
} from '../secrets/schema-secrecy.js';
import { redactAddress } from '../secrets/addresses.js';
import { type Readable, Store } from '../util/store.js';
import { errorText } from './error-texts.js';
import { type Approval, APPROVAL_KINDS, type RequestingServer } from './types.js';

/** A named value, as text. */
export interface AuditedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Values of one request that are recorded. Of the others only the number is recorded. More would not be read, and a
 * thousand entries stay below 4 MB.
 */
export const MAX_AUDIT_VALUES = 12;
/** Characters of one recorded value: two lines on a screen. The rest is cut. */
export const MAX_AUDIT_VALUE_LENGTH = 200;
/** Characters of a recorded name. The rest is cut. */
const MAX_AUDIT_NAME_LENGTH = 80;
/**
 * Characters of a text that are searched for credentials before it is recorded. Text beyond that is not recorded at
 * all.
 */
const MAX_AUDIT_SEARCHED = 4096;
/** Levels of a nested value that are recorded. Deeper levels are left out. */
const MAX_AUDIT_LEVELS = 4;
/** Members of a nested value that are recorded. The others are left out. */
const MAX_AUDIT_MEMBERS = 30;

/** How a preview finds secrets. */
interface PreviewRules {
  /** JSON Schema of the values. */
  readonly schema?: unknown;
  /** Knows the secrets of the session: a server may repeat a secret that it received. */
  readonly redactor?: Redactor | undefined;
  /** True if the person chose to store the value at this pointer as shown. */
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/** The beginning of each value as text, without secrets of the values or of the session. */
export function previewOf(
  values: Readonly<Record<string, unknown>>,
  { schema, redactor = new Redactor(), isShown }: PreviewRules = {},
): readonly AuditedValue[] {
  const writer = new PreviewWriter(redactor, isShown);
  const whole = schemaPlaceOf(schema);
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const shown = entries.slice(0, MAX_AUDIT_VALUES).map(([name, value]) => ({
    name: redactor.without(name.slice(0, MAX_AUDIT_SEARCHED), true).slice(0, MAX_AUDIT_NAME_LENGTH),
    value: writer.textOf(value, memberOf(whole, name, values), childPointer('', name)),
  }));
  const more = entries.length - shown.length;
  return more > 0 ? [...shown, { name: '…', value: `${more} more` }] : shown;
}

class PreviewWriter {
  readonly #redactor: Redactor;
  readonly #isShown: PreviewRules['isShown'];

  constructor(redactor: Redactor, isShown: PreviewRules['isShown']) {
    this.#redactor = redactor;
    this.#isShown = isShown;
  }

  textOf(value: unknown, place: SchemaPlace, pointer: string): string {
    const safe = this.#strip(value, place, pointer, MAX_AUDIT_LEVELS);
    const text = typeof safe === 'string' ? safe : (toJson(safe) ?? '');
    // Does not cut a surrogate pair in half.
    return text.length <= MAX_AUDIT_VALUE_LENGTH
      ? text
      : `${text.slice(0, MAX_AUDIT_VALUE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }

  #strip(value: unknown, place: SchemaPlace, pointer: string, levels: number): unknown {
    if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
    if (typeof value === 'string' || typeof value === 'number') return this.#scalar(value, place, pointer);
    if (typeof value !== 'object') return value;
    if (levels === 0) return '…';
    if (Array.isArray(value))
      return value
        .slice(0, MAX_AUDIT_MEMBERS)
        .map((item, at) => this.#strip(item, itemOf(place, at), `${pointer}/*`, levels - 1));
    const object = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.keys(object)
        .slice(0, MAX_AUDIT_MEMBERS)
        // Keys may be secrets too, for example in a map from tokens to users.
        .map((key) => [
          this.#redactor.without(key.slice(0, MAX_AUDIT_SEARCHED), true).slice(0, MAX_AUDIT_NAME_LENGTH),
          this.#strip(object[key], memberOf(place, key, object), childPointer(pointer, key), levels - 1),
        ]),
    );
  }

  #scalar(whole: string | number, place: SchemaPlace, pointer: string): unknown {
    const value = typeof whole === 'string' ? whole.slice(0, MAX_AUDIT_SEARCHED) : whole;
    const found = secrecyOf(place, value);
    const isShown = found === 'maybe' && this.#isShown?.(pointer, place) === true;
    if (found !== 'none' && !isShown && secrecyOfPlace(place) !== 'none') {
      this.#redactor.add(String(whole));
      return SECRET_SIGN;
    }
    // A cut text could show half of a key, so nothing is left of it.
    if (found === 'secret') return SECRET_SIGN;
    if (typeof value === 'number')
      return this.#redactor.withoutKnown(String(value)) === String(value) ? value : SECRET_SIGN;
    return this.#redactor.without(value, isShown);
  }
}

/** The audit log for the server requests of one session, and the server's key in it. */
export interface ServerRequestAudit {
  readonly log: AuditLog;
  /** Knows the secrets of the session. */
  readonly redactor?: Redactor | undefined;
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
}

/** A server request that is to be recorded. */
interface AuditedServerRequest<K extends ServerRequestMethod> {
  readonly method: K;
  readonly request: ServerRequests[K]['request'];
  readonly requestingServer: RequestingServer;
  readonly during?: Approval['during'];
  readonly at: number;
}

/** Records how a server request ended. */
export async function auditServerRequest<K extends ServerRequestMethod>(
  { log, server, redactor }: ServerRequestAudit,
  { method, request, requestingServer, during, at }: AuditedServerRequest<K>,
  consent: AuthorizedBy | (() => AuthorizedBy),
  answer: Promise<ServerRequests[K]['result']>,
): Promise<void> {
  const { answer: how, given } = await answer.then(
    (result) => readAnswer(method, request, result, redactor),
    (error: unknown) => ({
      answer: /^(declined|limit)$/.test(asMcpError(error).code) ? ('refused' as const) : ('withdrawn' as const),
      given: undefined,
    }),
  );
  const words = (text: string): string => redactor?.without(text, true) ?? text;
  const entry: NewAuditEntry = {
    server,
    serverName: words(requestingServer.server.title ?? requestingServer.server.name),
    host: requestingServer.host,
    kind: APPROVAL_KINDS[method],
    about: method,
    initiator: 'server',
    ...(during && { during: words([during.method, during.name].filter(Boolean).join(' ')) }),
    shown: shownOf(method, request, redactor),
    ...(given && { given }),
    answer: how,
    authorizedBy: typeof consent === 'function' ? consent() : consent,
    at,
    decidedAfter: Date.now() - at,
  };
  log.add(entry);
}

function shownOf(
  method: ServerRequestMethod,
  asked: ServerRequests[ServerRequestMethod]['request'],
  redactor?: Redactor,
): readonly AuditedValue[] {
  if (method === 'sampling/createMessage') {
    const { messages, systemPrompt, tools, maxTokens, includeContext } =
      asked as ServerRequests['sampling/createMessage']['request'];
    const last = messages.at(-1);
    const values = {
      'system prompt': systemPrompt,
      messages: messages.length,
      'last message': last && `${last.role}: ${summarizeContent(last.content)}`,
      'tools offered': tools?.map(({ name }) => name).join(', '),
      'length limit': maxTokens,
      'context wanted': includeContext,
    };
    return previewOf(values, { redactor });
  }
  if (method !== 'elicitation/create') return [];
  const question = asked as ServerRequests['elicitation/create']['request'];
  if (question.mode === 'url')
    return previewOf({ message: question.message, page: withoutQuery(question.url) }, { redactor });
  const fields = Object.keys(propertiesOf(question.requestedSchema));
  return previewOf({ message: question.message, 'fields asked for': fields.join(', ') }, { redactor });
}

function readAnswer(
  method: ServerRequestMethod,
  asked: ServerRequests[ServerRequestMethod]['request'],
  result: ServerRequests[ServerRequestMethod]['result'],
  redactor?: Redactor,
): Pick<NewAuditEntry, 'answer' | 'given'> {
  if (method === 'roots/list') {
    const roots = result as readonly Root[];
    return {
      answer: 'allowed',
      given: previewOf({ folders: roots.map(({ uri }) => uri).join(', ') || 'none' }, { redactor }),
    };
  }
  if (method === 'sampling/createMessage') {
    const { content, model } = result as ServerRequests['sampling/createMessage']['result'];
    return { answer: 'allowed', given: previewOf({ answer: summarizeContent(content), model }, { redactor }) };
  }
  const { action, content } = result as ServerRequests['elicitation/create']['result'];
  if (action !== 'accept') return { answer: 'refused', given: previewOf({ answer: action }) };
  if (!content) return { answer: 'allowed' };
  const { requestedSchema: schema } = asked as { readonly requestedSchema?: JsonObject };
  return { answer: 'allowed', given: previewOf(content, { schema, redactor }) };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? (properties as JsonObject)
    : {};
}

function summarizeContent(content: readonly ContentBlock[]): string {
  return content
    .slice(0, 20)
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text.slice(0, 4096) : `[${block.type}]`))
    .join(' ');
}

/** Removes the query, which often contains credentials. */
function withoutQuery(url: string): string {
  try {
    const { origin, pathname } = new URL(redactAddress(url));
    return origin + pathname;
  } catch {
    return '';
  }
}

/** The maker of a decision. */
export type AuthorizedBy =
  /** A person decided in the dialog. */
  | 'person'
  /** A person pressed the button that starts the call. */
  | 'button'
  /** A remembered decision of the person. */
  | 'remembered'
  /** The page’s policy or rules, or page code that answers. */
  | 'policy'
  /** Page code, without asking the person. */
  | 'page'
  /** There was no person to ask. */
  | 'nobody';

/** One server request or tool call, how it was decided, and how it ended. */
export interface AuditEntry {
  readonly id: string;
  /** Origin of the page. */
  readonly origin: string;
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
  /** The server’s own name for itself. */
  readonly serverName: string;
  readonly host: string;
  readonly kind: Approval['kind'];
  /** Name of the tool; of other requests, the method. */
  readonly about: string;
  readonly initiator: Initiator | 'server';
  /** The call that was running when the server asked, for example `tools/call get-weather`. */
  readonly during?: string | undefined;
  /** The beginning of the subject of the decision, without secrets. */
  readonly shown: readonly AuditedValue[];
  /** The beginning of the answer, if it differs from the request as shown, without secrets. */
  readonly given?: readonly AuditedValue[] | undefined;
  /** `withdrawn`: the request ended before a decision. */
  readonly answer: 'allowed' | 'refused' | 'withdrawn';
  readonly authorizedBy: AuthorizedBy;
  /** Id of the remembered decision, for `remembered`. */
  readonly grant?: string | undefined;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
  /** Milliseconds until the decision. */
  readonly decidedAfter: number;
  /** How an allowed call ended. Absent while it runs, and where the page closed before its end. */
  readonly outcome?: 'done' | 'tool-error' | 'failed' | undefined;
  /** Milliseconds that the server took for the call: from sending to the last byte, without its questions. */
  readonly took?: number | undefined;
  /** How many times the same happened in a row without a new decision. Absent for once. */
  readonly times?: number | undefined;
  /** When it last happened, in epoch milliseconds; together with `times`. */
  readonly until?: number | undefined;
}

const KINDS: ReadonlySet<unknown> = new Set<AuditEntry['kind']>([
  'sampling',
  'elicitation',
  'roots',
  'tool-call',
  'tool-result',
]);
const INITIATORS: ReadonlySet<unknown> = new Set<AuditEntry['initiator']>(['person', 'page', 'model', 'app', 'server']);
const ANSWERS: ReadonlySet<unknown> = new Set<AuditEntry['answer']>(['allowed', 'refused', 'withdrawn']);
const AUTHORITIES: ReadonlySet<unknown> = new Set<AuthorizedBy>([
  'person',
  'button',
  'remembered',
  'policy',
  'page',
  'nobody',
]);
const OUTCOMES: ReadonlySet<unknown> = new Set<AuditEntry['outcome']>(['done', 'tool-error', 'failed', undefined]);

/** Reads an entry from the store, to which any code of this origin may have written. Undefined where it is none. */
export function readAuditEntry(value: unknown): AuditEntry | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  const isAmount = (name: string): boolean => (asNumber(raw[name]) ?? -1) >= 0;
  const isDate = (name: string): boolean => Math.abs(asNumber(raw[name]) ?? Infinity) <= MAX_DATE_MS;
  const isText = (name: string): boolean => asString(raw[name]) !== undefined;
  const isWhole =
    ['id', 'origin', 'server', 'serverName', 'host', 'about'].every(isText) &&
    KINDS.has(raw['kind']) &&
    INITIATORS.has(raw['initiator']) &&
    ANSWERS.has(raw['answer']) &&
    AUTHORITIES.has(raw['authorizedBy']) &&
    OUTCOMES.has(raw['outcome']) &&
    isDate('at') &&
    isAmount('decidedAfter') &&
    ['during', 'grant'].every((name) => raw[name] === undefined || isText(name)) &&
    ['took', 'times'].every((name) => raw[name] === undefined || isAmount(name)) &&
    (raw['until'] === undefined || isDate('until'));
  const shown = asArray(raw['shown'])?.filter(isAuditedValue);
  if (!isWhole || !shown) return undefined;
  const given = raw['given'] === undefined ? undefined : (asArray(raw['given'])?.filter(isAuditedValue) ?? []);
  const isSame =
    shown.length === (raw['shown'] as readonly unknown[]).length &&
    given?.length === (raw['given'] as readonly unknown[] | undefined)?.length;
  return (isSame ? raw : { ...raw, shown, ...(given && { given }) }) as unknown as AuditEntry;
}

function isAuditedValue(value: unknown): boolean {
  const raw = asObject(value);
  return asString(raw?.['name']) !== undefined && asString(raw?.['value']) !== undefined;
}

/** An entry before it is added. */
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'origin' | 'times' | 'until'>;

/**
 * Stores the audit log between visits. Methods may reject; entries that could not be stored last until the page closes.
 */
export interface AuditStore {
  listEntries(): Promise<readonly AuditEntry[]>;
  /** Adds entries, or replaces those with the same ids. */
  putEntries(entries: readonly AuditEntry[]): Promise<void>;
  removeEntries(ids: readonly string[]): Promise<void>;
}

/**
 * Entries that are stored for one page origin. Beyond that, the oldest are removed. A thousand entries are read and
 * shown in a few milliseconds, and cover months of one person’s decisions.
 */
export const MAX_AUDIT_ENTRIES = 1000;
/**
 * Days until an entry is removed: long enough to investigate a problem, short enough not to record a person’s habits.
 */
export const AUDIT_DAYS = 30;
/**
 * Milliseconds within which a repetition without a new decision increases the count of an entry instead of adding
 * another entry.
 */
const AUDIT_MERGE_MS = 60_000;

/**
 * Milliseconds that the result of a call waits until its entry is stored. This usually takes a few milliseconds; a
 * database that another tab blocks must not hold the result back for long.
 */
export const AUDIT_WAIT_MS = 1000;

/**
 * Records who requested what, and who decided it, when and how. Contains no secrets. Never throws: entries that could
 * not be stored last until the page closes.
 */
export class AuditLog {
  readonly #store: AuditStore | undefined;
  readonly #origin: string;
  readonly #all = new Store<readonly AuditEntry[]>([]);
  /** By id, oldest first. */
  #known = new Map<string, AuditEntry>();
  /** Ids of entries that are not stored yet; below, of entries that are not removed from the store yet. */
  readonly #unwritten = new Set<string>();
  readonly #unremoved = new Set<string>();
  #writing: Promise<void> | undefined;
  /** Settles when the current write has ended. */
  #currentWrite: Promise<boolean> | undefined;
  #lastFailure: unknown;
  #isFailureReported = false;

  /** @param store without one, the audit log ends with the page */
  constructor(store?: AuditStore, origin: string = globalThis.location?.origin ?? '') {
    this.#store = store;
    this.#origin = origin;
  }

  /** Every entry, newest first. Entries of earlier visits are there after a {@link refresh}. */
  get all(): Readable<readonly AuditEntry[]> {
    return this.#all;
  }

  /** Reads the store again, because other tabs write to it too. Removes entries that are too old. */
  async refresh(): Promise<readonly AuditEntry[]> {
    await this.#writing;
    const stored = await this.#store?.listEntries().catch(() => undefined);
    if (stored) {
      const unwritten = [...this.#known.values()].filter(({ id }) => this.#unwritten.has(id));
      const written = stored.filter(({ id, origin }) => origin === this.#origin && !this.#unremoved.has(id));
      this.#known = new Map(
        [...written, ...unwritten].toSorted((one, other) => one.at - other.at).map((one) => [one.id, one]),
      );
    }
    this.#publish();
    await this.#written();
    return this.#all.get();
  }

  /**
   * Adds an entry. A repetition without a new decision increases the count of the last entry instead.
   * @returns the id of the entry
   */
  add(entry: NewAuditEntry): string {
    const same = this.#sameAs(entry);
    if (same) {
      const { outcome: _outcome, took: _took, ...rest } = same;
      this.#put({ ...rest, times: (same.times ?? 1) + 1, until: entry.at });
      return same.id;
    }
    const id = globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
    this.#put({ ...entry, id, origin: this.#origin });
    return id;
  }

  /** Records how an allowed call ended. Does nothing where the entry was erased meanwhile. */
  end(id: string, outcome: AuditEntry['outcome'], took: number): void {
    const entry = this.#known.get(id);
    if (entry) this.#put({ ...entry, outcome, took });
  }

  /**
   * Waits until the latest version of an entry is stored, for {@link AUDIT_WAIT_MS} at most. Never throws: an entry
   * that could not be stored is tried again with the next one.
   * @returns a problem to report where storing failed; once, not for each entry
   */
  async stored(id: string): Promise<McpError | undefined> {
    if (!this.#store) return undefined;
    const isStored = async (): Promise<boolean> => {
      void this.#written();
      while (this.#unwritten.has(id) && this.#writing) {
        // oxlint-disable-next-line no-await-in-loop -- an entry may have to wait for the turn after this one
        await this.#currentWrite;
      }
      return !this.#unwritten.has(id);
    };
    const isTaken = await within(AUDIT_WAIT_MS, isStored()).catch(() => true);
    if (isTaken || this.#isFailureReported) return undefined;
    this.#isFailureReported = true;
    return new McpError('storage', errorText('approvals.auditLogNotStored'), {
      remedy: errorText('approvals.storageRefuses'),
      cause: this.#lastFailure,
    });
  }

  /** Erases one entry. */
  async erase(id: string): Promise<void> {
    this.#drop([id]);
    this.#publish();
    await this.#written();
  }

  /** Erases the entries of one server, or all, including those of other tabs. */
  async eraseAll(server?: string): Promise<void> {
    await this.refresh();
    const meant = [...this.#known.values()].filter((entry) => server === undefined || entry.server === server);
    this.#drop(meant.map(({ id }) => id));
    this.#publish();
    await this.#written();
  }

  #sameAs(entry: NewAuditEntry): AuditEntry | undefined {
    const last = [...this.#known.values()].at(-1);
    if (!last || entry.authorizedBy === 'person' || entry.authorizedBy === 'button') return undefined;
    const isSame =
      entry.at - (last.until ?? last.at) < AUDIT_MERGE_MS &&
      (['server', 'kind', 'about', 'initiator', 'answer', 'authorizedBy', 'during', 'grant'] as const).every(
        (key) => last[key] === entry[key],
      ) &&
      toJson([last.shown, last.given]) === toJson([entry.shown, entry.given]);
    return isSame ? last : undefined;
  }

  #put(entry: AuditEntry): void {
    this.#known.set(entry.id, entry);
    this.#unwritten.add(entry.id);
    this.#publish();
    void this.#written();
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#unwritten.delete(id);
      this.#unremoved.add(id);
    }
  }

  #publish(): void {
    this.#drop(tooOld([...this.#known.values()]).map(({ id }) => id));
    while (this.#known.size > MAX_AUDIT_ENTRIES) this.#drop(recordsToEvict([...this.#known.values()]));
    this.#all.set([...this.#known.values()].reverse());
  }

  /** Writes all changes of one task together: a server may send a thousand requests a second. */
  #written(): Promise<void> {
    if (!this.#store) this.#unremoved.clear();
    const isDone = !this.#store || this.#unwritten.size + this.#unremoved.size === 0;
    return isDone ? Promise.resolve() : (this.#writing ??= this.#write(this.#store));
  }

  async #write(store: AuditStore): Promise<void> {
    do {
      this.#currentWrite = this.#writeOnce(store);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is erased stays so
      if (!(await this.#currentWrite)) break;
    } while (this.#unwritten.size + this.#unremoved.size > 0);
    this.#writing = undefined;
  }

  /** @returns false where storing failed: it is tried again with the next change */
  async #writeOnce(store: AuditStore): Promise<boolean> {
    await yieldToMain();
    const entries = [...this.#unwritten].map((id) => this.#known.get(id)!);
    const removed = [...this.#unremoved];
    try {
      await store.removeEntries(removed);
      await store.putEntries(entries);
    } catch (error) {
      this.#lastFailure = error;
      return false;
    }
    for (const entry of entries) {
      if (this.#known.get(entry.id) === entry) this.#unwritten.delete(entry.id);
    }
    for (const id of removed) this.#unremoved.delete(id);
    return true;
  }
}

/**
 * Entries that are too old, counted from the last day but one with an entry and not from the clock: a clock that is wrong
 * for a day must not remove a month.
 */
function tooOld(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const dayOf = ({ until, at }: AuditEntry): number => Math.floor((until ?? at) / DAY_MS);
  const days = [...new Set(entries.map(dayOf))].toSorted((one, other) => other - one);
  const today = Math.min(days[1] ?? -Infinity, Math.floor(Date.now() / DAY_MS));
  return entries.filter((one) => dayOf(one) < today - AUDIT_DAYS);
}

/** The oldest entry of the server that has most, so that a server with many requests does not push out the others. */
function recordsToEvict(entries: readonly AuditEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { server } of entries) counts.set(server, (counts.get(server) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  const oldest = entries.find(({ server }) => server === most);
  return oldest ? [oldest.id] : [];
}
