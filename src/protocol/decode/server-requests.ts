import { type ErrorText, McpError } from '../../errors.js';
import type {
  ContentBlock,
  ElicitationPage,
  ElicitationRequest,
  Json,
  JsonObject,
  ModelPreferences,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
  Tool,
  ToolResultBlock,
  ToolUseBlock,
} from '../model.js';
import { blockReaders, type BlockReaders, need, readBlock, readBlocks, readRole } from './content.js';
import { type Fault, readTool, type ToolFault } from './server.js';
import {
  asArray,
  asNumber,
  asObject,
  asString,
  asStrings,
  compact,
  hasMoreValuesThan,
  isLargerThan,
  MAX_CONTENT_BLOCKS,
} from './values.js';
import { errorText } from '../error-texts.js';

/**
 * Characters of an address that a server may want opened. Browsers refuse far longer ones; a longer one is refused
 * here.
 */
export const MAX_ELICITATION_URL_LENGTH = 8192;

/** Marks a request whose answer sends its call again. A symbol, so that no server can set it. */
const RESUMES_CALL: unique symbol = Symbol('resumes the call');

/** Marks parameters: the call that they came with is sent again once they are answered. */
export function resumingCall(params: unknown): unknown {
  const raw = asObject(params);
  return raw ? { ...raw, [RESUMES_CALL]: true } : params;
}

/**
 * Reads `elicitation/create`. Default mode: a form.
 * @returns its error, if it cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestparams
 */
export function readElicitationRequest(params: unknown): ElicitationRequest | Fault {
  const raw = asObject(params);
  if (!raw) return { fault: errorText('protocol.noParameters') };
  const message = asString(raw['message']) ?? '';
  const mode = raw['mode'] ?? 'form';
  if (mode === 'url') {
    const url = asString(raw['url']);
    const fault = faultOfUrl(url);
    if (fault !== undefined) return { fault };
    return compact<ElicitationPage>({
      mode,
      message,
      url: url!,
      elicitationId: asString(raw['elicitationId']),
      resumesCall: RESUMES_CALL in raw || undefined,
    });
  }
  if (mode !== 'form')
    return { fault: errorText('protocol.unknownElicitationMode', { mode: asString(mode) ?? typeof mode }) };
  const requestedSchema = asObject(raw['requestedSchema']);
  return requestedSchema ? { mode, message, requestedSchema } : { fault: errorText('protocol.noRequestedSchema') };
}

/** Why a URL is not even shown to the person: opening it could do more than show a page. */
function faultOfUrl(url: string | undefined): ErrorText | undefined {
  if (!url) return errorText('protocol.noUrl');
  if (url.length > MAX_ELICITATION_URL_LENGTH)
    return errorText('protocol.urlTooLong', { limit: MAX_ELICITATION_URL_LENGTH });
  let protocol: string;
  try {
    ({ protocol } = new URL(url));
  } catch {
    return errorText('protocol.urlNotAPage');
  }
  return /^https?:$/.test(protocol) ? undefined : errorText('protocol.urlNotHttp', { protocol });
}

/** The server’s requests, by the key under which their answers are sent. */
export type InputRequests = Readonly<Record<string, { readonly method: string; readonly params: unknown }>>;

/**
 * Reads the requests inside a result; absent means none.
 * @param method of the request that got the result
 * @throws McpError `bad-message` if one of them has no method
 */
export function readInputRequests(method: string, raw: unknown): InputRequests {
  const requests = asObject(raw ?? {});
  if (!requests) throw withoutSayingWhat(method);
  return Object.fromEntries(
    Object.entries(requests).map(([key, value]) => {
      const ask = asObject(value);
      const asked = asString(ask?.['method']);
      if (asked === undefined) throw withoutSayingWhat(method);
      return [key, { method: asked, params: ask?.['params'] }];
    }),
  );
}

export function withoutSayingWhat(method: string): McpError {
  return new McpError('bad-message', errorText('protocol.inputWithoutWhat', { method }));
}

/**
 * Characters of a root’s address: the longest path that Linux takes (PATH_MAX) is 4,096 bytes. A longer one is refused
 * unread.
 */
export const MAX_ROOT_URI_LENGTH = 4096;

/**
 * Why a URI cannot be a root. `host`: it names another computer than the server’s.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#security-considerations
 */
