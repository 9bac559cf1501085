import { detached, type ErrorText, McpError, ProtocolError, verbatim } from '../../errors.js';
import { rpcCodes, type RpcMessage } from '../../jsonrpc/messages.js';
import { jsonLine } from '../../util/json.js';
import type {
  Icon,
  Implementation,
  JsonObject,
  JsonSchema,
  LogLevel,
  LogMessage,
  ServerProfile,
  Task,
  TaskStatus,
  Tool,
  ToolAnnotations,
} from '../model.js';
import type { Revision } from '../revisions.js';
import { asArray, asBoolean, asNumber, asObject, asString, asStrings, compact, fields } from './values.js';
import { errorText } from '../error-texts.js';

/** From least to most severe. */
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
/** Characters of an unknown level that are quoted: those of the specification have nine at most. The rest is cut. */
const MAX_LEVEL_QUOTE = 40;
/** Characters of a logger’s name: names in use have under 60. The rest is cut. */
const MAX_LOGGER_NAME_LENGTH = 200;
/**
 * Characters of JSON that one log message may have: two hundred screens. A larger one is cut to that many, as a text.
 */
export const MAX_LOG_DATA_LENGTH: number = 64 * 1024;

/** A log message and the number of its characters. */
interface ReadLogMessage {
  readonly message: LogMessage;
  readonly size: number;
}

/** A profile as it is stored: without the address, which the reader knows. */
type StoredProfile = Omit<ServerProfile, 'url'>;

const ERAS: ReadonlySet<unknown> = new Set<ServerProfile['era']>(['legacy', 'modern']);

const readProfileFields = fields<StoredProfile>({
  name: asString,
  version: asString,
  title: asString,
  description: asString,
  websiteUrl: asString,
  icons: readIcons,
  revision: asString,
  era: (value) => (ERAS.has(value) ? (value as ServerProfile['era']) : undefined),
  capabilities: asObject,
  instructions: asString,
});

/** The error for an unusable value. */
export interface Fault {
  readonly fault: ErrorText;
}

const STATUSES: ReadonlySet<unknown> = new Set<TaskStatus>([
  'working',
  'input_required',
  'completed',
  'failed',
  'cancelled',
]);

/** The only reader of tool definitions. Fields and hints that it does not know are left out, also of fingerprints. */
const readFields = fields<Tool>({
  name: asString,
  title: asString,
  description: asString,
  inputSchema: asObject,
  outputSchema: (value): JsonSchema | undefined => asBoolean(value) ?? asObject(value),
  annotations: fields<ToolAnnotations>({
    title: asString,
    readOnlyHint: asBoolean,
    destructiveHint: asBoolean,
    idempotentHint: asBoolean,
    openWorldHint: asBoolean,
  }),
  execution: asObject,
  icons: readIcons,
  _meta: asObject,
});

export type ToolFault = 'has no name' | 'has no inputSchema';

/** Wrong names of notifications that some servers use, and the right ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'notifications/logging/message': 'notifications/message' };

/** Methods that some servers send although only clients may, or that do not exist. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set(['exit', 'initialized', 'notifications/initialized']);

export interface ServerNotification {
  readonly method: string;
  readonly params: JsonObject | undefined;
}

/** Reads notifications under the names of the specification. Each kind that is read tolerantly is reported once. */
export class NotificationReader {
  readonly #report: (problem: McpError) => void;
  readonly #noted = new Set<string>();

  constructor(report: (problem: McpError) => void) {
    this.#report = report;
  }

  read(method: string, params: unknown): ServerNotification {
    const raw = asObject(params);
    if (Object.hasOwn(OTHER_NAMES, method)) {
      const name = OTHER_NAMES[method]!;
      this.#note(method, errorText('protocol.readAsOtherName', { method, name }));
      return { method: name, params: raw };
    }
    if (method === 'notifications/progress' && raw && !('progressToken' in raw) && 'token' in raw) {
      this.#note(method, errorText('protocol.progressNames'));
      const { token, value, ...rest } = raw;
      return { method, params: { progress: value ?? null, ...rest, progressToken: token ?? null } };
    }
    if (WITHOUT_MEANING.has(method)) this.#note(method, errorText('protocol.withoutMeaning', { method }));
    return { method, params: raw };
  }

  #note(method: string, what: ErrorText): void {
    if (this.#noted.has(method)) return;
    this.#noted.add(method);
    this.#report(new McpError('bad-message', what));
  }
}

/**
 * Reads a log message. A message that breaks the rules is read as well as possible, and `issues` describes how.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
 */
export function readLogMessage(raw: JsonObject | undefined): ReadLogMessage {
  const issues: ErrorText[] = [];
  const level = readLevel(raw?.['level'], issues);
  const logger = readLogger(raw?.['logger'], issues);
  const { data, size } = readData(raw, issues);
  const message = compact({ level, logger, data, at: Date.now(), issues: issues.length > 0 ? issues : undefined });
  return { message, size: size + (logger?.length ?? 0) };
}

function readLevel(sent: unknown, issues: ErrorText[]): LogLevel {
  const level = LEVELS.find((each) => each === sent);
  if (level) return level;
  issues.push(
    typeof sent === 'string'
      ? errorText('protocol.log.unknownLevel', { level: sent.slice(0, MAX_LEVEL_QUOTE) })
      : errorText('protocol.log.noLevel'),
  );
  return 'info';
}

