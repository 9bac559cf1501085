import type { PromptArgument } from '../protocol/model.js';
import { MAX_FORM_DESCRIPTION_LENGTH, MAX_LABEL_LENGTH, MAX_SHOWN_PROPERTIES } from './json-value.js';
import type { ObjectNode, Property } from './form-node.js';
import { EMPTY } from './compile/normalized-schema.js';
import { looksMultiline } from './compile/text-hints.js';
import { promptSchema } from './prompt-schema.js';

/**
 * The form for a prompt's arguments, which are always text. Arguments beyond {@link MAX_SHOWN_PROPERTIES} are left out.
 */
export function buildPromptForm(given: readonly PromptArgument[] | undefined): ObjectNode {
  const properties = new Map<string, Property>();
  for (const argument of (given ?? []).slice(0, MAX_SHOWN_PROPERTIES)) {
    properties.set(argument.name, {
      name: argument.name,
      node: textNode(argument),
      required: argument.required === true,
    });
  }
  return {
    ...PLAIN,
    kind: 'object',
    title: undefined,
    description: undefined,
    schema: promptSchema(given),
    properties: [...properties.values()],
    additional: {
      kind: 'refused',
      name: undefined,
      suggestions: [],
      accepts: () => false,
      nodeOf: (name) => textNode({ name }),
    },
    minProperties: undefined,
    maxProperties: undefined,
    conditional: false,
  };
}

const PLAIN = {
  nullable: false,
  default: undefined,
  examples: [],
  deprecated: false,
  readOnly: false,
  loose: false,
  rules: [],
  schema: undefined,
} as const;

function textNode(argument: PromptArgument): Property['node'] {
  return {
    ...PLAIN,
    kind: 'string',
    title: argument.title?.slice(0, MAX_LABEL_LENGTH),
    description: argument.description?.slice(0, MAX_FORM_DESCRIPTION_LENGTH),
    multiline: looksMultiline(argument.name, EMPTY),
    base64: false,
    contentMediaType: undefined,
    suggestions: [],
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    format: undefined,
  };
}
