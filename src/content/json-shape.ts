/** Characters at the front that are read token by token. What is JSON so far is JSON, or JSON that breaks off later. */
const SAMPLE = 20_000;

/** How deep the objects and lists of a JSON text stand in each other, as far as it was counted. */
export interface JsonShape {
  readonly depth: number;
}

/**
 * A look at a text that is too long to be parsed for nothing.
 * @returns undefined unless it begins and ends like a JSON object or list. Counting ends at `maxDepth` + 1.
 */
export function jsonShape(text: string, maxDepth: number): JsonShape | undefined {
  if (!/^\s*[{[]/.test(text.slice(0, 1000)) || !/[}\]]\s*$/.test(text.slice(-1000)) || !isJsonSoFar(text))
    return undefined;
  return { depth: depthOf(text, maxDepth) };
}

function isJsonSoFar(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  const token = /\s*(?:"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*|true|false|null)/gsy;
  let end = 0;
  while (token.test(sample)) end = token.lastIndex;
  const rest = sample.slice(end).trim();
  // The sample may end within a token.
  return rest === '' || (text.length > SAMPLE && (rest.startsWith('"') || rest.length < 6));
}

function depthOf(text: string, maxDepth: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length && deepest <= maxDepth; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** Where the closing quote stands; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
