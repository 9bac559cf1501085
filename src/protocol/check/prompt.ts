import type { JsonObject, Prompt, PromptArgument, PromptMessage, PromptResult, Role } from '../model.js';
import { readBlock } from './content.js';
import { fields } from './fields.js';
import { MAX_BLOCKS } from './limits.js';
import { asArray, asObject, asString, compact } from './object.js';
import { readIcons } from './profile.js';

const readArgumentFields = fields<PromptArgument>({
  name: asString,
  title: asString,
  description: asString,
  required: (value) => value === true,
});
const readFields = fields<Prompt>({
  name: asString,
  title: asString,
  description: asString,
  arguments: (value) => asArray(value)?.flatMap(readArgument),
  icons: readIcons,
  _meta: asObject,
});

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt */
export function readPrompt(raw: unknown): Prompt | string {
  const read = readFields(raw);
  return read?.name ? (read as Prompt) : 'has no name';
}

function readArgument(raw: unknown): PromptArgument[] {
  const argument = readArgumentFields(raw);
  return argument?.name ? [{ required: false, ...(argument as PromptArgument) }] : [];
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
