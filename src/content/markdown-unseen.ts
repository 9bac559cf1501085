import type { ErrorText } from '../errors.js';
import { errorText } from './error-texts.js';
import { languageOf } from './highlight/highlight.js';

/** The part of a Markdown engine's token that this file reads. */
interface Token {
  readonly type: string;
  readonly map: readonly [first: number, end: number] | null;
  readonly content: string;
  readonly info: string;
  readonly meta: unknown;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | number | null;
}

/** A text that a reader of the formatted text does not see, and a model does. */
export interface UnseenText {
  /** The kind of text, as a phrase: “title of a link”; undefined for a piece of the source. */
  readonly what: ErrorText | undefined;
  readonly text: string;
}

/** A link definition in the source. */
export interface Definition {
  readonly label: string;
  readonly source: string;
}

/** The link definitions among the tokens of `source`, in order. */
export function definitionsIn(tokens: readonly Token[], source: string): readonly Definition[] {
  const lines = linesOf(source);
  return tokens
    .filter(({ type }) => type === 'reference_definition')
    .map(({ map, meta }) => ({
      label: labelOf(meta),
      source: lines()
        .slice(...(map ?? []))
        .join('\n'),
    }));
}

/** Rows of tables with more cells than the table has columns: these are not shown. */
export function rowsWithLostCells(tokens: readonly Token[], source: string): readonly UnseenText[] {
  const lines = linesOf(source);
  const rows: UnseenText[] = [];
  let row: { readonly line: string; shown: string } | undefined;
  for (const { type, map, content } of tokens) {
    if (type === 'tr_open') row = map ? { line: lines()[map[0]] ?? '', shown: '' } : undefined;
    else if (type === 'inline' && row) row.shown += content;
    else if (type === 'tr_close') {
      if (row && isLonger(row.line, row.shown)) rows.push(unseen('content.unseen.tableRow', row.line.trim()));
      row = undefined;
    }
  }
  return rows;
}

function unseen(
  what: `content.unseen.${'tableRow' | 'codeBlock' | 'linkTitle' | 'imageTitle' | 'linkAddress'}`,
  text: string,
): UnseenText {
  return { what: errorText(what), text };
}

/** True if the line of a table contains more than its cells, apart from separators. */
function isLonger(line: string, cells: string): boolean {
  const [whole, shown] = [line, cells].map((text) => text.replace(/[\s|\\]/g, '')) as [string, string];
  const at = whole.indexOf(shown);
  return at >= 0 && whole.length > at + shown.length;
}

/** Language names without a grammar here that give no information beyond the kind of block. */
const PLAIN: ReadonlySet<string> = new Set('text txt plain plaintext console output log none mermaid'.split(' '));

/** The texts of these tokens that a reader of the formatted text does not see. */
export function unseenIn(tokens: readonly Token[]): readonly UnseenText[] {
  return tokens.flatMap((token, at) => {
    const { type, info, meta, children } = token;
    if (type === 'fence') {
      const words = info.trim();
      return words === '' || PLAIN.has(words) || languageOf(words) !== undefined
        ? []
        : [unseen('content.unseen.codeBlock', words)];
    }
    if (type !== 'link_open' && type !== 'image') return children ? unseenIn(children) : [];
    const isLink = type === 'link_open';
    const address = isLink ? String(token.attrGet('href') ?? '') : '';
    const title = token.attrGet('title');
    return [
      // The title of a link with a definition is reported with the definition.
      ...(title && !labelOf(meta)
        ? [unseen(isLink ? 'content.unseen.linkTitle' : 'content.unseen.imageTitle', String(title))]
        : []),
      ...(address !== '' && isLost(address, joinLinkText(tokens, at))
        ? [unseen('content.unseen.linkAddress', address)]
        : []),
    ];
  });
}

/** The labels of the definitions that these tokens use. */
export function labelsIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ type, meta, children }) => {
    const label = type === 'link_open' || type === 'image' ? labelOf(meta) : '';
    return [...(label ? [label] : []), ...(children ? labelsIn(children) : [])];
  });
}

/** The definitions with a text that is not shown: unused ones, and those with a title. */
export function unseenDefinitions(
  definitions: readonly Definition[],
  used: ReadonlySet<string>,
  titled: (label: string) => boolean,
): readonly UnseenText[] {
  const known = new Set<string>();
  return definitions.flatMap(({ label, source }) => {
    const isFirst = !known.has(label);
    known.add(label);
    return isFirst && used.has(label) && !titled(label) ? [] : [{ what: undefined, text: source }];
  });
}

/** True if the address of a link is neither a target, nor the heading that the words of the link name. */
function isLost(address: string, words: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return false;
  const wanted = address.startsWith('#') ? slug(decoded(address)) : undefined;
  return wanted === undefined || wanted !== slug(words);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The words of the link that begins at this token. */
function joinLinkText(tokens: readonly Token[], at: number): string {
  let text = '';
  for (let next = at + 1; next < tokens.length && tokens[next]!.type !== 'link_close'; next++)
    text += tokens[next]!.content;
  return text;
}

function labelOf(meta: unknown): string {
  const label = (meta as { readonly label?: unknown } | null | undefined)?.label;
  return typeof label === 'string' ? label : '';
}

/** The lines are only made where they are needed: few texts have definitions or tables. */
function linesOf(source: string): () => readonly string[] {
  let lines: readonly string[] | undefined;
  return () => (lines ??= source.split('\n'));
}
