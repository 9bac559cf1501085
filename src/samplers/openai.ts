import type { Sampler } from '../approvals/sampler.js';
import type { ContentBlock, SamplingMessage, SamplingRequest } from '../protocol/model.js';
import { httpSampler } from './http-sampler.js';
import { unsendable } from './endpoint-errors.js';
import { type EndpointOptions } from './endpoint-options.js';
import { type ModelAnswer } from './model-answer.js';
import { type ToolNameMap } from './tool-name-map.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/** The parts of an event that are read. Each may be missing, because many endpoints imitate this API. */
interface Chunk {
  readonly model?: unknown;
  readonly choices?: readonly {
    readonly index?: number;
    readonly delta?: Said | null;
    readonly message?: Said | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

interface Said {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly id?: unknown;
    readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  }[];
}

const STOPPED: { readonly [reason: string]: string } = {
  stop: 'endTurn',
  length: 'maxTokens',
  tool_calls: 'toolUse',
  function_call: 'toolUse',
};

/**
 * Reads the events of OpenAI's chat completions into an answer.
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
class OpenAiEvents {
  readonly #answer: ModelAnswer;
  /** The model's reason for refusing. */
  refusal = '';
  isFiltered = false;

  constructor(answer: ModelAnswer) {
    this.#answer = answer;
  }

  /** Reads one event or a complete answer. They differ only in `delta` and `message`. */
  readonly read = (event: unknown): void => {
    const { model, choices, usage } = event as Chunk;
    if (typeof model === 'string' && model) this.#answer.model = model;
    if (usage) this.#answer.count(usage.prompt_tokens, usage.completion_tokens);
    const choice = choices?.[0];
    if (!choice) return;
    const message = choice.delta ?? choice.message;
    this.#answer.addText(message?.content);
    if (typeof message?.refusal === 'string') this.refusal += message.refusal;
    for (const [at, call] of (message?.tool_calls ?? []).entries())
      this.#answer.addToolCall(call.index ?? at, {
        id: call.id,
        name: call.function?.name,
        json: call.function?.arguments,
      });
    const reason = choice.finish_reason;
    if (reason === 'content_filter') this.isFiltered = true;
    if (typeof reason === 'string' && reason) this.#answer.stopReason = STOPPED[reason] ?? reason;
  };
}

/**
 * Converts a request to OpenAI's chat completions.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
function openAiRequest(request: SamplingRequest, names: ToolNameMap, host: string): Record<string, unknown> {
  const { systemPrompt, messages, temperature, stopSequences, tools, toolChoice } = request;
  return {
    messages: [
      ...(systemPrompt ? [{ role: 'system', content: systemPrompt }] : []),
      ...messages.flatMap((message) => messagesOf(message, names, host)),
    ],
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences?.length && { stop: stopSequences }),
    ...(tools?.length && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name: names.toWire(name), ...(description && { description }), parameters: inputSchema },
      })),
      tool_choice: toolChoice?.mode ?? 'auto',
    }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function messagesOf({ role, content }: SamplingMessage, names: ToolNameMap, host: string): object[] {
  if (role === 'assistant') return [assistantMessage(content, names, host)];
  // In this API a tool result is a separate message that holds text only. Its images follow in a user message.
  const results = content.filter((block) => block.type === 'tool_result');
  const beside = results.flatMap((result) => result.content.filter(isMedium).map((block) => partOf(block, host)));
  const rest = [...beside, ...content.filter(({ type }) => type !== 'tool_result').map((block) => partOf(block, host))];
  return [
    ...results.map(({ toolUseId, content: given, isError, structuredContent }) => {
      const texts = given.filter((block) => !isMedium(block)).map((block) => writeBlockAsText(block, host));
      if (given.length === 0 && structuredContent !== undefined) texts.push(toJson(structuredContent));
      if (given.some(isMedium)) texts.push('[The picture follows.]');
      const text = texts.join('\n');
      return { role: 'tool', tool_call_id: toolUseId, content: isError ? `The tool failed: ${text}` : text };
    }),
    ...(rest.length > 0 ? [{ role: 'user', content: rest }] : []),
  ];
}

function assistantMessage(content: readonly ContentBlock[], names: ToolNameMap, host: string): object {
  const uses = content.filter((block) => block.type === 'tool_use');
  const text = content
    .filter(({ type }) => type !== 'tool_use')
    .map((block) => writeBlockAsText(block, host))
    .join('\n');
  return {
    role: 'assistant',
    content: text || null,
    ...(uses.length > 0 && {
      tool_calls: uses.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name: names.toWire(name), arguments: toJson(input) },
      })),
    }),
  };
}

const isMedium = (block: ContentBlock): boolean => block.type === 'image' || block.type === 'audio';

const AUDIO: { readonly [mimeType: string]: string } = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
};

function partOf(block: ContentBlock, host: string): object {
  if (block.type === 'image')
    return { type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${block.data}` } };
  if (block.type === 'audio') {
    const format = AUDIO[block.mimeType.toLowerCase()];
    if (!format) throw unsendable(errorText('samplers.noSoundOfType', { model: host, type: block.mimeType }));
    return { type: 'input_audio', input_audio: { data: block.data, format } };
  }
  return { type: 'text', text: writeBlockAsText(block, host) };
}

function writeBlockAsText(block: ContentBlock, host: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      if (block.resource.text === undefined)
        throw unsendable(errorText('samplers.noFileThatIsNotText', { model: host }));
      return `${block.resource.uri}\n${block.resource.text}`;
    case 'resource_link':
      return `${block.title ?? block.name}: ${block.uri}`;
    default:
      throw unsendable(errorText('samplers.notHere', { model: host, type: block.type }));
  }
}

export interface OpenAiSamplerOptions extends EndpointOptions {
  /** The full URL, including `/chat/completions`. Default: OpenAI's API. */
  readonly url?: string | undefined;
  /**
   * Name of the parameter that limits tokens. Default: `max_completion_tokens` for OpenAI, `max_tokens`, which is older
   * and widely supported, for other endpoints.
   */
  readonly maxTokensName?: 'max_tokens' | 'max_completion_tokens' | undefined;
}

const OPENAI = 'https://api.openai.com/v1/chat/completions';

/**
 * A sampler that asks an endpoint with OpenAI's chat completions: OpenAI itself, or a compatible one such as Ollama, LM
 * Studio, vLLM, llama.cpp or OpenRouter. It sends text, images, audio (WAV, MP3) and tools; answers stream.
 *
 * Every script of the page can read a key in the page. See {@link KEY_IN_PAGE_WARNING}.
 *
 * @throws McpError `invalid-input` for an invalid address, or for an unencrypted one when a key is given
 * @example
 * const sampler = openAiSampler({ url: 'http://localhost:11434/v1/chat/completions', model: 'llama3.2' });
 * @see https://platform.openai.com/docs/api-reference/chat
 */
export function openAiSampler({ url = OPENAI, maxTokensName, ...options }: OpenAiSamplerOptions): Sampler {
  const ceiling = maxTokensName ?? (url.startsWith('https://api.openai.com/') ? 'max_completion_tokens' : 'max_tokens');
  return httpSampler(url, options, {
    body: (request, names, model, host) => ({
      model,
      ...openAiRequest(request, names, host),
      [ceiling]: request.maxTokens,
    }),
    headers: (key) => (key ? { authorization: `Bearer ${key}` } : {}),
    reader: (answer) => {
      const events = new OpenAiEvents(answer);
      return {
        read: events.read,
        refusalReason: () => (events.isFiltered || (events.refusal && !answer.text) ? events.refusal : undefined),
      };
    },
  });
}
