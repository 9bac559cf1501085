import { buildForm } from './compile/build-form.js';
import { buildFault } from './compile/leaf.js';
import { EMPTY, type NormalizedSchema } from './compile/normalized-schema.js';
import { listed } from './compile/node-rules.js';
import { contextOf } from './compile/schema-context.js';
import type { FormNode } from './form-node.js';
import { isJsonObject, jsonTypeInWords } from './json-value.js';

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
  const wrong = isNothing
    ? 'it accepts nothing.'
    : `it asks for ${kindInWords(node)}, but arguments are always an object.`;
  const flat: NormalizedSchema = { ...EMPTY, types: new Set(['object']) };
  return buildFault(flat, contextOf(undefined), `The server’s description of the arguments is wrong: ${wrong}`);
}

function kindInWords(node: FormNode): string {
  if (node.kind === 'number') return jsonTypeInWords(node.integer ? 'integer' : 'number');
  if (node.kind === 'list' || node.kind === 'tuple') return jsonTypeInWords('array');
  if (node.kind === 'string' || node.kind === 'boolean') return jsonTypeInWords(node.kind);
  if (node.kind === 'union') return listed([...new Set(node.alternatives.map((one) => kindInWords(one.node)))], 'or');
  return 'another value';
}
