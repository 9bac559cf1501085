import { isPlainObject } from '../util/json.js';

/** Characters of a server's own words that are kept of an answer that is no MCP message. The rest is cut. */
const MAX_SERVER_WORDS_LENGTH = 2000;
/** Reasons that are read from one answer. Further ones are left out. */
const MAX_REASONS = 20;
/** Levels in which reasons are looked for. */
const MAX_REASON_DEPTH = 3;

/** The names under which web frameworks say why they refuse, the most exact one first. */
const NAMES = ['detail', 'details', 'errors', 'message', 'msg', 'error_description', 'reason', 'error', 'title'];

/**
 * Why a server refused, in its own words, from an answer that is no MCP message: the members that FastAPI, Nest, Express, Spring,
 * OAuth and problem details use, or a plain text.
 * @returns undefined where the answer has no words, such as a web page
 * @see https://www.rfc-editor.org/rfc/rfc9457
 * @example
 * wordsInAnswer('application/json', '{"detail":[{"loc":["body","amount"],"msg":"too small"}]}'); // 'body.amount: too small'
 */
export function wordsInAnswer(contentType: string, text: string): string | undefined {
  const words = /[/+]json$/.test(contentType)
    ? reasonsIn(parsed(text), MAX_REASON_DEPTH).slice(0, MAX_REASONS).join('\n')
    : contentType === 'text/plain' || contentType === ''
      ? text
      : '';
  return words.trim().slice(0, MAX_SERVER_WORDS_LENGTH) || undefined;
}

function reasonsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_REASONS).flatMap((each) => reasonsIn(each, depth - 1));
  if (!isPlainObject(value)) return [];
  for (const name of NAMES) {
    const reasons = reasonsIn(value[name], depth - 1);
    if (reasons.length > 0) return reasons.map((reason) => placeOf(value) + reason);
  }
  return [];
}

/** FastAPI names the place as a list. */
function placeOf({ loc, field }: Readonly<Record<string, unknown>>): string {
  const place = Array.isArray(loc) ? loc.slice(0, MAX_REASONS).map(writePathStep).join('.') : field;
  return typeof place === 'string' && place !== '' ? `${place}: ` : '';
}

const writePathStep = (step: unknown): string =>
  typeof step === 'string' || typeof step === 'number' ? String(step) : '?';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
