import type { Sampler } from '../approvals/sampler.js';
import type { ContentBlock, SamplingRequest } from '../protocol/model.js';
import { httpSampler } from './http-sampler.js';
import { unsendable } from './endpoint-errors.js';
import { type EndpointOptions } from './endpoint-options.js';
import { type ModelAnswer } from './model-answer.js';
import { type ToolNameMap } from './tool-name-map.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

interface Block {
  readonly type?: string;
  readonly text?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

interface Usage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly output_tokens?: unknown;
}

interface Message {
  readonly model?: unknown;
  readonly content?: readonly Block[];
  readonly stop_reason?: string | null;
  readonly usage?: Usage;
}

/** The parts of an event that are read. */
interface Event {
  readonly type?: string;
  readonly index?: number;
  readonly message?: Message;
  readonly content_block?: Block;
  readonly delta?: { readonly text?: unknown; readonly partial_json?: unknown; readonly stop_reason?: string | null };
  readonly usage?: Usage;
}

const STOPPED: { readonly [reason: string]: string } = {
  end_turn: 'endTurn',
  max_tokens: 'maxTokens',
  stop_sequence: 'stopSequence',
  tool_use: 'toolUse',
};

/**
 * Reads the events of Anthropic's Messages API into an answer.
 * @see https://docs.anthropic.com/en/api/messages-streaming
 */
class AnthropicEvents {
  readonly #answer: ModelAnswer;
  isRefused = false;

  constructor(answer: ModelAnswer) {
    this.#answer = answer;
  }

  readonly read = (event: unknown): void => {
    const { type, index = 0, message, content_block: block, delta, usage } = event as Event;
    switch (type) {
      case 'message':
        return this.#whole(event as Message);
      case 'message_start':
        return this.#head(message);
      case 'content_block_start':
        return this.#begin(index, block);
      case 'content_block_delta':
        this.#answer.addText(delta?.text);
        if (delta?.partial_json !== undefined) this.#answer.addToolCall(index, { json: delta.partial_json });
        return;
      case 'message_delta':
        this.#count(usage);
        this.#stop(delta?.stop_reason);
    }
  };

  #head(message: Message | undefined): void {
    if (typeof message?.model === 'string') this.#answer.model = message.model;
    this.#count(message?.usage);
  }

  #begin(index: number, block: Block | undefined): void {
    if (block?.type === 'text') this.#answer.addText(block.text);
    if (block?.type === 'tool_use')
      this.#answer.addToolCall(index, { id: block.id, name: block.name, input: block.input });
  }

  /** A complete answer that is not streamed. */
  #whole(message: Message): void {
    this.#head(message);
    for (const [index, block] of (message.content ?? []).entries()) this.#begin(index, block);
    this.#stop(message.stop_reason);
  }

  #stop(reason: string | null | undefined): void {
    if (reason === 'refusal') this.isRefused = true;
    if (reason) this.#answer.stopReason = STOPPED[reason] ?? reason;
  }

  #count(usage: Usage | undefined): void {
    if (!usage) return;
    const {
      input_tokens: uncached,
      cache_creation_input_tokens: cacheWrites,
      cache_read_input_tokens: cacheReads,
    } = usage;
    const input = uncached === undefined ? undefined : uncached + (cacheWrites ?? 0) + (cacheReads ?? 0);
    this.#answer.count(input, usage.output_tokens);
  }
}

const CHOICE = { auto: 'auto', required: 'any', none: 'none' } as const;

/**
 * Converts a request to Anthropic's Messages API.
 * @see https://docs.anthropic.com/en/api/messages
 */
