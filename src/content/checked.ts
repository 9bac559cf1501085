import type { ContentBlock, ResourceContents, ToolResult } from '../protocol/model.js';
import type { ErrorText } from '../errors.js';
import { isPlainObject, jsonLine } from '../util/json.js';
import {
  kindOfValue,
  kindPhrase,
  blocksFrom,
  notObject,
  unreadableBlock,
  type WantedKind,
  wrongField,
} from '../util/wrong-value.js';
import { errorText } from './error-texts.js';

/** A value that matches its type, and the errors of the value that the page passed, as sentences. */
export interface Checked<T> {
  readonly value: T;
  readonly issues: readonly ErrorText[];
}

/** The required type of a field, and its check. */
interface Kind {
  readonly name: WantedKind;
  readonly fits: (value: unknown) => boolean;
}
const TEXT: Kind = { name: 'text', fits: (value) => typeof value === 'string' };
const NUMBER: Kind = { name: 'number', fits: (value) => typeof value === 'number' };
const LIST: Kind = { name: 'list', fits: Array.isArray };
const OBJECT: Kind = { name: 'object', fits: isPlainObject };
const BOOLEAN: Kind = { name: 'boolean', fits: (value) => typeof value === 'boolean' };

type Kinds = Readonly<Record<string, Kind>>;
interface Shape {
  /** Without these there is nothing to show. */
  readonly needed?: Kinds;
  /** Optional fields. If a missing one has a value in `standIns`, that is used and reported. */
  readonly others?: Kinds;
  readonly standIns?: Readonly<Record<string, unknown>>;
}

const MEDIA: Shape = { needed: { data: TEXT }, others: { mimeType: TEXT } };

const BLOCKS: Readonly<Record<ContentBlock['type'], Shape>> = {
  text: { needed: { text: TEXT } },
  image: MEDIA,
  audio: MEDIA,
  resource_link: {
    needed: { uri: TEXT },
    others: { name: TEXT, title: TEXT, description: TEXT, mimeType: TEXT, size: NUMBER, icons: LIST },
    standIns: { name: '' },
  },
  resource: { needed: { resource: OBJECT } },
  tool_use: { needed: { name: TEXT }, others: { id: TEXT, input: OBJECT }, standIns: { id: '', input: {} } },
  tool_result: {
    needed: { content: LIST },
    others: { toolUseId: TEXT, isError: BOOLEAN },
    standIns: { toolUseId: '' },
  },
  unreadable: { needed: { reason: TEXT } },
};

const ANNOTATIONS: Shape = { others: { audience: LIST, priority: NUMBER, lastModified: TEXT } };
const CONTENTS: Shape = { others: { uri: TEXT, mimeType: TEXT, text: TEXT, blob: TEXT }, standIns: { uri: '' } };

/** Characters of a wrong value that follow the error text. */
const MAX_WRONG_VALUE_SHOWN = 60;

/** The error text for a field of a wrong type, with the value. */
function wrongValue(name: string, value: unknown, wanted: Kind): ErrorText {
  if (value === undefined) return wrongField(name, value, wanted.name);
  const { text, isWhole } = jsonLine(value, MAX_WRONG_VALUE_SHOWN);
  return errorText('content.wrongValue', {
    name,
    kind: kindOfValue(value),
    wanted: kindPhrase(wanted.name),
    value: isWhole ? text : `${text}…`,
  });
}

/** The object without the fields that are not as they must be. @returns the object itself where all are right */
function checkedFields(
  given: Readonly<Record<string, unknown>>,
  { others = {}, standIns = {} }: Shape,
  prefix = '',
): Checked<Readonly<Record<string, unknown>>> {
  const issues: ErrorText[] = [];
  let value = given;
  for (const [name, kind] of Object.entries(others)) {
    const found = given[name];
    if (found === undefined ? !Object.hasOwn(standIns, name) : kind.fits(found)) continue;
    value = { ...value, [name]: standIns[name] };
    issues.push(wrongValue(prefix + name, found, kind));
  }
  return { value, issues };
}

function unreadable(reason: ErrorText, raw: unknown): Checked<ContentBlock> {
  return { value: unreadableBlock(reason, raw), issues: [] };
}

/**
 * A block that matches its type. A block that cannot be shown is replaced by one with the reason. A valid block is
 * returned itself.
 */
export function checkedBlock(given: unknown): Checked<ContentBlock> {
  if (!isPlainObject(given)) return unreadable(notObject(given), given);
  const { type, annotations } = given;
  if (typeof type !== 'string') return unreadable(wrongField('type', type, 'text'), given);
  const shape = Object.hasOwn(BLOCKS, type) ? BLOCKS[type as ContentBlock['type']] : {};
  for (const [name, kind] of Object.entries(shape.needed ?? {}))
    if (!kind.fits(given[name])) return unreadable(wrongField(name, given[name], kind.name), given);
  const own = checkedFields(given, { ...shape, others: { ...shape.others, annotations: OBJECT } });
  const inner = isPlainObject(annotations) ? checkedFields(annotations, ANNOTATIONS, 'annotations.') : undefined;
  const value = inner && inner.issues.length > 0 ? { ...own.value, annotations: inner.value } : own.value;
  return { value: value as unknown as ContentBlock, issues: [...own.issues, ...(inner?.issues ?? [])] };
}

/** The contents of a resource in a form that matches their type; a block with the reason if they cannot be shown. */
export function checkedContents(given: unknown): Checked<ResourceContents | ContentBlock> {
  if (!isPlainObject(given)) return unreadable(notObject(given), given);
  return checkedFields(given, CONTENTS) as unknown as Checked<ResourceContents>;
}

/** The result of a tool in a form that matches its type, for any value from a page. */
export function checkedResult(given: unknown): Checked<ToolResult> {
  if (!isPlainObject(given))
    return {
      value: { content: [unreadable(notObject(given), given).value], isError: false },
      issues: [],
    };
  const { content, structuredContent, isError = false } = given;
  const { value, issues } = checkedFields(given, { others: { outputIssues: LIST } });
  const isClear = BOOLEAN.fits(isError) || isError === null;
  const isNothing = content === undefined && structuredContent === undefined;
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : blocksFrom('content', content);
  return {
    // A result that does not clearly report success counts as an error.
    value: {
      ...(value as unknown as ToolResult),
      content: blocks as readonly ContentBlock[],
      isError: !isClear || isError === true,
    },
    issues: [
      ...(isNothing ? [wrongField('content', undefined, 'list')] : []),
      ...issues,
      ...(isClear ? [] : [wrongValue('isError', isError, BOOLEAN)]),
    ],
  };
}
