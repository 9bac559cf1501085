import type { JsonObject, Prompt, PromptArgument, PromptMessage, PromptResult, Role } from '../model.js';
import { MAX_BLOCKS, readBlock } from './content.js';
import type { ItemReading } from './item.js';
import { asArray, asObject, asString, compact } from './object.js';
import { readIcons } from './profile.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt */
export function readPrompt(raw: JsonObject): ItemReading<Prompt> {
  const name = asString(raw['name']);
  if (!name) return { fault: 'has no name' };
  return {
    item: compact({
      name,
      title: asString(raw['title']),
      description: asString(raw['description']),
      arguments: asArray(raw['arguments'])?.flatMap(readArgument),
      icons: readIcons(raw['icons']),
      _meta: asObject(raw['_meta']),
    }),
  };
}

function readArgument(value: unknown): PromptArgument[] {
  const raw = asObject(value);
  const name = asString(raw?.['name']);
  if (!raw || !name) return [];
  return [
    compact({
      name,
      title: asString(raw['title']),
      description: asString(raw['description']),
      required: raw['required'] === true,
    }),
  ];
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult */
export function readPromptResult(raw: JsonObject): PromptResult {
  const sent = asArray(raw['messages']) ?? [];
  const messages = sent.slice(0, MAX_BLOCKS).map((value): PromptMessage => {
    const message = asObject(value);
    return { role: readRole(message?.['role']), content: readBlock(message?.['content']) };
  });
  if (sent.length > MAX_BLOCKS) {
    const reason = `${sent.length - MAX_BLOCKS} further messages were left out (limit ${MAX_BLOCKS}).`;
    messages.push({ role: 'user', content: { type: 'unreadable', reason, raw: null } });
  }
  return compact({ description: asString(raw['description']), messages });
}

export function readRole(value: unknown): Role {
  return value === 'assistant' ? 'assistant' : 'user';
}
