import { expect } from '@esm-bundle/chai';
import fc from 'fast-check';
import {
  isMessage,
  MAX_BATCH_MESSAGES,
  MAX_BROKEN_REPORTED,
  readMessages,
  readMessageValue,
} from '../../src/jsonrpc/messages.js';
import type { McpError } from '../../src/errors.js';
import {
  readBlocks,
  readContents,
  readPrompt,
  readPromptResult,
  readResource,
} from '../../src/protocol/decode/content.js';
import { readResourceContents, readResourceTemplate, readToolResult } from '../../src/protocol/decode/content.js';
import {
  canonicalRoot,
  MAX_ELICITATION_URL_LENGTH,
  MAX_ROOT_URI_LENGTH,
  MAX_SAMPLING_TOOLS,
  readElicitationRequest,
  readInputRequests,
  readSamplingRequest,
  rootFault,
  suggestRoot,
  writeSamplingResult,
} from '../../src/protocol/decode/server-requests.js';
import {
  MAX_LOG_DATA_LENGTH,
  NotificationReader,
  readIcons,
  readLogMessage,
  readProfile,
  readRevision,
  readTask,
  readTaskError,
  readTool,
} from '../../src/protocol/decode/server.js';
import { asObject, MAX_CONTENT_BLOCKS } from '../../src/protocol/decode/values.js';
import { legacyEra } from '../../src/protocol/legacy.js';
import type { Json, JsonObject } from '../../src/protocol/model.js';
import { modernEra, readDiscovery } from '../../src/protocol/modern.js';
import { faultOfTool, headerParameters, parameterHeaders } from '../../src/protocol/param-headers.js';
import { revisions } from '../../src/protocol/revisions.js';
import { anyJson, around, changedDocument, deepJson, listAround, oddText } from './arbitraries.js';
import { fuzz, must, mustLeavePrototypes, orMcpError } from './fuzz.js';

const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', _meta: { progressToken: 1 } } };
const answer = { jsonrpc: '2.0', id: '1', result: { content: [] } };
const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no', data: { a: [1] } } };
const notification = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } };
const message = fc.oneof(
  { arbitrary: changedDocument(request, answer, refusal, notification), weight: 6 },
  { arbitrary: anyJson, weight: 2 },
  { arbitrary: deepJson, weight: 1 },
);

describe('a message of JSON-RPC, drawn', () => {
  fuzz(
    'is read or reported, whatever stands in it',
    fc.oneof(
      message.map((value) => JSON.stringify(value)),
      fc.array(message, { maxLength: 4 }).map((value) => JSON.stringify(value)),
      fc.tuple(message, fc.nat()).map(([value, end]) => JSON.stringify(value).slice(0, end % 200)),
      oddText,
    ),
    (text) => {
      const problems: McpError[] = [];
      const read = readMessages(text, (problem) => problems.push(problem));
      must(read.every(isMessage), 'What was read is no message.');
      must(read.length + problems.length > 0 || text === '[]', 'Nothing was read and nothing reported.');
      for (const { code, message: said } of problems) {
        must(code === 'bad-message', `The code is ${code}.`);
        must(said.length < 400, `The problem has ${said.length} characters.`);
      }
      for (const one of read) readRevision(one);
      mustLeavePrototypes();
    },
    { cases: 12_000 },
  );

  fuzz(
    'is one of a batch: none hides another, and a long batch says that it was cut',
    listAround(MAX_BATCH_MESSAGES, message, 400),
    (batch) => {
      const problems: McpError[] = [];
      const read = readMessageValue(batch, (problem) => problems.push(problem));
      const valid = batch.slice(0, MAX_BATCH_MESSAGES).filter(isMessage);
      must(read.length === valid.length, `${read.length} of ${valid.length} valid messages were read.`);
      const limits = problems.filter(({ code }) => code === 'limit').length;
      const isCut = batch.length > MAX_BATCH_MESSAGES;
      const isMore = Math.min(batch.length, MAX_BATCH_MESSAGES) - valid.length > MAX_BROKEN_REPORTED;
      must(limits === Number(isCut) + Number(isMore), 'A limit is told exactly where it is reached.');
      must(problems.length <= MAX_BROKEN_REPORTED + 2, `${problems.length} problems.`);
    },
    { cases: 1_500 },
  );

  fuzz(
    'that is a notification is read under a name, and each kind is reported once',
    fc.array(
      fc.tuple(
        fc.oneof(oddText, fc.constantFrom('notifications/progress', 'exit', 'constructor', '__proto__', 'initialized')),
        anyJson,
      ),
      { maxLength: 6 },
    ),
    (all) => {
      const problems: McpError[] = [];
      const reader = new NotificationReader((problem) => problems.push(problem));
      for (const [method, params] of [...all, ...all]) reader.read(method, params);
      must(problems.length <= all.length, 'The same was reported twice.');
    },
    { cases: 4_000 },
  );
});