export type RootFault =
  | 'empty'
  | 'long'
  | 'control'
  | 'path'
  | 'scheme'
  | 'slashes'
  | 'percent'
  | 'query'
  | 'host'
  | 'hidden-slash'
  | 'climbs'
  | 'unreadable';

/** Matches paths: `/home`, `C:\Users`, `\\share`, `~/project`, `./project`. */
const PATH = /^(?:[/\\~]|[a-z]:(?:[/\\]|$)|\.{1,2}[/\\])/i;
const HALF_PERCENT = /%(?![0-9a-f]{2})/i;
/**
 * Times that a server might percent-decode a root’s address, by mistake more than once. A root that climbs out after
 * any of them is refused.
 */
const MAX_DECODINGS = 3;

/**
 * Why the text cannot be a root; undefined where it can. The text is judged as it was written: a URL parser would
 * resolve “..” silently.
 */
export function rootFault(text: string): RootFault | undefined {
  if (text === '') return 'empty';
  if (text.length > MAX_ROOT_URI_LENGTH) return 'long';
  if (hasControl(text)) return 'control';
  if (PATH.test(text)) return 'path';
  if (!/^file:/i.test(text)) return 'scheme';
  if (!/^file:\/\//i.test(text)) return 'slashes';
  if (HALF_PERCENT.test(text)) return 'percent';
  const rest = text.slice('file://'.length);
  const [host = '', ...segments] = rest.split(/[/\\]/);
  for (const segment of segments) {
    const fault = segmentFault(segment);
    if (fault) return fault;
  }
  if (/[?#]/.test(rest)) return 'query';
  if (!/^(?:localhost)?$/i.test(host)) return 'host';
  return URL.canParse(text) ? undefined : 'unreadable';
}

/** True where the text has line breaks, tabs or other control characters. */
export function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are meant
  return /[\0-\x1f\x7f-\x9f]/.test(text);
}

function segmentFault(segment: string): RootFault | undefined {
  let decoded = segment;
  for (let turn = 0; turn < MAX_DECODINGS && decoded.includes('%'); turn++)
    // Byte by byte: the name of a folder need not be UTF-8, and only ASCII matters here.
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (/[/\\]/.test(decoded)) return 'hidden-slash';
  if (decoded === '..') return 'climbs';
  // From %80 on a byte may be a part of a letter.
  // oxlint-disable-next-line no-control-regex -- these are meant
  return /[\0-\x1f\x7f]/.test(decoded) ? 'control' : undefined;
}

/**
 * The form in which a valid root is shared. Parsers of browsers disagree on the host and on `\`, so it is made here.
 */
export function canonicalRoot(uri: string): string {
  const path = uri.replace(/^file:\/\/(?:localhost)?/i, '').replaceAll('\\', '/');
  return new URL(`file://${path}`).href;
}

/** A suggestion for the intended URI, for a person to accept; it is never used automatically. */
export function suggestRoot(text: string): string | undefined {
  const fault = rootFault(text);
  const guess = fault && GUESS[fault]?.(text);
  return guess !== undefined && rootFault(guess) === undefined ? canonicalRoot(guess) : undefined;
}

const asAddress = (path: string): string =>
  `file:///${path.replace(/^[/\\]+/, '').replace(/[%?#]/g, (sign) => encodeURIComponent(sign))}`;

const GUESS: { readonly [F in RootFault]?: (text: string) => string } = {
  // The rest of a path from a home or working directory is not known here.
  path: (text) => (/^[~.]/.test(text) ? '' : asAddress(text)),
  slashes: (text) => `file:///${text.slice('file:'.length).replace(/^[/\\]+/, '')}`,
  host: (text) => `file:///${text.slice('file://'.length)}`,
  query: (text) => text.replace(/[?#]/g, (sign) => encodeURIComponent(sign)),
  percent: (text) => text.replace(new RegExp(HALF_PERCENT, 'gi'), '%25'),
};

/** True for a whole disk: `file:///`, `file:///C:/`. */
export function isWholeDisk(uri: string): boolean {
  return /^file:\/\/\/(?:[a-z]:\/?)?$/i.test(uri);
}

/** Characters of a tool call’s id that a sentence repeats. The rest is cut. */
const MAX_TOOL_CALL_ID_SHOWN = 80;

/**
 * The fault in the tool calls of a conversation: model endpoints accept nothing between the use of a tool and its
 * result.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints
 */
function faultOfToolCalls(messages: readonly SamplingMessage[]): ErrorText | undefined {
  let open: ReadonlySet<string> = new Set();
  for (const [index, { role, content }] of messages.entries()) {
    const number = index + 1;
    const results = content.filter((block): block is ToolResultBlock => block.type === 'tool_result');
    const uses = content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
    if (results.length > 0 && role !== 'user') return errorText('protocol.resultsNotFromUser', { number });
    if (uses.length > 0 && role !== 'assistant') return errorText('protocol.usesNotByAssistant', { number });
    if (results.length > 0 && results.length < content.length) return errorText('protocol.resultsMixed', { number });
    const given = new Set(results.map(({ toolUseId }) => toolUseId));
    const missing = [...open].find((id) => !given.has(id));
    if (missing !== undefined) return errorText('protocol.resultLacking', { number, id: shown(missing) });
    const stray = [...given].find((id) => !open.has(id));
    if (stray !== undefined) return errorText('protocol.resultOfNoCall', { number, id: shown(stray) });
    open = new Set(uses.map(({ id }) => id));
    if (open.size < uses.length) return errorText('protocol.sameIdTwice', { number });
  }
  const [unanswered] = open;
  return unanswered === undefined ? undefined : errorText('protocol.resultMissing', { id: shown(unanswered) });
}

function shown(id: string): string {
  return id.slice(0, MAX_TOOL_CALL_ID_SHOWN);
}

/** Tools that one request may offer to a model; no maker of models takes many more. With more it is refused. */
export const MAX_SAMPLING_TOOLS = 128;
/** Characters of all texts in one request to a model, encoded images and sounds included. A longer one is refused. */
export const MAX_SAMPLING_LENGTH: number = 32 * 1024 * 1024;

/**
 * Values in one request to a model, of its messages, tools and everything else. A thousand messages of ten parts have
 * 40,000. With more it is refused: a million take several seconds to be shown.
 */
export const MAX_SAMPLING_VALUES = 200_000;
/** Texts at which an answer is to stop; makers of models take four to some hundred. With more the request is refused. */
export const MAX_STOP_SEQUENCES = 500;
/** Characters of one text at which an answer is to stop: it is shown on one line. With more the request is refused. */
export const MAX_STOP_SEQUENCE_LENGTH = 1000;
/** Names of models that a server may wish for; all are shown. The others are ignored. */
export const MAX_MODEL_HINTS = 50;

/** Revisions whose answers hold one block. A closed list: every later revision allows several. */
const ONE_BLOCK: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26', '2025-06-18']);

/**
 * Reads `sampling/createMessage` of any revision; content becomes a list of blocks.
 * @returns its error, if it cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
 */
export function readSamplingRequest(params: unknown): SamplingRequest | Fault {
  const raw = asObject(params);
  const sent = asArray(raw?.['messages']);
  const maxTokens = asNumber(raw?.['maxTokens']);
  if (!raw || !sent) return { fault: errorText('protocol.noMessages') };
  if (sent.length > MAX_CONTENT_BLOCKS)
    return { fault: errorText('protocol.tooManyMessages', { limit: MAX_CONTENT_BLOCKS }) };
  if (maxTokens === undefined) return { fault: errorText('protocol.noMaxTokens') };
  if (isLargerThan(raw, MAX_SAMPLING_LENGTH))
    return { fault: errorText('protocol.samplingTooLong', { limit: MAX_SAMPLING_LENGTH }) };
  if (hasMoreValuesThan(MAX_SAMPLING_VALUES, raw))
    return { fault: errorText('protocol.tooManyValues', { limit: MAX_SAMPLING_VALUES }) };
  const stopSequences = asStrings(raw['stopSequences']);
  if (stopSequences && stopSequences.length > MAX_STOP_SEQUENCES)
    return { fault: errorText('protocol.tooManyStops', { limit: MAX_STOP_SEQUENCES }) };
  if (stopSequences?.some(({ length }) => length > MAX_STOP_SEQUENCE_LENGTH))
    return { fault: errorText('protocol.stopTooLong', { limit: MAX_STOP_SEQUENCE_LENGTH }) };
  const messages = sent.map(readMessage);
  const fault = faultOfToolCalls(messages);
  if (fault !== undefined) return { fault };
  const tools = readTools(raw['tools']);
  if (tools && 'fault' in tools) return tools;
  const includeContext = raw['includeContext'];
  const mode = asObject(raw['toolChoice'])?.['mode'];
  if (mode === 'required' && !tools?.length) return { fault: errorText('protocol.noToolToRequire') };
  return compact<SamplingRequest>({
    messages,
    maxTokens,
    systemPrompt: asString(raw['systemPrompt']),
    modelPreferences: readPreferences(raw['modelPreferences']),
    includeContext:
      includeContext === 'none' || includeContext === 'thisServer' || includeContext === 'allServers'
        ? includeContext
        : undefined,
    temperature: asNumber(raw['temperature']),
    stopSequences,
    metadata: asObject(raw['metadata']),
    tools,
    toolChoice: mode === 'auto' || mode === 'required' || mode === 'none' ? { mode } : undefined,
  });
}

function readMessage(value: Json): SamplingMessage {
  const message = asObject(value);
  return compact<SamplingMessage>({
    role: readRole(message?.['role']),
    content: readOneOrMany(message?.['content']),
    _meta: asObject(message?.['_meta']),
  });
}

const TOOL_FAULTS = {
  'has no name': 'protocol.toolWithoutName',
  'has no inputSchema': 'protocol.toolWithoutSchema',
} as const satisfies Readonly<Record<ToolFault, string>>;

/** Reads all tools or none: a model that lacks one would act otherwise than its server expects. */
function readTools(value: Json | undefined): readonly Tool[] | Fault | undefined {
  if (value === undefined) return undefined;
  const offered = asArray(value);
  if (!offered) return { fault: errorText('protocol.toolsNoList') };
  if (offered.length > MAX_SAMPLING_TOOLS)
    return { fault: errorText('protocol.tooManyTools', { limit: MAX_SAMPLING_TOOLS }) };
  const tools: Tool[] = [];
  for (const [index, raw] of offered.entries()) {
    const tool = readTool(raw);
    if (typeof tool === 'string') return { fault: errorText(TOOL_FAULTS[tool], { number: index + 1 }) };
    tools.push(tool);
  }
  return tools;
}

/**
 * Encodes an answer: a single block as an object, which every revision knows; several as a list.
 * @param revision that the server speaks
 * @throws McpError `invalid-input` if that revision allows one block only
 */
export function writeSamplingResult(result: SamplingResult, revision: string): JsonObject {
  const { role, content, model, stopReason } = result;
  const blocks = (ONE_BLOCK.has(revision) ? inOneBlock(content, revision) : content) as unknown as readonly Json[];
  return {
    role,
    content: blocks.length === 1 ? blocks[0]! : blocks,
    model,
    ...(stopReason !== undefined && { stopReason }),
  };
}

/** Joins texts to one. Other blocks cannot be joined, and nothing that the person agreed to send is left out. */
function inOneBlock(content: readonly ContentBlock[], revision: string): readonly ContentBlock[] {
  if (content.length === 1) return content;
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length === content.length) return [{ type: 'text', text: texts.join('\n\n') }];
  throw new McpError('invalid-input', errorText('protocol.onePartOnly', { count: content.length, revision }), {
    remedy: errorText('protocol.answerInOnePart'),
  });
}

function readOneOrMany(value: Json | undefined): readonly ContentBlock[] {
  const many = asArray(value);
  return many ? readBlocks(many, samplingReaders) : [readBlock(value, samplingReaders)];
}

/** Conversations with a model also have uses of tools and their results. */
const samplingReaders: BlockReaders = {
  ...blockReaders,
  tool_use: (raw) =>
    need(raw, 'name', (name) => ({
      type: 'tool_use',
      id: asString(raw['id']) ?? '',
      name,
      input: asObject(raw['input']) ?? {},
    })),
  tool_result: (raw) =>
    need(raw, 'toolUseId', (toolUseId) => ({
      type: 'tool_result',
      toolUseId,
      content: readBlocks(asArray(raw['content']) ?? []),
      structuredContent: raw['structuredContent'],
      isError: raw['isError'] === true,
    })),
};

function readPreferences(value: Json | undefined): ModelPreferences | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  return compact({
    hints: asArray(raw['hints'])
      ?.slice(0, MAX_MODEL_HINTS)
      .map((hint) => compact({ name: asString(asObject(hint)?.['name']) })),
    costPriority: asNumber(raw['costPriority']),
    speedPriority: asNumber(raw['speedPriority']),
    intelligencePriority: asNumber(raw['intelligencePriority']),
  });
}
