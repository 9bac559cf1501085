/** What a server says about one place in the arguments. */
export interface Claim {
  readonly path: readonly string[];
  readonly words: string;
}

type Fields = { readonly [name: string]: unknown };

/** Characters of a server's message that are looked through. */
const MAX_LOOKED_AT = 20_000;
/** Objects inside each other in what a server sends along. */
const MAX_DEPTH = 8;
const MAX_CLAIMS = 50;

/** Everything in an error that is about a place in the arguments, in the forms that servers write it. */
export function claimsIn(message: string, data: unknown): readonly Claim[] {
  const text = message.slice(0, MAX_LOOKED_AT);
  const structured = [...inData(data, 0), ...inData(jsonIn(text), 0)];
  const claims = structured.length > 0 ? structured : inText(text);
  return claims.slice(0, MAX_CLAIMS);
}

/** Lists of issues as validators make them: zod, Ajv, pydantic, JSON:API. */
function inData(data: unknown, depth: number): readonly Claim[] {
  if (depth > MAX_DEPTH || typeof data !== 'object' || data === null) return [];
  if (Array.isArray(data)) return data.slice(0, MAX_CLAIMS).flatMap((each) => inData(each, depth + 1));
  const fields = data as Fields;
  const path = pathOf(fields);
  const words = textOf(fields, 'message', 'msg', 'detail', 'description', 'reason');
  if (path && words !== undefined) return [{ path, words }];
  return Object.values(fields).flatMap((each) => inData(each, depth + 1));
}

function pathOf(fields: Fields): readonly string[] | undefined {
  const pointer = textOf(fields, 'instancePath', 'pointer', 'dataPath', 'instanceLocation');
  const missing = fieldsIn(fields['params'])?.['missingProperty'];
  if (pointer !== undefined) return [...tokensOf(pointer), ...(typeof missing === 'string' ? [missing] : [])];
  for (const name of ['path', 'loc']) {
    const path = fields[name];
    if (Array.isArray(path)) return (path as readonly unknown[]).map(tokenOf);
    if (typeof path === 'string') return tokensOf(path);
  }
  const named = textOf(fields, 'field', 'param', 'parameter', 'argument', 'property', 'name');
  return named === undefined ? undefined : tokensOf(named);
}

function tokenOf(token: unknown): string {
  const key = fieldsIn(token)?.['key'] ?? token;
  return typeof key === 'number' || typeof key === 'string' ? String(key) : '';
}

function fieldsIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function textOf(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name];
  return undefined;
}

/** The first JSON in a message, which is how many servers send their list of issues. */
function jsonIn(text: string): unknown {
  const start = text.search(/[[{]\s*["{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  if (start < 0 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1)) as unknown;
  } catch {
    return undefined;
  }
}

/** Sentences with a place in them. */
function inText(text: string): readonly Claim[] {
  const told = text.replace(/^.*?\b(?:arguments?|params|parameters|input) for (?:tool|prompt|method) \S+: /is, '');
  const lines = told.split(/\n|(?<=\S), (?=[\w$.[\]-]{1,100}: )/);
  return lines.flatMap((line, index): readonly Claim[] => {
    const arrow = /^\s*→ at (\S+)$/.exec(line);
    if (arrow) return [{ path: tokensOf(arrow[1] ?? ''), words: (lines[index - 1] ?? '').replace(/^\s*✖ /, '') }];
    const at = /^\s*(?:✖ )?(.+?) at ["'`“]?([\w$.[\]-]+)["'`”]?$/.exec(line);
    if (at) return [{ path: tokensOf(at[2] ?? ''), words: at[1] ?? '' }];
    const before = /^\s*["'`“]?([\w$.[\]-]+)["'`”]?: (.+)$/.exec(line);
    if (before) return [{ path: tokensOf(before[1] ?? ''), words: before[2] ?? '' }];
    // As pydantic writes it: the place on a line of its own, what is wrong with it on the next.
    const below = /^\s+(.+?)(?: \[type=.*)?$/.exec(lines[index + 1] ?? '');
    return /^[\w$.[\]-]+$/.test(line) && below ? [{ path: tokensOf(line), words: below[1] ?? '' }] : [];
  });
}

/** `a.b[0]`, `a/b/0` and `/a/b/0` as names. */
export function tokensOf(path: string): readonly string[] {
  if (path.startsWith('/') || path.startsWith('#/'))
    return path
      .replace(/^#?\//, '')
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return path
    .replace(/^[#$]\.?/, '')
    .replace(/\[["']?([^\]"']*)["']?\]/g, '.$1')
    .split(/[./]/)
    .filter((token) => token !== '');
}
