import { defineErrorTexts, McpError } from '../errors.js';
import { isLoopbackHost } from '../util/hosts.js';

const errorText = defineErrorTexts({
  'policy.unknownMember': 'The site policy has an unknown member: {name}.',
  'policy.knownMembers': 'Its members are {names}. Until it is corrected, nothing connects.',
  'policy.wrongValue': 'The site policy is wrong: {name} must be {expected}.',
  'policy.correctIt': 'Correct it. Until then, nothing connects.',
  'policy.notJson': 'The site policy in <script id="{id}"> is not JSON: {problem}',
  'policy.unreadable': 'The site policy cannot be read: {problem}',
  'policy.givenTwice': 'There is more than one site policy on this page.',
  'policy.giveOnce': 'Give one: `globalThis.mcpEmbedPolicy`, or one <script id="{id}">. Until then, nothing connects.',
  'policy.tooLate': 'The site policy was set too late: mcp-embed has already read it on this page.',
  'policy.setEarlier': 'Set it above the script of mcp-embed and before the first module that imports it.',
  'policy.disabled': 'This site has switched off connections to MCP servers on this page.',
  'policy.saysDisabled': 'The site policy says `disabled: true`.',
  'policy.serverNotAllowed': 'This site does not allow connections to {server}.',
  'policy.inPageNotAllowed': 'This site does not allow connections to servers inside the page.',
  'policy.modelContextNotAllowed': 'This site does not allow WebMCP (`document.modelContext`) to be used.',
  'policy.allowModelContext': 'The site policy says `modelContext: false`.',
  'policy.addServer': 'The site policy names the servers that are allowed in `servers`.',
  'policy.tooManySessions': 'This page has {count, number} open sessions, as many as the site allows.',
  'policy.closeOne': 'Close another one first, and try again.',
  'policy.remoteNotAllowed': 'This site does not allow anything to be loaded from {host}.',
  'policy.addRemoteHost': 'The site policy names the hosts that are allowed in `remoteHosts`.',
  'policy.storageNotAllowed': 'This site does not allow sign-ins to be stored in the browser.',
  'policy.storeInMemory': 'Use a store in memory. The site policy limits `storage`.',
});

/** Which names are allowed on a site. In a pattern, `*` matches any characters. */
export interface SiteNameRules {
  /** Only these, where the list is given. */
  readonly allow?: readonly string[] | undefined;
  /** Never these. Takes precedence over `allow`. */
  readonly deny?: readonly string[] | undefined;
}

/** Which tools may be called on a site. */
export interface SiteToolRules extends SiteNameRules {
  /** Only tools that the server confirms to be read-only. */
  readonly readOnly?: boolean | undefined;
}

/**
 * The rules of a site's owner for a whole page. Every member only restricts: a session or an element can restrict
 * further, and can allow nothing that the policy does not. An absent member restricts nothing.
 *
 * Set it once, before anything of this library connects: as `globalThis.mcpEmbedPolicy`, or as JSON in
 * `<script type="application/json" id="mcp-embed-policy">`. It is read once, with the first session. With an unknown
 * member or a value of a wrong type nothing connects.
 * @example
 * globalThis.mcpEmbedPolicy = {
 *   servers: ['https://mcp.example.com', '*.tools.example.com'],
 *   tools: { deny: ['delete_*'] },
 *   storage: 'session',
 * };
 */
