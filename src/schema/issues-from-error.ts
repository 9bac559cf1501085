import { claimsIn, type Claim } from './error-claims.js';
import type { FormNode } from './form-node.js';
import { MAX_LABEL_LENGTH } from './limits.js';
import type { LooseIssue } from './state/place-issues.js';
import { childPointer } from './pointer.js';

/** Characters of a server's words that are shown at a field. */
const MAX_WORDS = 300;
/** What servers put before the names of arguments. */
const AROUND = new Set(['arguments', 'args', 'params', 'input', 'body', 'data', 'root']);

/**
 * What a server's refusal says about single fields, for `FormState.report()`; empty where it names none. Such words come
 * as the message or the data of a JSON-RPC error (-32602), or as the text of a tool result that is an error.
 */
export function issuesFromError(error: unknown, node: FormNode): readonly LooseIssue[] {
  const { message, data } = partsOf(error);
  const claims = claimsIn(message, data).flatMap((claim) => placedClaim(claim, node) ?? []);
  const found = claims.length > 0 ? claims : quotedNames(message, node);
  const issues = found.map(({ path, words }) => ({
    pointer: path.reduce((pointer, token) => childPointer(pointer, token), ''),
    message: `The server says: ${words.trim().slice(0, MAX_WORDS)}`,
  }));
  return issues.filter(
    ({ pointer, message: said }, index) =>
      issues.findIndex((each) => each.pointer === pointer && each.message === said) === index,
  );
}

function partsOf(error: unknown): { readonly message: string; readonly data: unknown } {
  if (typeof error === 'string') return { message: error, data: undefined };
  if (typeof error !== 'object' || error === null) return { message: '', data: undefined };
  const { message, data } = error as { readonly message?: unknown; readonly data?: unknown };
  return { message: typeof message === 'string' ? message : '', data };
}

/** With the path as the form has it; undefined where the form has no such place. */
function placedClaim({ path, words }: Claim, node: FormNode): Claim | undefined {
  for (const tokens of AROUND.has(path[0] ?? '') ? [path.slice(1), path] : [path])
    if (tokens.length > 0 && leadsTo(node, tokens[0] ?? '')) return { path: tokens, words };
  return undefined;
}

function leadsTo(node: FormNode, token: string): boolean {
  if (node.kind === 'union') return node.alternatives.some((alternative) => leadsTo(alternative.node, token));
  return node.kind === 'object' && node.properties.some(({ name }) => name === token);
}

/** Names of fields that a sentence quotes: `missing required argument "city"`. */
function quotedNames(message: string, node: FormNode): readonly Claim[] {
  const quoted = [...message.matchAll(/["'`“‘]([^"'`”’\n]{1,100})["'`”’]/g)].map(([, name]) => name ?? '');
  const named =
    /\b(?:missing|required|invalid|unknown)(?: required)? (?:argument|parameter|param|property|field|input)s?:? ([\w.$-]+)/i.exec(
      message,
    );
  const names = [...quoted, ...(named?.[1] === undefined ? [] : [named[1].replace(/\.$/, '')])];
  const words = message.replace(/^MCP error -?\d+: /, '').slice(0, MAX_WORDS + MAX_LABEL_LENGTH);
  const paths = names.map(tokensOfName).filter((path) => leadsTo(node, path[0] ?? ''));
  return paths.map((path) => ({ path, words }));
}

function tokensOfName(name: string): readonly string[] {
  return name.replace(/\[(\d+)\]/g, '.$1').split('.');
}
