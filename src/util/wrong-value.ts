import { defineErrorTexts, type ErrorText, verbatim } from '../errors.js';

/* What is wrong with a value that is not as its type says: phrases for kinds of values, and the sentences around them. */
const errorText = defineErrorTexts({
  'util.kind.text': 'a text',
  'util.kind.number': 'a number',
  'util.kind.boolean': 'true or false',
  'util.kind.list': 'a list',
  'util.kind.object': 'an object',
  'util.kind.function': 'a function',
  'util.kind.symbol': 'a symbol',
  'util.kind.null': 'null',
  'util.kind.nothing': 'nothing',
  'util.fieldMissing': 'Its “{name}” is missing.',
  'util.fieldWrong': 'Its “{name}” is {kind}, not {wanted}.',
  'util.notObject': 'It is {kind}, not an object.',
});

/** A kind of value that a field must have. */
export type WantedKind = 'text' | 'number' | 'boolean' | 'list' | 'object';

/** The kind as a phrase: `a list`. */
export function kindPhrase(kind: WantedKind): ErrorText {
  return errorText(`util.kind.${kind}`);
}

/** The kind of a JSON value, as a phrase: `a text`, `a list`. */
export function kindOfValue(value: unknown): ErrorText {
  if (value === null) return errorText('util.kind.null');
  if (Array.isArray(value)) return errorText('util.kind.list');
  switch (typeof value) {
    case 'string':
      return errorText('util.kind.text');
    case 'number':
    case 'bigint':
      return errorText('util.kind.number');
    case 'undefined':
      return errorText('util.kind.nothing');
    default:
      return errorText(`util.kind.${typeof value as 'boolean' | 'object' | 'function' | 'symbol'}`);
  }
}

/** The error for a field of a wrong kind, as a sentence. */
export function wrongField(name: string, value: unknown, wanted: WantedKind): ErrorText {
  return value === undefined
    ? errorText('util.fieldMissing', { name })
    : errorText('util.fieldWrong', { name, kind: kindOfValue(value), wanted: kindPhrase(wanted) });
}

/** The error for a value that is no object. */
export function notObject(value: unknown): ErrorText {
  return errorText('util.notObject', { kind: kindOfValue(value) });
}

/** A block that could not be read, as `protocol/model.ts` has it. */
interface Unreadable {
  readonly type: 'unreadable';
  readonly reason: string;
  readonly raw: unknown;
}

/** The reasons of blocks by key and params. A block that was stored and read again has only its words. */
const reasons = new WeakMap<Unreadable, ErrorText>();

/** Makes a block that replaces an unreadable one. @param raw the received value */
export function unreadableBlock(reason: ErrorText, raw: unknown): Unreadable {
  const block: Unreadable = { type: 'unreadable', reason: reason.text, raw };
  reasons.set(block, reason);
  return block;
}

/** The blocks for a value that should be a list of blocks: the value as a block, if it can be one, and the error. */
export function blocksFrom(name: string, value: unknown): readonly unknown[] {
  const reason = wrongField(name, value, 'list');
  if (typeof value === 'string') return [{ type: 'text', text: value }, unreadableBlock(reason, undefined)];
  const isBlock = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  return isBlock ? [value, unreadableBlock(reason, undefined)] : [unreadableBlock(reason, value)];
}

/** Why a block cannot be read. */
export function reasonOf(block: Unreadable): ErrorText {
  return reasons.get(block) ?? verbatim(block.reason);
}