export interface SitePolicy {
  /** Nothing connects. Default: false. */
  readonly disabled?: boolean | undefined;
  /**
   * The servers that may be connected to: an origin (`https://mcp.example.com`), all subdomains (`*.example.com`, for
   * https and wss, without `example.com` itself), `loopback` (this machine), `in-page` (workers and ports of the page).
   * Default: every server.
   */
  readonly servers?: readonly string[] | undefined;
  /** Which tools may be called, by any initiator. Default: all. */
  readonly tools?: SiteToolRules | undefined;
  /** Which resources may be read, followed and completed, by URI, for any initiator. Default: all. */
  readonly resources?: SiteNameRules | undefined;
  /** Which prompts may be fetched and completed, by name, for any initiator. Default: all. */
  readonly prompts?: SiteNameRules | undefined;
  /**
   * The longest time for which data is stored: `local` (in the browser), `session` (until the tab closes), `none` (until
   * the page closes). A storage of the page's own is used only with `local`. Default: `local`.
   */
  readonly storage?: 'none' | 'session' | 'local' | undefined;
  /** The server requests that may be shown to the person, or answered by page code. Default: all three. */
  readonly capabilities?: readonly ('sampling' | 'elicitation' | 'roots')[] | undefined;
  /**
   * False: no decision of the person is remembered, permissions that were remembered earlier are not used, and refusals
   * that were remembered earlier stay valid. Default: true.
   */
  readonly remember?: boolean | undefined;
  /**
   * The hosts from which images, sounds, videos and icons may be loaded, as in `servers`. `[]`: nothing is loaded from
   * another site. The person is still asked first. Default: every host.
   */
  readonly remoteHosts?: readonly string[] | undefined;
  /** False: messages are not recorded. `memory`: they are recorded until the page closes. Default: true. */
  readonly transcript?: boolean | 'memory' | undefined;
  /**
   * False: WebMCP is not used. The tools of the page are no server, and tools of servers are not offered to its agent.
   * Default: true; both also need a page that asks for them.
   */
  readonly modelContext?: boolean | undefined;
  /** Sessions that may be open at the same time on the page. Default: Infinity, which JSON cannot hold: leave it out. */
  readonly maxSessions?: number | undefined;
}

declare global {
  /** The policy of the site for `mcp-embed`. Set it before anything of the library connects; then it cannot be set. */
  // oxlint-disable-next-line no-var -- only `var` declares a property of the global object
  var mcpEmbedPolicy: SitePolicy | undefined;
}

const NAME = 'mcpEmbedPolicy';
/** The id of the script element that contains the policy as JSON. */
const BLOCK_ID = 'mcp-embed-policy';

/** Throws: the member must be something else. */
function wrongValue(name: string, expected: string): never {
  throw new McpError('invalid-input', errorText('policy.wrongValue', { name, expected }), {
    remedy: errorText('policy.correctIt'),
  });
}

type Reader<T> = (value: unknown, name: string) => T;

const readBoolean: Reader<boolean> = (value, name) =>
  typeof value === 'boolean' ? value : wrongValue(name, 'true or false');

function oneOf<T extends string | boolean>(...values: readonly T[]): Reader<T> {
  const names = values.map((value) => JSON.stringify(value)).join(' or ');
  return (value, name) => {
    const found = values.indexOf(value as T);
    return found < 0 ? wrongValue(name, names) : values[found]!;
  };
}

function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, name) =>
    Array.isArray(value)
      ? Object.freeze(Array.from(value as readonly unknown[], (one, at) => read(one, `${name}[${at}]`)))
      : wrongValue(name, 'a list');
}

/** Lists of patterns for the names of that kind. */
function namesOf(what: string): {
  readonly allow: Reader<readonly string[]>;
  readonly deny: Reader<readonly string[]>;
} {
  const patterns = listOf<string>((value, name) =>
    typeof value === 'string' && value.trim() === value && value !== ''
      ? value
      : wrongValue(name, `${what}, in which \`*\` stands for any characters`),
  );
  return { allow: patterns, deny: patterns };
}

/** Reads an object with these members and no others. Each is read once, so that a getter cannot answer twice. */
function membersOf<T extends object>(readers: { readonly [K in keyof Required<T>]: Reader<T[K]> }): Reader<T> {
  return (value, name) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongValue(name, 'an object');
    const read: Partial<T> = {};
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(readers, key))
        throw new McpError('invalid-input', errorText('policy.unknownMember', { name: nested(name, key) }), {
          remedy: errorText('policy.knownMembers', { names: Object.keys(readers) }),
        });
      const member: unknown = (value as Readonly<Record<string, unknown>>)[key];
      if (member !== undefined) read[key as keyof T] = readers[key as keyof T](member, nested(name, key));
    }
    return Object.freeze(read) as T;
  };
}

