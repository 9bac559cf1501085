/** Levels that get an indentation of their own; deeper ones share the last, or a hostile text could grow without end. */
const MAX_INDENT = 40;

/**
 * JSON text with line breaks and indentation, its values exactly as written: a number beyond what JavaScript can hold
 * stays what the server sent. Ends soon after `limit` characters, since indentation can make much out of little.
 * @returns undefined unless the text is a JSON object or array.
 */
export function prettyJson(text: string, limit: number): string | undefined {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return undefined;
  try {
    JSON.parse(trimmed);
  } catch {
    return undefined;
  }
  return indent(trimmed, limit);
}

/** Characters of encoded data that are spelled out among JSON. It is shown decoded elsewhere. */
const ENCODED_SHOWN = 80;

/** A value as indented JSON for reading, at most `limit` characters, encoded data shortened. Never throws. */
export function jsonText(value: unknown, limit: number): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, (_key, part: unknown) => (isEncoded(part) ? shorten(part) : part), 2);
  } catch {
    // Cycles, or nested deeper than the engine can follow.
  }
  text ??= String(value);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

function isEncoded(part: unknown): part is string {
  return typeof part === 'string' && part.length > 2 * ENCODED_SHOWN && /^[A-Za-z0-9+/]{160}/.test(part);
}

function shorten(part: string): string {
  return `${part.slice(0, ENCODED_SHOWN)}… (${new Intl.NumberFormat('en').format(part.length)} characters)`;
}

/** Breaks valid JSON at its structure. Strings and empty brackets are taken whole. */
function indent(json: string, limit: number): string {
  let text = '';
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      text += token + newLine();
    } else if (token === '}' || token === ']') {
      depth--;
      text += newLine() + token;
    } else if (token === ',') text += token + newLine();
    else if (token === ':') text += ': ';
    else text += token.startsWith('"') ? token : token.replace(/\s+/g, '');
    if (text.length > limit) return text;
  }
  return text;
}
