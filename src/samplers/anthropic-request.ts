import type { ContentBlock, SamplingRequest } from '../protocol/model.js';
import type { ToolNames } from './tool-names.js';
import { unsendable } from './unsendable.js';

const CHOICE = { auto: 'auto', required: 'any', none: 'none' } as const;

/**
 * A request in the words of Anthropic's Messages API.
 * @see https://docs.anthropic.com/en/api/messages
 */
export function anthropicRequest(request: SamplingRequest, names: ToolNames, host: string): Record<string, unknown> {
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

function blockOf(block: ContentBlock, names: ToolNames, host: string): object[] {
  switch (block.type) {
    case 'text':
      // An empty text is refused there.
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
              ? [{ type: 'text', text: JSON.stringify(block.structuredContent) }]
              : block.content.flatMap((inner) => blockOf(inner, names, host)),
          ...(block.isError && { is_error: true }),
        },
      ];
    case 'resource_link':
      return [{ type: 'text', text: `${block.title ?? block.name}: ${block.uri}` }];
    case 'resource':
      return [resourceOf(block, host)];
    default:
      throw unsendable(block.type === 'audio' ? 'sound' : 'part that cannot be read', host);
  }
}

function resourceOf({ resource }: Extract<ContentBlock, { type: 'resource' }>, host: string): object {
  const { uri, text, blob, mimeType = '' } = resource;
  if (text !== undefined) return { type: 'text', text: `${uri}\n${text}` };
  if (blob && mimeType.startsWith('image/')) return { type: 'image', source: sourceOf(mimeType, blob) };
  if (blob && mimeType === 'application/pdf') return { type: 'document', source: sourceOf(mimeType, blob) };
  throw unsendable(`file of the type ${mimeType || 'nobody knows'}`, host);
}

function sourceOf(mimeType: string, data: string): object {
  return { type: 'base64', media_type: mimeType, data };
}