const blocks = [
  { type: 'text', text: 'x', annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-01' } },
  { type: 'image', data: 'AAAA', mimeType: 'image/png', _meta: {} },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  {
    type: 'resource_link',
    uri: 'a:1',
    name: 'n',
    title: 't',
    size: 1,
    icons: [{ src: 'a', sizes: ['1x1'], theme: 'dark' }],
  },
  { type: 'resource', resource: { uri: 'a:1', mimeType: 'text/plain', text: 'x' } },
  { type: 'resource', resource: { uri: 'a:1', blob: 'AAAA' } },
  { type: 'tool_use', id: '1', name: 'n', input: {} },
  { type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'x' }], isError: false },
];
const tool = {
  name: 'n',
  title: 't',
  description: 'd',
  inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' } } },
  outputSchema: { type: 'object' },
  annotations: { title: 'x', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  execution: { taskSupport: 'optional' },
  icons: [{ src: 'a', mimeType: 'image/png' }],
};
const resource = { uri: 'a:1', name: 'n', title: 't', mimeType: 'text/plain', size: 1, annotations: { priority: 1 } };
const template = { uriTemplate: 'a:{x}', name: 'n', mimeType: 'text/plain' };
const prompt = { name: 'n', arguments: [{ name: 'a', description: 'd', required: true }] };
const task = {
  taskId: '1',
  status: 'working',
  statusMessage: 'm',
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
  ttl: 1000,
  pollInterval: 10,
};
const result = {
  content: blocks,
  structuredContent: { a: 1 },
  isError: true,
  tools: [tool],
  resources: [resource],
  resourceTemplates: [template],
  prompts: [prompt],
  nextCursor: 'c',
  messages: [{ role: 'user', content: blocks[0] }],
  contents: [{ uri: 'a:1', text: 'x' }],
  resultType: 'complete',
  ttlMs: 1,
};
const incomplete = {
  resultType: 'input_required',
  inputRequests: { a: { method: 'elicitation/create', params: { mode: 'form' } } },
  requestState: 's',
  task,
};

/** A result that was read is JSON again: what is stored and shown is what was sent, or less. */
function mustBeJson(value: unknown): void {
  must(value === undefined || typeof JSON.stringify(value) === 'string', 'It cannot be written as JSON.');
}

describe('a result, drawn', () => {
  fuzz(
    'is read without an exception, block by block and item by item',
    fc.oneof(
      { arbitrary: changedDocument(...blocks, tool, resource, template, prompt, task, result), weight: 9 },
      { arbitrary: anyJson, weight: 1 },
    ),
    (value) => {
      const raw = asObject(value) ?? {};
      for (const read of [readTool, readResource, readResourceTemplate, readPrompt, readTask, readIcons])
        mustBeJson(read(value));
      mustBeJson(readResourceContents(value));
      for (const read of [readToolResult, readPromptResult, readTaskError]) mustBeJson(read(raw));
      mustBeJson(readContents(raw, 'a:1'));
      const { content } = readToolResult(raw);
      const sent = raw['content'];
      must(
        content.length >= (Array.isArray(sent) ? sent.length : 0) || content.length > MAX_CONTENT_BLOCKS,
        'A block is lost.',
      );
      mustLeavePrototypes();
    },
    { cases: 10_000 },
  );

  fuzz(
    'that was read is read the same again',
    changedDocument(tool, resource, prompt, ...blocks),
    (value) => {
      for (const read of [readTool, readResource, readPrompt] as ((raw: unknown) => unknown)[]) {
        const first = read(value);
        if (typeof first === 'string') continue;
        expect(read(first)).to.deep.equal(first);
      }
    },
    { cases: 5_000 },
  );

  fuzz(
    'with too many blocks says how many were left out',
    listAround(MAX_CONTENT_BLOCKS, changedDocument(...blocks), 40),
    (all) => {
      const read = readBlocks(all as readonly Json[]);
      const isCut = all.length > MAX_CONTENT_BLOCKS;
      must(read.length === (isCut ? MAX_CONTENT_BLOCKS + 1 : all.length), `${read.length} of ${all.length} blocks.`);
      const last = read.at(-1);
      if (isCut)
        must(
          last?.type === 'unreadable' && last.reason.includes(String(all.length - MAX_CONTENT_BLOCKS)),
          'It is not told.',
        );
    },
    { cases: 1_500 },
  );

  fuzz(
    'is told apart by both eras, and a broken one is refused as one',
    fc.tuple(
      fc.constantFrom(
        'tools/call',
        'tools/list',
        'resources/read',
        'prompts/get',
        'server/discover',
        'tasks/get',
        '__proto__',
      ),
      fc.oneof(changedDocument(result, incomplete, task), anyJson),
    ),
    ([method, value]) => {
      for (const era of [modernEra, legacyEra]) {
        const reading = orMcpError(() => era.read(method, value));
        if (reading) must(['complete', 'input-required', 'task'].includes(reading.kind), reading.kind);
      }
      orMcpError(() => readInputRequests(method, value));
    },
    { cases: 6_000 },
  );

  fuzz(
    'of a handshake names the server, whatever it says',
    fc.oneof(
      changedDocument({
        supportedVersions: ['2026-07-28'],
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, tasks: { requests: {} } },
        instructions: 'i',
        serverInfo: { name: 'n', version: '1', title: 't', websiteUrl: 'https://a.example', icons: [{ src: 'a' }] },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'n', version: '1' } },
      }),
      anyJson,
    ),
    (value) => {
      const protocol = { revision: revisions[0]!, clientInfo: { name: 'c', version: '1' }, capabilities: {} };
      for (const revision of revisions) {
        const { name, capabilities } = readProfile('https://a.example/mcp', revision, asObject(value) ?? {}, value);
        must(name !== '' && typeof capabilities === 'object', 'It has no name.');
      }
      must(readDiscovery(value, protocol as never, 'https://a.example/mcp').server.name, 'It has no name.');
    },
    { cases: 4_000 },
  );

  fuzz(
    'of a tool that mirrors arguments in headers makes headers that can be sent',
    fc.tuple(changedDocument(tool), anyJson, around(200, 20)),
    ([value, args, text]) => {
      const read = readTool(value);
      if (typeof read === 'string' || faultOfTool(read) !== undefined) return;
      const given = { ...asObject(args), a: text } as JsonObject;
      headerParameters(read.inputSchema as JsonObject);
      for (const [name, header] of Object.entries(orMcpError(() => parameterHeaders(read, given)) ?? {}))
        must(new Headers([[name, header]]).get(name) === header.trim(), `${name}: ${header}`);
    },
    { cases: 4_000 },
  );
});

