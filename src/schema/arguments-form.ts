import { buildForm } from './compile/build-form.js';
import { buildFault } from './compile/leaf.js';
import { EMPTY, type NormalizedSchema } from './compile/normalized-schema.js';
import { contextOf } from './compile/schema-context.js';
import type { ErrorText } from '../errors.js';
import { errorText, listed } from './error-texts.js';
import type { FormNode } from './form-node.js';
import { isJsonObject } from './json-value.js';
import { jsonTypeInWords } from './json-type-words.js';

/** Compiles the schema of a tool's arguments. Where it accepts no object, the node is for any object, as JSON. */
export function buildArgumentsForm(schema: unknown): FormNode {
  const node = buildForm(schema);
  return acceptsObject(node) ? node : buildNoObject(node);
}

/** True if a value of the node can be an object, as arguments are. */
function acceptsObject(node: FormNode): boolean {
  switch (node.kind) {
    case 'object':
      return true;
    case 'json':
      return node.types.length === 0 || node.types.includes('object');
    case 'union':
      return node.alternatives.some((alternative) => acceptsObject(alternative.node));
    case 'choice':
      return node.options.some(({ value }) => isJsonObject(value));
    case 'constant':
      return isJsonObject(node.value);
    default:
      return false;
  }
}

/**
 * The node for arguments that are described as no object: any object, as JSON. Nothing is checked, because the
 * description would refuse every object.
 */
function buildNoObject(node: FormNode): FormNode {
  const isNothing = node.kind === 'choice' && node.options.length === 0;
  const flat: NormalizedSchema = { ...EMPTY, types: new Set(['object']) };
  const reason = isNothing
    ? errorText('schema.reason.argumentsNothing')
    : errorText('schema.reason.argumentsOther', { types: listed(kindsInWords(node)) });
  return buildFault(flat, contextOf(undefined), reason);
}

/** The kinds of value that a node is for, each once. */
function kindsInWords(node: FormNode): readonly ErrorText[] {
  if (node.kind !== 'union') return [kindInWords(node)];
  const kinds = node.alternatives.flatMap((alternative) => kindsInWords(alternative.node));
  return [...new Map(kinds.map((kind) => [kind.key, kind])).values()];
}

function kindInWords(node: FormNode): ErrorText {
  if (node.kind === 'number') return jsonTypeInWords(node.integer ? 'integer' : 'number');
  if (node.kind === 'list' || node.kind === 'tuple') return jsonTypeInWords('array');
  if (node.kind === 'string' || node.kind === 'boolean') return jsonTypeInWords(node.kind);
  return errorText('schema.type.other');
}
