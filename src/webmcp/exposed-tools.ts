import { hintsOf, isForbidden } from '../approvals/policy.js';
import { isSameDefinition } from '../approvals/grants.js';
import { visibleText } from '../content/hidden-text.js';
import { asMcpError, type ErrorText, McpError, type McpErrorCode } from '../errors.js';
import { type ContentBlock, displayName, type JsonObject, type Tool, type ToolResult } from '../protocol/model.js';
import type { Session } from '../session/session.js';
import { LIST_JUST_READ_MS } from '../session/tool-definition.js';
import { isDeeperThan, isPlainObject, toJson } from '../util/json.js';
import { type ModelContext, requireModelContext } from '../util/model-context.js';
import { sha256 } from '../util/sha256.js';
import { requireModelContextAllowed } from '../policy/site-policy.js';
import { type Readable, Store } from '../util/store.js';
import { errorText } from './error-texts.js';

/** Tools of one server that are offered. The others are left out and reported: an agent reads all of them. */
export const MAX_EXPOSED_TOOLS = 100;
/** Calls of agents to one server that run or wait for the person. One more is refused. */
export const MAX_EXPOSED_CALLS = 20;
/** Characters of a name in `document.modelContext`: the draft allows no more. A longer one is cut, with a part of its hash. */
const MAX_EXPOSED_NAME_LENGTH = 128;
/** Characters of the prefix that names the server. The rest is cut. */
const MAX_PREFIX_LENGTH = 40;
/** Characters of a title, which a browser may show in one line. The rest is cut. */
const MAX_EXPOSED_TITLE_LENGTH = 200;
/** Characters of a description, which an agent reads. The rest is cut. */
export const MAX_EXPOSED_DESCRIPTION_LENGTH = 4000;
/** Characters of the schema of the arguments, as JSON. A tool with a longer one is left out and reported. */
export const MAX_EXPOSED_SCHEMA_LENGTH = 100_000;
/**
 * Levels of a schema, and of a result. A tool with a deeper schema is left out and reported; for a deeper result the
 * agent only learns that the tool ran: writing 20,000 levels as JSON overflows the stack.
 */
export const MAX_EXPOSED_DEPTH = 100;
/** Characters of the arguments of an agent, as JSON. A call with more is refused. */
export const MAX_EXPOSED_ARGUMENTS_LENGTH = 1_000_000;
/** Characters of a result, as JSON. For a longer one the agent only learns that the tool ran, and the length. */
export const MAX_EXPOSED_RESULT_LENGTH = 1_000_000;
/** Milliseconds to wait for the list of tools of a server that this visit has not read. */
const EXPOSED_LIST_WAIT_MS = 10_000;
/** Digits of a hash that distinguishes names: two equal ones do not occur by chance. */
const NAME_HASH_LENGTH = 8;

/** Error codes after which it is unknown if the tool ran. The remedy states that. */
const MAY_HAVE_RUN: ReadonlySet<McpErrorCode> = new Set(['closed', 'network', 'stream-ended', 'timeout']);

/** A tool as the agent of the page sees it. */
export interface ExposedTool {
  /** The name in `document.modelContext`. */
  readonly name: string;
  readonly tool: Tool;
}

export interface ExposeToolsOptions {
  /** Default: `document.modelContext`. */
  readonly modelContext?: ModelContext | undefined;
  /**
   * The prefix of each name. Default: the host of the server. If another server has the same prefix, a number is added.
   */
  readonly prefix?: string | undefined;
  /** Aborting it takes the tools away, as {@link ExposedTools.close} does. */
  readonly signal?: AbortSignal | undefined;
  /** Receives each omission with its reason. Default: `session.problems` contains it. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
}

export interface ExposedTools {
  /** The tools that are offered now: none while the session is not connected. */
  readonly tools: Readable<readonly ExposedTool[]>;
  /** Removes all tools, permanently. Calls that already started continue. */
  close(): void;
}

/**
 * Offers the tools of a session to the agent of this page, through `document.modelContext` (WebMCP), as long as the
 * session is connected. Each call asks the person or the policy of the session, as every call of a model does
 * (`initiator: 'model'`); without a queue and a policy all are refused. Names begin with the host of the server, and
 * results are marked as unverified content.
 * @throws McpError `unsupported-method` if the page has no `document.modelContext`; `declined` if the site does not
 * allow it; `invalid-input` for a session whose tools are those of the page
 * @example const { close } = exposeTools(session);
 * @see https://webmachinelearning.github.io/webmcp/
 */