function readLogger(sent: unknown, issues: ErrorText[]): string | undefined {
  const logger = asString(sent);
  if (sent !== undefined && logger === undefined) issues.push(errorText('protocol.log.loggerNoText'));
  if (logger === undefined || logger.length <= MAX_LOGGER_NAME_LENGTH) return logger;
  issues.push(errorText('protocol.log.loggerTooLong', { count: logger.length, limit: MAX_LOGGER_NAME_LENGTH }));
  return detached(logger.slice(0, MAX_LOGGER_NAME_LENGTH));
}

function readData(raw: JsonObject | undefined, issues: ErrorText[]): { data: unknown; size: number } {
  const data: unknown = raw?.['data'] ?? null;
  if (raw?.['data'] === undefined) issues.push(errorText('protocol.log.noData'));
  const isText = typeof data === 'string';
  const { text, isWhole } = isText
    ? { text: data.slice(0, MAX_LOG_DATA_LENGTH), isWhole: data.length <= MAX_LOG_DATA_LENGTH }
    : jsonLine(data, MAX_LOG_DATA_LENGTH);
  if (isWhole) return { data, size: text.length };
  issues.push(
    isText
      ? errorText('protocol.log.dataTooLong', { count: data.length, limit: MAX_LOG_DATA_LENGTH })
      : errorText('protocol.log.dataTooLongAsText', { limit: MAX_LOG_DATA_LENGTH }),
  );
  return { data: detached(text), size: text.length };
}

/** Reads the server's self-description. Default name: its host. */
export function readProfile(url: string, revision: Revision, raw: JsonObject, serverInfo: unknown): ServerProfile {
  return compact({
    ...readImplementation(serverInfo, new URL(url).host || 'server'),
    url,
    revision: revision.id,
    era: revision.era,
    capabilities: { ...(!revision.saysCompletions && { completions: {} }), ...asObject(raw['capabilities']) },
    instructions: asString(raw['instructions']),
  });
}

/** Reads a profile that an earlier visit stored. Undefined where it is none. */
export function readStoredProfile(value: unknown): StoredProfile | undefined {
  const read = readProfileFields(value);
  const isWhole = read?.name && read.version !== undefined && read.revision && read.era && read.capabilities;
  return isWhole ? (read as StoredProfile) : undefined;
}

function readImplementation(value: unknown, fallbackName: string): Implementation {
  const raw = asObject(value) ?? {};
  return {
    name: asString(raw['name']) || fallbackName,
    version: asString(raw['version']) ?? '',
    title: asString(raw['title']),
    description: asString(raw['description']),
    websiteUrl: asString(raw['websiteUrl']),
    icons: readIcons(raw['icons']),
  };
}

export function readIcons(value: unknown): readonly Icon[] | undefined {
  return asArray(value)?.flatMap((item): Icon[] => {
    const raw = asObject(item);
    const src = asString(raw?.['src']);
    if (!raw || src === undefined) return [];
    const theme = raw['theme'];
    return [
      compact({
        src,
        mimeType: asString(raw['mimeType']),
        sizes: asStrings(raw['sizes']),
        theme: theme === 'light' || theme === 'dark' ? theme : undefined,
      }),
    ];
  });
}

/**
 * Reads a task in either form: its two times have other names in the extension than in revision 2025-11-25.
 * @returns its error, as the end of a sentence, if it cannot be used
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function readTask(value: unknown): Task | Fault {
  const raw = asObject(value) ?? {};
  const taskId = asString(raw['taskId']);
  if (!taskId) return { fault: errorText('protocol.taskHasNoId') };
  const { status } = raw;
  if (!STATUSES.has(status))
    return { fault: errorText('protocol.taskStatusUnknown', { status: String(asString(status)) }) };
  const ttl = 'ttlMs' in raw ? raw['ttlMs'] : raw['ttl'];
  return compact({
    taskId,
    status: status as TaskStatus,
    statusMessage: asString(raw['statusMessage']),
    createdAt: asString(raw['createdAt']),
    lastUpdatedAt: asString(raw['lastUpdatedAt']),
    ttlMs: ttl === null ? null : asDuration(ttl),
    pollIntervalMs: asDuration(raw['pollIntervalMs'] ?? raw['pollInterval']),
  });
}

function asDuration(value: unknown): number | undefined {
  const ms = asNumber(value);
  return ms !== undefined && ms >= 0 ? ms : undefined;
}

/** Reads why a task failed, as the error of its call. Undefined where the server sent none. */
export function readTaskError(raw: JsonObject): ProtocolError | undefined {
  const error = asObject(raw['error']);
  if (!error) return undefined;
  const words = asString(error['message']) || asString(raw['statusMessage']);
  const what = words ? verbatim(words) : errorText('protocol.taskFailed');
  return new ProtocolError(asNumber(error['code']) ?? rpcCodes.internalError, what, { data: error['data'] });
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#tool */
export function readTool(raw: unknown): Tool | ToolFault {
  const tool = readFields(raw);
  if (!tool?.name) return 'has no name';
  return tool.inputSchema ? (tool as Tool) : 'has no inputSchema';
}

const SAID_REVISION = 'io.modelcontextprotocol/protocolVersion';

/** The revision that a message names: every request of the modern era, and the answer to `initialize`. */
export function readRevision(message: RpcMessage): string | undefined {
  const { params, result } = message as { readonly params?: unknown; readonly result?: unknown };
  return (
    asString(asObject(asObject(params)?.['_meta'])?.[SAID_REVISION]) ?? asString(asObject(result)?.['protocolVersion'])
  );
}