const sampling = {
  messages: [
    { role: 'user', content: { type: 'text', text: 'x' } },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'n', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: '1', content: [] }] },
  ],
  systemPrompt: 's',
  includeContext: 'none',
  temperature: 1,
  maxTokens: 10,
  stopSequences: ['a'],
  modelPreferences: { hints: [{ name: 'm' }], costPriority: 1, speedPriority: 0, intelligencePriority: 0.5 },
  tools: [tool],
  toolChoice: { mode: 'auto' },
  metadata: {},
};
const elicitations = [
  { mode: 'form', message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  { mode: 'url', message: 'm', url: 'https://a.example/x', elicitationId: '1' },
];
const faultOf = (read: object): string | undefined =>
  'fault' in read ? String((read.fault as { text?: string }).text ?? read.fault) : undefined;

describe('a question of a server, drawn', () => {
  fuzz(
    'is read, or says what is wrong with it',
    fc.oneof({ arbitrary: changedDocument(sampling, ...elicitations), weight: 9 }, { arbitrary: anyJson, weight: 1 }),
    (value) => {
      for (const read of [readSamplingRequest, readElicitationRequest]) {
        const fault = faultOf(read(value));
        if (fault !== undefined) must(fault !== '' && fault.length <= 4000, 'The fault says nothing, or too much.');
      }
    },
    { cases: 8_000 },
  );

  fuzz(
    'with an address around the limit is refused beyond it, and every address is one of the web',
    around(MAX_ELICITATION_URL_LENGTH, 20).map((rest) => `https://a.example/${rest}`),
    (url) => {
      const read = readElicitationRequest({ mode: 'url', message: 'm', url });
      if (url.length > MAX_ELICITATION_URL_LENGTH)
        must(faultOf(read)?.includes(String(MAX_ELICITATION_URL_LENGTH)), 'The limit is not told.');
      if ('url' in read) must(/^https?:$/.test(new URL(read.url).protocol), read.url);
    },
    { cases: 2_000 },
  );

  fuzz(
    'with tools around the limit is refused beyond it',
    listAround(MAX_SAMPLING_TOOLS, fc.constant(tool), 4),
    (tools) => {
      const fault = faultOf(readSamplingRequest({ ...sampling, tools }));
      must((fault !== undefined) === tools.length > MAX_SAMPLING_TOOLS, `${tools.length} tools: ${fault}`);
    },
    { cases: 400 },
  );

  fuzz(
    'of the log keeps what fits, and says what it left out',
    fc.oneof(
      around(MAX_LOG_DATA_LENGTH, 10).map((data) => ({ level: 'info', data })),
      changedDocument({ level: 'info', logger: 'l', data: { a: [1, 'x'] } }, { level: 'error', data: 'x' }),
    ),
    (value) => {
      const raw = asObject(value);
      const { message: read, size } = readLogMessage(raw);
      must(size <= MAX_LOG_DATA_LENGTH + 1000, `It keeps ${size} characters.`);
      const sent = raw?.['data'];
      if (typeof sent === 'string' && sent.length > MAX_LOG_DATA_LENGTH)
        must(
          read.issues?.some((issue) => issue.text.includes('are kept')),
          'It is not told.',
        );
      mustBeJson(read);
    },
    { cases: 3_000 },
  );

  fuzz(
    'about a folder: what is valid stays valid in the form that is sent, and no suggestion is invalid',
    around(MAX_ROOT_URI_LENGTH, 20).chain((text) =>
      fc.constantFrom('', 'file:///', 'file://', '/', 'C:\\').map((start) => start + text),
    ),
    (text) => {
      if (rootFault(text) === undefined) {
        const sent = canonicalRoot(text);
        must(sent.startsWith('file:///') && canonicalRoot(sent) === sent, sent);
        must(!/\/\.\.(?:\/|$)/.test(new URL(sent).pathname), sent);
      }
      const guess = suggestRoot(text);
      if (guess !== undefined) must(guess.length > MAX_ROOT_URI_LENGTH * 3 || rootFault(guess) === undefined, guess);
      if (text.length > MAX_ROOT_URI_LENGTH) must(rootFault(text) === 'long', 'The limit is not told.');
    },
    { cases: 6_000 },
  );

  fuzz(
    'that a model answered is written for each revision',
    fc.tuple(
      changedDocument({ role: 'assistant', model: 'm', stopReason: 'endTurn', content: blocks.slice(0, 2) }),
      fc.constantFrom(...revisions),
    ),
    ([value, { id }]) => {
      const raw = asObject(value);
      const content = readBlocks(Array.isArray(raw?.['content']) ? raw['content'] : []);
      mustBeJson(
        orMcpError(() => writeSamplingResult({ ...raw, role: 'assistant', model: 'm', content } as never, id)),
      );
    },
    { cases: 2_000 },
  );
});
