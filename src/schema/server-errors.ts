import { said } from '../errors.js';
import { errorText } from './error-texts.js';
import type { FormNode, LooseIssue } from './form-node.js';
import { MAX_LABEL_LENGTH } from './json-value.js';
import { childPointer } from './json.js';

/** An error message of a server about one place in the arguments. */
interface Claim {
  readonly path: readonly string[];
  readonly words: string;
}

type Fields = { readonly [name: string]: unknown };

/** Characters of a server’s message that are searched for fields. The rest is not searched. */
const MAX_SERVER_ERROR_LENGTH = 20_000;
/** Levels of the error's `data` that are searched. */
const MAX_SERVER_ERROR_DEPTH = 8;
/** Issues that are read from one error. Further ones appear only in the server’s message. */
const MAX_SERVER_ISSUES = 50;

/** All messages about places in the arguments, in the formats that servers use. */
function claimsIn(message: string, data: unknown): readonly Claim[] {
  const text = message.slice(0, MAX_SERVER_ERROR_LENGTH);
  const structured = [...inData(data, 0), ...inData(jsonIn(text), 0)];
  const claims = structured.length > 0 ? structured : inText(text);
  return claims.slice(0, MAX_SERVER_ISSUES);
}

/** Lists of issues in the formats of zod, Ajv, pydantic and JSON:API. */
function inData(data: unknown, depth: number): readonly Claim[] {
  if (depth > MAX_SERVER_ERROR_DEPTH || typeof data !== 'object' || data === null) return [];
  if (Array.isArray(data)) return data.slice(0, MAX_SERVER_ISSUES).flatMap((each) => inData(each, depth + 1));
  const fields = data as Fields;
  const path = pathOf(fields);
  const words = readFirstText(fields, 'message', 'msg', 'detail', 'description', 'reason');
  if (path && words !== undefined) return [{ path, words }];
  return Object.values(fields).flatMap((each) => inData(each, depth + 1));
}

function pathOf(fields: Fields): readonly string[] | undefined {
  const pointer = readFirstText(fields, 'instancePath', 'pointer', 'dataPath', 'instanceLocation');
  const missing = fieldsIn(fields['params'])?.['missingProperty'];
  if (pointer !== undefined) return [...tokensOf(pointer), ...(typeof missing === 'string' ? [missing] : [])];
  for (const name of ['path', 'loc']) {
    const path = fields[name];
    if (Array.isArray(path)) return (path as readonly unknown[]).map(tokenOf);
    if (typeof path === 'string') return tokensOf(path);
  }
  const named = readFirstText(fields, 'field', 'param', 'parameter', 'argument', 'property', 'name');
  return named === undefined ? undefined : tokensOf(named);
}

function tokenOf(token: unknown): string {
  const key = fieldsIn(token)?.['key'] ?? token;
  return typeof key === 'number' || typeof key === 'string' ? String(key) : '';
}

function fieldsIn(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function readFirstText(fields: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name];
  return undefined;
}

/** The first JSON value in a message: many servers send their list of issues as text. */
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

