import { McpError } from '../../errors.js';
import type {
  ContentBlock,
  Json,
  JsonObject,
  ModelPreferences,
  SamplingMessage,
  SamplingRequest,
  SamplingResult,
  Tool,
} from '../model.js';
import { blockReaders, need, readBlock, readBlocks, type BlockReaders } from './content.js';
import { MAX_BLOCKS } from './limits.js';
import { isLargerThan } from './larger-than.js';
import { asArray, asNumber, asObject, asString, asStrings, compact } from './object.js';
import { readRole } from './prompt.js';
import { readTool } from './tool.js';
import { faultOfToolCalls } from './tool-balance.js';

/** Tools that one request may offer to a model; no maker of models takes many more. */
export const MAX_SAMPLING_TOOLS = 128;
/** Characters of all texts in one request, encoded pictures and sounds included. */
export const MAX_SAMPLING_LENGTH: number = 32 * 1024 * 1024;

/** Revisions whose answers hold one piece of content. A closed list: every later one takes several. */
const ONE_BLOCK: ReadonlySet<string> = new Set(['2024-11-05', '2025-03-26', '2025-06-18']);

/**
 * A request for a completion, lifted: content is always a list of blocks here, whichever form it came in.
 * @returns what is wrong with it, as a sentence, where it cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
 */
export function readSamplingRequest(params: unknown): SamplingRequest | string {
  const raw = asObject(params);
  const sent = asArray(raw?.['messages']);
  const maxTokens = asNumber(raw?.['maxTokens']);
  if (!raw || !sent) return 'The request has no messages.';
  if (sent.length > MAX_BLOCKS) return `The request has more than ${MAX_BLOCKS} messages.`;
  if (maxTokens === undefined) return 'The request has no maxTokens.';
  if (isLargerThan(raw, MAX_SAMPLING_LENGTH)) return `The request has more than ${MAX_SAMPLING_LENGTH} characters.`;
  const messages = sent.map(readMessage);
  const fault = faultOfToolCalls(messages);
  if (fault !== undefined) return fault;
  const tools = readTools(raw['tools']);
  if (typeof tools === 'string') return tools;
  const includeContext = raw['includeContext'];
  const mode = asObject(raw['toolChoice'])?.['mode'];
  if (mode === 'required' && !tools?.length) return 'The request wants a tool used and offers none.';
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
    stopSequences: asStrings(raw['stopSequences']),
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

/** All of them or none: a model that lacks one of its tools would go another way than its server thinks. */
function readTools(value: Json | undefined): readonly Tool[] | string | undefined {
  if (value === undefined) return undefined;
  const offered = asArray(value);
  if (!offered) return 'The tools of the request are no list.';
  if (offered.length > MAX_SAMPLING_TOOLS) return `The request offers more than ${MAX_SAMPLING_TOOLS} tools.`;
  const tools: Tool[] = [];
  for (const [index, raw] of offered.entries()) {
    const tool = readTool(raw);
    if (typeof tool === 'string') return `Tool ${index + 1} of the request ${tool}.`;
    tools.push(tool);
  }
  return tools;
}

/**
 * The answer, narrowed: a single block stands alone, which every revision knows; several are a list.
 * @param revision the server speaks
 * @throws McpError `invalid-input` where that revision has no place for several
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

/** Texts become one text. Anything else cannot be joined, and nothing that the person agreed to send is left out. */
function inOneBlock(content: readonly ContentBlock[], revision: string): readonly ContentBlock[] {
  if (content.length === 1) return content;
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length === content.length) return [{ type: 'text', text: texts.join('\n\n') }];
  throw new McpError(
    'invalid-input',
    `The answer has ${content.length} parts; revision ${revision}, which this server speaks, takes one.`,
    { remedy: 'Answer with text only, or with one picture or sound.' },
  );
}

function readOneOrMany(value: Json | undefined): readonly ContentBlock[] {
  const many = asArray(value);
  return many ? readBlocks(many, samplingReaders) : [readBlock(value, samplingReaders)];
}

/** In a conversation with a model there are also its wishes to use a tool, and what the tools gave. */
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
    hints: asArray(raw['hints'])?.map((hint) => compact({ name: asString(asObject(hint)?.['name']) })),
    costPriority: asNumber(raw['costPriority']),
    speedPriority: asNumber(raw['speedPriority']),
    intelligencePriority: asNumber(raw['intelligencePriority']),
  });
}
