import { isOwnMethod } from '../protocol/all-methods.js';
import { SECRET_SIGN } from '../util/redactor.js';
import { BLOB_SIGN } from './entry.js';

/** Members whose words belong to the protocol or name what was asked for, and whose numbers are amounts: they stay. */
const STAYS =
  /^(?:name|type|role|mimeType|method|action|resultType|level|code|progress|total|isError|progressToken|requestId|cursor|nextCursor|ttlMs|cacheScope|status|taskId|protocolVersion|\w+ListChanged)$/;
/** Items of a list and levels that are told. */
const MAX_ITEMS = 50;
const MAX_LEVELS = 12;

/** Whether everything that is said there is what a server publishes of itself: who it is, and its lists. */
export function isPublished(method: string): boolean {
  return isOwnMethod(method) || /^(?:tools|prompts|resources(?:\/templates)?)\/list$/.test(method) || method === 'ping';
}

/**
 * What a message holds without what it says: `(text, 12 characters)`. Names of members stay, and so do the protocol’s own
 * words.
 * @param published addresses that are in a list of the server: to say which one was read tells no more
 */
export function shapeOf(value: unknown, published: ReadonlySet<string>): unknown {
  return shape(value, published, MAX_LEVELS);
}

function shape(value: unknown, published: ReadonlySet<string>, levels: number): unknown {
  if (typeof value === 'string') return ofText(value);
  if (typeof value === 'number') return '(number)';
  if (typeof value === 'boolean') return '(yes or no)';
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '(more)';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => shape(item, published, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const isPublic = name === 'uri' && typeof inner === 'string' && published.has(inner);
      const isWord = isPublic || (STAYS.test(name) && (typeof inner !== 'object' || inner === null));
      return [name, isWord ? inner : shape(inner, published, levels - 1)];
    }),
  );
}

function ofText(text: string): string {
  if (text === SECRET_SIGN || /^\((?:text|base64|number|yes or no|more)\b/.test(text)) return text;
  if (text.startsWith(BLOB_SIGN)) return '(base64)';
  return `(text, ${text.length} ${text.length === 1 ? 'character' : 'characters'})`;
}