export function exposeTools(session: Session, options: ExposeToolsOptions = {}): ExposedTools {
  requireModelContextAllowed();
  if (session.usesModelContext)
    throw new McpError('invalid-input', errorText('webmcp.ownTools'), { remedy: errorText('webmcp.exposeAnother') });
  return new ToolExposure(session, options.modelContext ?? requireModelContext(), options);
}

/** A tool that is registered. */
interface Registration extends ExposedTool {
  /** Aborting it takes the tool away. */
  readonly end: AbortController;
}

class ToolExposure implements ExposedTools {
  readonly #tools = new Store<readonly ExposedTool[]>([]);
  readonly #session: Session;
  readonly #context: ModelContext;
  readonly #onProblem: (problem: McpError) => void;
  readonly #prefix: string;
  /** The server's host, for people and agents. */
  readonly #host: string;
  /** The server's origin, for the agent. */
  readonly #origin: string;
  readonly #registered = new Map<string, Registration>();
  readonly #life = new AbortController();
  /** The reported problems: a list that is read again has the same ones. */
  readonly #told = new Set<string>();
  #running = 0;
  #isConfirming = false;

  constructor(session: Session, context: ModelContext, { prefix, signal, onProblem }: ExposeToolsOptions) {
    this.#session = session;
    this.#context = context;
    this.#onProblem = onProblem ?? ((problem) => session.reportProblem(problem));
    const host = readHost(session.url);
    this.#host = host ?? 'in this page';
    this.#origin = host
      ? `From the MCP server ${host}, not from this page.`
      : 'From an MCP server that runs inside this page, and not from the page itself.';
    this.#prefix = takePrefix(context, prefix ?? host ?? 'in-page');
    const life = { signal: this.#life.signal };
    signal?.addEventListener('abort', () => this.close(), life);
    if (signal?.aborted) this.close();
    session.state.subscribe(this.#update, life);
    // This fetches the list.
    session.tools.state.subscribe(this.#update, life);
    this.#update();
  }

  get tools(): Readable<readonly ExposedTool[]> {
    return this.#tools;
  }

  close(): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    releasePrefix(this.#context, this.#prefix);
    this.#offer(new Map());
  }

  readonly #update = (): void => {
    if (this.#life.signal.aborted) return;
    const { tools, state } = this.#session;
    const list = tools.state.get();
    if (state.get().phase !== 'ready' || list.phase === 'failed' || list.phase === 'unsupported')
      this.#offer(new Map());
    // A list from an earlier visit is not offered. While a changed list is read again, the old tools stay offered.
    else if (list.phase === 'ready' && tools.isConfirmed(LIST_JUST_READ_MS)) this.#offer(this.#wanted(list.items));
    else if (list.phase === 'ready') void this.#confirm();
  };

  async #confirm(): Promise<void> {
    if (this.#isConfirming) return;
    this.#isConfirming = true;
    const isConfirmed = await this.#session.tools.confirm({ withinMs: EXPOSED_LIST_WAIT_MS }).catch(() => false);
    this.#isConfirming = false;
    if (isConfirmed) this.#update();
  }

  /** The tools that may be called, by the name that they get. */
  #wanted(listed: readonly Tool[]): ReadonlyMap<string, Tool> {
    const { policy } = this.#session.options;
    const wanted = new Map<string, Tool>();
    const allowed = listed.filter(
      ({ name, annotations }) => !isForbidden({ tool: name, annotations, definition: 'now' }, policy?.tools),
    );
    if (allowed.length > MAX_EXPOSED_TOOLS) {
      const amounts = { host: this.#host, count: allowed.length, limit: MAX_EXPOSED_TOOLS };
      this.#report('limit', errorText('webmcp.tooManyTools', amounts), { remedy: errorText('webmcp.limitTools') });
    }
    for (const tool of allowed.slice(0, MAX_EXPOSED_TOOLS)) {
      const name = exposedName(this.#prefix, tool.name);
      if (isDeeperThan(tool.inputSchema, MAX_EXPOSED_DEPTH))
        this.#report('limit', errorText('webmcp.schemaTooDeep', { tool: tool.name, limit: MAX_EXPOSED_DEPTH }));
      else if (toJson(tool.inputSchema).length > MAX_EXPOSED_SCHEMA_LENGTH)
        this.#report('limit', errorText('webmcp.schemaTooLong', { tool: tool.name, limit: MAX_EXPOSED_SCHEMA_LENGTH }));
      else if (wanted.has(name)) this.#report('bad-message', errorText('webmcp.sameName', { tool: tool.name }));
      else wanted.set(name, tool);
    }
    return wanted;
  }

  #offer(wanted: ReadonlyMap<string, Tool>): void {
    for (const [name, { tool, end }] of this.#registered) {
      const now = wanted.get(name);
      if (now && isSameDefinition(now, tool)) continue;
      this.#registered.delete(name);
      end.abort();
    }
    for (const [name, tool] of wanted) if (!this.#registered.has(name)) void this.#register(name, tool);
    this.#tell();
  }

  async #register(name: string, tool: Tool): Promise<void> {
    const registration: Registration = { name, tool, end: new AbortController() };
    this.#registered.set(name, registration);
    const { signal } = registration.end;
    const { readOnly, destructive } = hintsOf(tool.annotations);
    try {
      await this.#context.registerTool(
        {
          name,
          title: `${shortened(displayName(tool), MAX_EXPOSED_TITLE_LENGTH)} (${this.#host})`,
          description: shortened(
            `${this.#origin} ${tool.description ?? displayName(tool)}`,
            MAX_EXPOSED_DESCRIPTION_LENGTH,
          ),
          inputSchema: visibleParts(tool.inputSchema) as JsonObject,
          annotations: {
            readOnlyHint: readOnly === true,
            untrustedContentHint: true,
            // By the MCP specification, a tool without this annotation may be destructive.
            consequentialHint: destructive !== false,
          },
          execute: async (input, context) => this.#call(registration, input, context?.signal),
        },
        { signal },
      );
    } catch (cause) {
      if (signal.aborted) return;
      this.#registered.delete(name);
      this.#tell();
      const problem = cause instanceof DOMException || cause instanceof Error ? cause.message : String(cause);
      // A frame without the right gets the same answer for each tool.
      this.#report('declined', errorText('webmcp.notRegistered', { tool: tool.name, problem }), {
        remedy: errorText('webmcp.checkRegistration'),
        told: problem,
      });
    }
  }