/** Sentences that name a place. */
function inText(text: string): readonly Claim[] {
  const told = text.replace(/^.*?\b(?:arguments?|params|parameters|input) for (?:tool|prompt|method) \S+: /is, '');
  const lines = told.split(/\n|(?<=\S), (?=[\w$.[\]-]{1,100}: )/);
  return lines.flatMap((line, index): readonly Claim[] => {
    const arrow = /^\s*→ at (\S+)$/.exec(line);
    if (arrow) return [{ path: tokensOf(arrow[1] ?? ''), words: (lines[index - 1] ?? '').replace(/^\s*✖ /, '') }];
    const end = line.lastIndexOf(' at ');
    const at = end > 0 && /^["'`“]?([\w$.[\]-]+)["'`”]?$/.exec(line.slice(end + ' at '.length));
    const problem = line.slice(0, Math.max(end, 0)).trimStart().replace(/^✖ /, '');
    if (at && problem) return [{ path: tokensOf(at[1] ?? ''), words: problem }];
    const before = /^\s*["'`“]?([\w$.[\]-]+)["'`”]?: (.+)$/.exec(line);
    if (before) return [{ path: tokensOf(before[1] ?? ''), words: before[2] ?? '' }];
    // Pydantic writes the place on one line and the problem on the next.
    const next = lines[index + 1] ?? '';
    const words = next.trimStart().split(' [type=', 1)[0]!;
    const isBelow = /^\s/.test(next) && words !== '' && /^[\w$.[\]-]+$/.test(line);
    return isBelow ? [{ path: tokensOf(line), words }] : [];
  });
}

/** Characters of a place. A longer one is that of no field. */
const MAX_PLACE_LENGTH = 1000;

/** Splits `a.b[0]`, `a/b/0` and `/a/b/0` into names. */
function tokensOf(path: string): readonly string[] {
  if (path.length > MAX_PLACE_LENGTH) return [];
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

/** Characters of a server’s message that are shown at a field. The rest is cut. */
const MAX_SERVER_ISSUE_LENGTH = 300;
/** Names that servers put before the names of arguments. */
const AROUND = new Set(['arguments', 'args', 'params', 'input', 'body', 'data', 'root']);

/**
 * Reads what a server's error says about single fields, for `FormState.report()`; empty if it names none. The error is
 * the message or data of a JSON-RPC error (-32602), or the text of a tool result with `isError`.
 */
export function issuesFromError(error: unknown, node: FormNode): readonly LooseIssue[] {
  const { message, data } = partsOf(error);
  const claims = claimsIn(message, data).flatMap((claim) => placedClaim(claim, node) ?? []);
  const found = claims.length > 0 ? claims : quotedNames(message, node);
  const issues = found.map(({ path, words }) => ({
    pointer: path.reduce((pointer, token) => childPointer(pointer, token), ''),
    ...said(errorText('schema.serverSays', { words: words.trim().slice(0, MAX_SERVER_ISSUE_LENGTH) })),
  }));
  return issues.filter(
    ({ pointer, message: text }, index) =>
      issues.findIndex((each) => each.pointer === pointer && each.message === text) === index,
  );
}

function partsOf(error: unknown): { readonly message: string; readonly data: unknown } {
  if (typeof error === 'string') return { message: error, data: undefined };
  if (typeof error !== 'object' || error === null) return { message: '', data: undefined };
  const { message, data } = error as { readonly message?: unknown; readonly data?: unknown };
  return { message: typeof message === 'string' ? message : '', data };
}

/** The message with its path in the form; undefined if the form has no such place. */
function placedClaim({ path, words }: Claim, node: FormNode): Claim | undefined {
  for (const tokens of AROUND.has(path[0] ?? '') ? [path.slice(1), path] : [path])
    if (tokens.length > 0 && leadsTo(node, tokens[0] ?? '')) return { path: tokens, words };
  return undefined;
}

function leadsTo(node: FormNode, token: string): boolean {
  if (node.kind === 'union') return node.alternatives.some((alternative) => leadsTo(alternative.node, token));
  return node.kind === 'object' && node.properties.some(({ name }) => name === token);
}

/** Field names that a sentence quotes: `missing required argument "city"`. */
function quotedNames(message: string, node: FormNode): readonly Claim[] {
  const quoted = [...message.matchAll(/["'`“‘]([^"'`”’\n]{1,100})["'`”’]/g)].map(([, name]) => name ?? '');
  const named =
    /\b(?:missing|required|invalid|unknown)(?: required)? (?:argument|parameter|param|property|field|input)s?:? ([\w.$-]+)/i.exec(
      message,
    );
  const names = [...quoted, ...(named?.[1] === undefined ? [] : [named[1].replace(/\.$/, '')])];
  const words = message.replace(/^MCP error -?\d+: /, '').slice(0, MAX_SERVER_ISSUE_LENGTH + MAX_LABEL_LENGTH);
  const paths = names.map(tokensOfName).filter((path) => leadsTo(node, path[0] ?? ''));
  return paths.map((path) => ({ path, words }));
}

function tokensOfName(name: string): readonly string[] {
  return name.replace(/\[(\d+)\]/g, '.$1').split('.');
}
