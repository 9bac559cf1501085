import type { ContentBlock, SamplingMessage, SamplingRequest } from '../protocol/model.js';
import type { ToolNames } from './tool-names.js';
import { unsendable } from './unsendable.js';

/**
 * A request in the words of OpenAI's chat completions.
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function openAiRequest(request: SamplingRequest, names: ToolNames, host: string): Record<string, unknown> {
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

function messagesOf({ role, content }: SamplingMessage, names: ToolNames, host: string): object[] {
  if (role === 'assistant') return [assistantMessage(content, names, host)];
  // A result is a message of its own there, and has room for text only: pictures follow in a message of the person.
  const results = content.filter((block) => block.type === 'tool_result');
  const beside = results.flatMap((result) => result.content.filter(isMedium).map((block) => partOf(block, host)));
  const rest = [...beside, ...content.filter(({ type }) => type !== 'tool_result').map((block) => partOf(block, host))];
  return [
    ...results.map(({ toolUseId, content: given, isError, structuredContent }) => {
      const texts = given.filter((block) => !isMedium(block)).map((block) => textOf(block, host));
      if (given.length === 0 && structuredContent !== undefined) texts.push(JSON.stringify(structuredContent));
      if (given.some(isMedium)) texts.push('[The picture follows.]');
      const text = texts.join('\n');
      return { role: 'tool', tool_call_id: toolUseId, content: isError ? `The tool failed: ${text}` : text };
    }),
    ...(rest.length > 0 ? [{ role: 'user', content: rest }] : []),
  ];
}

function assistantMessage(content: readonly ContentBlock[], names: ToolNames, host: string): object {
  const uses = content.filter((block) => block.type === 'tool_use');
  const text = content
    .filter(({ type }) => type !== 'tool_use')
    .map((block) => textOf(block, host))
    .join('\n');
  return {
    role: 'assistant',
    content: text || null,
    ...(uses.length > 0 && {
      tool_calls: uses.map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name: names.toWire(name), arguments: JSON.stringify(input) },
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
    if (!format) throw unsendable(`sound of the type ${block.mimeType}`, host);
    return { type: 'input_audio', input_audio: { data: block.data, format } };
  }
  return { type: 'text', text: textOf(block, host) };
}

function textOf(block: ContentBlock, host: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource':
      if (block.resource.text === undefined) throw unsendable('file that is not text', host);
      return `${block.resource.uri}\n${block.resource.text}`;
    case 'resource_link':
      return `${block.title ?? block.name}: ${block.uri}`;
    default:
      throw unsendable(`${block.type} in this place`, host);
  }
}