function anthropicRequest(request: SamplingRequest, names: ToolNameMap, host: string): Record<string, unknown> {
  const { systemPrompt, messages, maxTokens, temperature, stopSequences, tools, toolChoice } = request;
  return {
    max_tokens: maxTokens,
    ...(systemPrompt && { system: systemPrompt }),
    messages: messages.map(({ role, content }) => ({
      role,
      content: content.flatMap((block) => blockOf(block, names, host)),
    })),
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences?.length && { stop_sequences: stopSequences }),
    ...(tools?.length && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        name: names.toWire(name),
        ...(description && { description }),
        input_schema: inputSchema,
      })),
      tool_choice: { type: CHOICE[toolChoice?.mode ?? 'auto'] },
    }),
    stream: true,
  };
}

function blockOf(block: ContentBlock, names: ToolNameMap, host: string): object[] {
  switch (block.type) {
    case 'text':
      // The API rejects empty text blocks.
      return block.text === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image':
      return [{ type: 'image', source: sourceOf(block.mimeType, block.data) }];
    case 'tool_use':
      return [{ type: 'tool_use', id: block.id, name: names.toWire(block.name), input: block.input }];
    case 'tool_result':
      return [
        {
          type: 'tool_result',
          tool_use_id: block.toolUseId,
          content:
            block.content.length === 0 && block.structuredContent !== undefined
              ? [{ type: 'text', text: toJson(block.structuredContent) }]
              : block.content.flatMap((inner) => blockOf(inner, names, host)),
          ...(block.isError && { is_error: true }),
        },
      ];
    case 'resource_link':
      return [{ type: 'text', text: `${block.title ?? block.name}: ${block.uri}` }];
    case 'resource':
      return [resourceOf(block, host)];
    default:
      throw unsendable(
        errorText(block.type === 'audio' ? 'samplers.noSound' : 'samplers.noUnreadable', { model: host }),
      );
  }
}

function resourceOf({ resource }: Extract<ContentBlock, { type: 'resource' }>, host: string): object {
  const { uri, text, blob, mimeType = '' } = resource;
  if (text !== undefined) return { type: 'text', text: `${uri}\n${text}` };
  if (blob && mimeType.startsWith('image/')) return { type: 'image', source: sourceOf(mimeType, blob) };
  if (blob && mimeType === 'application/pdf') return { type: 'document', source: sourceOf(mimeType, blob) };
  throw unsendable(
    mimeType
      ? errorText('samplers.noFileOfType', { model: host, type: mimeType })
      : errorText('samplers.noFileOfUnknownType', { model: host }),
  );
}

function sourceOf(mimeType: string, data: string): object {
  return { type: 'base64', media_type: mimeType, data };
}

export interface AnthropicSamplerOptions extends EndpointOptions {
  /** The full URL, including `/messages`. Default: Anthropic's API. */
  readonly url?: string | undefined;
}

const ANTHROPIC = 'https://api.anthropic.com/v1/messages';
/** The only version of the API so far. */
const WIRE_VERSION = '2023-06-01';

/**
 * A sampler that asks a model of Anthropic, or a gateway that implements its Messages API. It sends text, images, PDF
 * files and tools; answers stream. Every request has `anthropic-dangerous-direct-browser-access`, without which
 * Anthropic refuses requests from pages.
 *
 * Every script of the page can read a key in the page. See {@link KEY_IN_PAGE_WARNING}.
 *
 * @throws McpError `invalid-input` for an invalid address, or for an unencrypted one when a key is given
 * @example
 * const sampler = anthropicSampler({ key: () => readKey(), model: 'claude-sonnet-4-5' });
 * @see https://docs.anthropic.com/en/api/messages
 */
export function anthropicSampler({ url = ANTHROPIC, ...options }: AnthropicSamplerOptions): Sampler {
  return httpSampler(url, options, {
    body: (request, names, model, host) => ({ model, ...anthropicRequest(request, names, host) }),
    headers: (key) => ({
      'anthropic-version': WIRE_VERSION,
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key && { 'x-api-key': key }),
    }),
    reader: (answer) => {
      const events = new AnthropicEvents(answer);
      return { read: events.read, refusalReason: () => (events.isRefused ? '' : undefined) };
    },
  });
}