function nested(name: string, key: string): string {
  return name === NAME ? key : `${name}.${key}`;
}

const IN_PAGE = 'in-page';
const LOOPBACK = 'loopback';

/** A group of web addresses. */
interface HostPattern {
  readonly scheme: string;
  /** With the port, where it is not the default. */
  readonly host: string;
  /** The subdomains of `host` and not the host itself. */
  readonly isWildcard: boolean;
}

/** @returns undefined where it is neither an origin nor `*.` and a host */
function hostPatternIn(text: string): HostPattern | undefined {
  const [, scheme, wildcard, host] = /^(?:(https?|wss?):\/\/)?(\*\.)?([^/?#@*\s]+)\/?$/i.exec(text) ?? [];
  if (!host || (!scheme && !wildcard)) return undefined;
  const address = `${asHttp(`${scheme?.toLowerCase() ?? 'https'}:`)}//${host}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host: written } = new URL(address);
  return { scheme: protocol, host: written, isWildcard: wildcard !== undefined };
}

/** WebSockets have the origin of the page that answers HTTP there. */
function asHttp(protocol: string): string {
  return protocol.replace(/^ws/, 'http');
}

function hostsReader(words: readonly string[]): Reader<string> {
  return (value, name) =>
    typeof value === 'string' && (words.includes(value) || hostPatternIn(value))
      ? value
      : wrongValue(name, `an origin such as https://example.com, \`*.example.com\`, or ${words.join(' or ')}`);
}

/** True if one of the patterns covers the URL. */
function coversAddress(patterns: readonly string[], url: URL): boolean {
  const scheme = asHttp(url.protocol);
  return patterns.some((pattern) => {
    if (pattern === LOOPBACK) return isLoopbackHost(url.host);
    const meant = hostPatternIn(pattern);
    if (meant?.scheme !== scheme) return false;
    return meant.isWildcard ? url.host.endsWith(`.${meant.host}`) : url.host === meant.host;
  });
}

const readPolicy: Reader<SitePolicy> = membersOf<SitePolicy>({
  disabled: readBoolean,
  servers: listOf(hostsReader([LOOPBACK, IN_PAGE])),
  tools: membersOf<SiteToolRules>({ ...namesOf('the name of a tool'), readOnly: readBoolean }),
  resources: membersOf<SiteNameRules>(namesOf('the URI of a resource')),
  prompts: membersOf<SiteNameRules>(namesOf('the name of a prompt')),
  storage: oneOf('none', 'session', 'local'),
  capabilities: listOf(oneOf('sampling', 'elicitation', 'roots')),
  remember: readBoolean,
  remoteHosts: listOf(hostsReader([LOOPBACK])),
  transcript: oneOf<boolean | 'memory'>(true, false, 'memory'),
  modelContext: readBoolean,
  maxSessions: (value, name) =>
    typeof value === 'number' && (Number.isInteger(value) || value === Infinity) && value >= 0
      ? value
      : wrongValue(name, 'a whole number from 0 up'),
});

/**
 * Reads a policy from anything. The result is a frozen copy.
 * @throws McpError `invalid-input` for an unknown member and for a value of a wrong type
 */
export function readSitePolicy(given: unknown): SitePolicy {
  return readPolicy(given, NAME);
}

/** The policy as the first copy of this library on the page read it. Every other copy finds it here. */
interface SiteLock {
  readonly policy: SitePolicy;
  /** Why nothing connects. */
  readonly fault: McpError | undefined;
  /** The texts of the script elements that there were. */
  readonly blocks: string;
  /** The open objects of every copy. */
  readonly open: Set<object>;
}

const LOCK = Symbol.for('mcp-embed.site-policy');

/** The texts of the script elements with the policy. None in a worker and in Node. */
function blockTexts(): readonly string[] {
  const { document: page } = globalThis as Partial<Pick<typeof globalThis, 'document'>>;
  return Array.from(page?.querySelectorAll?.(`script#${BLOCK_ID}`) ?? [], ({ textContent }) => textContent ?? '');
}

// `const mcpEmbedPolicy = {…}` in a classic script is a variable of every script, but no property of the global object.
declare const mcpEmbedPolicy: unknown;

/**
 * A page element with `id="mcpEmbedPolicy"` is a property of `window` too, but not an own one, so it does not count.
 */
function globalPolicy(): { readonly value: unknown } | undefined {
  if (Object.hasOwn(globalThis, NAME)) {
    const { [NAME]: value } = globalThis as { readonly [NAME]?: unknown };
    return value === undefined ? undefined : { value };
  }
  return NAME in globalThis || typeof mcpEmbedPolicy === 'undefined' ? undefined : { value: mcpEmbedPolicy };
}

function readBlock(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new McpError('invalid-input', errorText('policy.notJson', { id: BLOCK_ID, problem: String(error) }), {
      remedy: errorText('policy.correctIt'),
    });
  }
}

function readGiven(blocks: readonly string[]): SitePolicy {
  const given = globalPolicy();
  if (blocks.length + (given ? 1 : 0) > 1)
    throw new McpError('invalid-input', errorText('policy.givenTwice'), {
      remedy: errorText('policy.giveOnce', { id: BLOCK_ID }),
    });
  if (given) return readSitePolicy(given.value);
  return blocks.length > 0 ? readSitePolicy(readBlock(blocks[0]!)) : Object.freeze({});
}

/** A policy may have a getter that throws anything. */
function asFault(error: unknown): McpError {
  if (error instanceof McpError) return error;
  return new McpError('invalid-input', errorText('policy.unreadable', { problem: String(error) }), {
    remedy: errorText('policy.correctIt'),
    cause: error,
  });
}

function tooLate(): McpError {
  return new McpError('invalid-input', errorText('policy.tooLate'), {
    remedy: errorText('policy.setEarlier'),
  });
}

/** Locks the global variable: setting it throws an error. */
function lockGlobal(policy: SitePolicy): void {
  const { configurable = true } = Object.getOwnPropertyDescriptor(globalThis, NAME) ?? {};
  try {
    Object.defineProperty(
      globalThis,
      NAME,
      configurable
        ? {
            get: () => policy,
            set: () => {
              throw tooLate();
            },
            enumerable: true,
            configurable: false,
          }
        : // Declared with `var`.
          { value: policy, writable: false },
    );
  } catch {
    // The page has locked it itself, or made it a getter. It is read no more.
  }
}

function lock(): SiteLock {
  const holder = globalThis as { [LOCK]?: SiteLock };
  const found = holder[LOCK];
  if (found) return found;
  const blocks = blockTexts();
  let policy: SitePolicy = Object.freeze({});
  let fault: McpError | undefined;
  try {
    policy = readGiven(blocks);
  } catch (error) {
    fault = asFault(error);
  }
  const made: SiteLock = Object.freeze({ policy, fault, blocks: blocks.join('\0'), open: new Set<object>() });
  Object.defineProperty(globalThis, LOCK, { value: made });
  lockGlobal(policy);
  return made;
}

/** The policy, once this copy of the library has found it right. */
let read: SitePolicy | undefined;

/**
 * The policy of the site. The first call reads it, and from then on it cannot be set.
 * @throws McpError `invalid-input` where it is wrong: then nothing may be allowed
 */
export function sitePolicy(): SitePolicy {
  if (read) return read;
  const { policy, fault } = lock();
  if (fault) throw fault;
  // Another copy has read it, perhaps one of another version, which knows other members.
  return (read = readSitePolicy(policy));
}

/**
 * Checks that the site allows a connection.
 * @param server its address, or `in-page` for one inside this page, or `recording` for a recorded one
 * @throws McpError `declined` if it does not; `invalid-input` if its policy is wrong or came too late
 */
export function requireServerAllowed(server: string): void {
  const { disabled, servers } = sitePolicy();
  // The parser reached a policy `<script>` after the first session. Its authors expect that it applies.
  if (blockTexts().join('\0') !== lock().blocks) throw tooLate();
  if (disabled)
    throw new McpError('declined', errorText('policy.disabled'), {
      remedy: errorText('policy.saysDisabled'),
    });
  if (!servers || server === 'recording') return;
  const url = server === IN_PAGE ? undefined : new URL(server);
  if (url ? coversAddress(servers, url) : servers.includes(IN_PAGE)) return;
  const refused = url
    ? errorText('policy.serverNotAllowed', { server: url.host })
    : errorText('policy.inPageNotAllowed');
  throw new McpError('declined', refused, { remedy: errorText('policy.addServer') });
}

/** @throws McpError `declined` where the site does not allow WebMCP; `invalid-input` where its policy is wrong */
export function requireModelContextAllowed(): void {
  if (sitePolicy().modelContext !== false) return;
  throw new McpError('declined', errorText('policy.modelContextNotAllowed'), {
    remedy: errorText('policy.allowModelContext'),
  });
}

/**
 * Counts a session that opens.
 * @returns call it when the session is closed or lost
 * @throws McpError `limit` where as many are open as the site allows
 */
export function enterSession(): () => void {
  const { maxSessions = Infinity } = sitePolicy();
  const { open } = lock();
  if (open.size >= maxSessions)
    throw new McpError('limit', errorText('policy.tooManySessions', { count: open.size }), {
      remedy: errorText('policy.closeOne'),
    });
  const entry = {};
  open.add(entry);
  return () => void open.delete(entry);
}

/**
 * Asks whether the site allows images, sounds, videos and icons of a web address.
 * @throws McpError `declined` where it does not; `invalid-input` where its policy is wrong
 */
export function requireRemoteAllowed(address: string): void {
  const { disabled, remoteHosts } = sitePolicy();
  const url = new URL(address);
  if (!disabled && (!remoteHosts || coversAddress(remoteHosts, url))) return;
  throw new McpError('declined', errorText('policy.remoteNotAllowed', { host: url.host }), {
    remedy: errorText('policy.addRemoteHost'),
  });
}

/** True if the error is a refusal of the site policy, which lasts as long as the page is open. */
export function isSiteRefusal({ key, code }: McpError): boolean {
  return key.startsWith('policy.') && code !== 'limit';
}

const STORAGE_ORDER = ['none', 'session', 'local'] as const;

/** The kind of storage that the site allows where this one is wanted; a storage of the page’s own counts as `local`. */
export function cappedStorage<T extends object>(wanted: 'none' | 'session' | 'local' | T): typeof wanted {
  const { storage: cap = 'local' } = sitePolicy();
  const place = typeof wanted === 'object' ? 'local' : wanted;
  return STORAGE_ORDER.indexOf(place) <= STORAGE_ORDER.indexOf(cap) ? wanted : cap;
}

/** @throws McpError `declined` where the site allows no sign-in to be stored beyond the tab */
export function requireLocalStorageAllowed(): void {
  if (cappedStorage('local') === 'local') return;
  throw new McpError('declined', errorText('policy.storageNotAllowed'), {
    remedy: errorText('policy.storeInMemory'),
  });
}

/** True if this site allows to remember decisions of the person. */
export function mayRemember(): boolean {
  return sitePolicy().remember !== false;
}

/** True if requests of this kind may be shown or answered on this site. */
export function mayAnswer(capability: 'sampling' | 'elicitation' | 'roots'): boolean {
  return sitePolicy().capabilities?.includes(capability) ?? true;
}

/** How messages may be recorded where this is wanted. */
export function cappedTranscript(wanted: boolean | 'memory'): boolean | 'memory' {
  const { transcript: cap = true } = sitePolicy();
  if (!cap || !wanted) return false;
  return cap === 'memory' ? 'memory' : wanted;
}
