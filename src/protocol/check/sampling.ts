import type {
  ContentBlock,
  Json,
  JsonObject,
  ModelPreferences,
  SamplingRequest,
  SamplingResult,
  Tool,
} from '../model.js';
import { MAX_BLOCKS, blockReaders, need, readBlock, readBlocks, type BlockReaders } from './content.js';
import { asArray, asNumber, asObject, asString, asStrings, compact } from './object.js';
import { readRole } from './prompt.js';
import { readTool } from './tool.js';

/**
 * A request for a completion, lifted: content is always a list of blocks here, whichever form it came in.
 * @returns what is wrong with it, as a sentence, where it cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
 */
export function readSamplingRequest(params: unknown): SamplingRequest | string {
  const raw = asObject(params);
  const messages = asArray(raw?.['messages']);
  const maxTokens = asNumber(raw?.['maxTokens']);
  if (!raw || !messages) return 'The request has no messages.';
  if (messages.length > MAX_BLOCKS) return `The request has more than ${MAX_BLOCKS} messages.`;
  if (maxTokens === undefined) return 'The request has no maxTokens.';
  const includeContext = raw['includeContext'];
  const mode = asObject(raw['toolChoice'])?.['mode'];
  return compact<SamplingRequest>({
    messages: messages.map((value) => {
      const message = asObject(value);
      return { role: readRole(message?.['role']), content: readOneOrMany(message?.['content']) };
    }),
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
    tools: asArray(raw['tools'])?.flatMap((value): Tool[] => {
      const reading = readTool(asObject(value) ?? {});
      return 'item' in reading ? [reading.item] : [];
    }),
    toolChoice: mode === 'auto' || mode === 'required' || mode === 'none' ? { mode } : undefined,
  });
}

/** The answer, narrowed: a single block where the other side may know nothing else. */
export function writeSamplingResult({ role, content, model, stopReason }: SamplingResult): JsonObject {
  const blocks = content as unknown as readonly Json[];
  return {
    role,
    content: blocks.length === 1 ? blocks[0]! : blocks,
    model,
    ...(stopReason !== undefined && { stopReason }),
  };
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