  /** Returns a result even if the call fails: a browser does not pass on the error. */
  async #call({ tool, end }: Registration, input: unknown, signal: unknown): Promise<JsonObject> {
    try {
      if (end.signal.aborted) throw new McpError('closed', errorText('webmcp.toolGone'));
      if (this.#running >= MAX_EXPOSED_CALLS)
        throw new McpError('limit', errorText('webmcp.tooManyCalls', { limit: MAX_EXPOSED_CALLS }));
      const args = argumentsIn(input);
      this.#running++;
      try {
        return passedOn(
          await this.#session.tools.call(tool.name, args, {
            initiator: 'model',
            definition: tool,
            signal: signal instanceof AbortSignal ? signal : undefined,
          }),
        );
      } finally {
        this.#running--;
      }
    } catch (error) {
      const { code, message, remedy = '' } = asMcpError(error);
      // The other remedies are for people and for the page.
      return failed(MAY_HAVE_RUN.has(code) ? `${message} ${remedy}`.trim() : message);
    }
  }

  #tell(): void {
    this.#tools.set([...this.#registered.values()].map(({ name, tool }) => ({ name, tool })));
  }

  /** @param how.told identifies the problem, so that it is reported once; default: the whole text */
  #report(
    code: 'limit' | 'bad-message' | 'declined',
    what: ErrorText,
    { remedy, told = what.text }: { readonly remedy?: ErrorText; readonly told?: string } = {},
  ): void {
    if (this.#told.has(told)) return;
    this.#told.add(told);
    this.#onProblem(new McpError(code, what, { remedy }));
  }
}

/** Prefixes that are in use, so that the tools of two servers cannot have the same name. */
const prefixes = new WeakMap<ModelContext, Set<string>>();

function takePrefix(context: ModelContext, wanted: string): string {
  const taken = prefixes.get(context) ?? new Set();
  prefixes.set(context, taken);
  const base = wanted.replaceAll(/[^\w-]+/g, '_').slice(0, MAX_PREFIX_LENGTH) || 'server';
  let prefix = base;
  for (let count = 2; taken.has(prefix); count++) prefix = `${base}-${count}`;
  taken.add(prefix);
  return prefix;
}

function releasePrefix(context: ModelContext, prefix: string): void {
  prefixes.get(context)?.delete(prefix);
}

/** The name in `document.modelContext`. One that had to be changed ends with a part of its hash: another one may look the same then. */
function exposedName(prefix: string, name: string): string {
  const room = MAX_EXPOSED_NAME_LENGTH - prefix.length - 2;
  const fitting = name.replaceAll(/[^\w.-]/g, '_');
  if (fitting === name && name.length <= room) return `${prefix}__${name}`;
  return `${prefix}__${fitting.slice(0, room - NAME_HASH_LENGTH - 1)}-${sha256(name).slice(0, NAME_HASH_LENGTH)}`;
}

/** Undefined for a worker or port without a name. */
function readHost(url: string): string | undefined {
  if (url.startsWith('port:/')) return decodeURIComponent(url.slice('port:/'.length));
  return new URL(url).host || undefined;
}

/** Without hidden characters: a browser shows it to people, and an agent reads it. */
function shortened(text: string, length: number): string {
  // Cut first: a hostile description may have megabytes.
  const visible = visibleText(text.slice(0, length));
  return text.length <= length && visible.length <= length ? visible : `${visible.slice(0, length - 1)}…`;
}

/** Members of a schema whose own members are names, and no keywords. */
const NAMES_OF_SCHEMAS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Keywords whose values are sent to the server as they are. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

/** The same schema, with the hidden characters of its titles and descriptions shown. It has at most {@link MAX_EXPOSED_DEPTH} levels. */
function visibleParts(schema: unknown, areNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((item) => visibleParts(item));
  if (!isPlainObject(schema)) return schema;
  const visible = (key: string, value: unknown): unknown => {
    if (areNames) return visibleParts(value);
    if (VALUES.has(key)) return value;
    if (typeof value === 'string') return key === 'title' || key === 'description' ? visibleText(value) : value;
    return visibleParts(value, NAMES_OF_SCHEMAS.has(key));
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, visible(key, value)]));
}

/** @throws McpError `invalid-input`, `limit` */
function argumentsIn(input: unknown): JsonObject {
  // Some versions of the draft give JSON text.
  const text = typeof input === 'string' ? input : toJson(input ?? {});
  if (text.length > MAX_EXPOSED_ARGUMENTS_LENGTH)
    throw new McpError('limit', errorText('webmcp.argumentsTooLong', { limit: MAX_EXPOSED_ARGUMENTS_LENGTH }));
  const args: unknown = JSON.parse(text);
  if (!isPlainObject(args)) throw new McpError('invalid-input', errorText('webmcp.argumentsNotObject'));
  return args as JsonObject;
}

/** A result as MCP defines it, without members for clients only. */
function passedOn({ content, structuredContent, isError }: ToolResult): JsonObject {
  const result = {
    content: content.map(blockOf),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
  } as unknown as JsonObject;
  if (isDeeperThan(result, MAX_EXPOSED_DEPTH))
    return failed(`The tool ran. Its result has more than ${MAX_EXPOSED_DEPTH} levels and is not passed on.`);
  const { length } = toJson(result);
  if (length <= MAX_EXPOSED_RESULT_LENGTH) return result;
  return failed(
    `The tool ran. Its result has ${length} characters, and at most ${MAX_EXPOSED_RESULT_LENGTH} are passed on.`,
  );
}

function blockOf(block: ContentBlock): object {
  if (block.type === 'unreadable') return { type: 'text', text: `A part that cannot be read: ${block.reason}` };
  const { _meta, ...rest } = block;
  return rest;
}

function failed(text: string): JsonObject {
  return { content: [{ type: 'text', text }], isError: true };
}
