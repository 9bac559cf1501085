import type { PromptArgument } from '../protocol/model.js';
import type { ObjectNode, Property } from './form-node.js';
import { MAX_DESCRIPTION_LENGTH, MAX_LABEL_LENGTH, MAX_PROPERTIES } from './limits.js';
import { looksMultiline } from './multiline.js';

/** The form for a prompt's arguments, which are always text. Arguments past {@link MAX_PROPERTIES} are left out. */
export function buildPromptForm(given: readonly PromptArgument[] | undefined): ObjectNode {
  const properties = new Map<string, Property>();
  for (const argument of (given ?? []).slice(0, MAX_PROPERTIES)) {
    properties.set(argument.name, {
      name: argument.name,
      node: textNode(argument),
      required: argument.required === true,
    });
  }
  return {
    kind: 'object',
    title: undefined,
    description: undefined,
    nullable: false,
    default: undefined,
    properties: [...properties.values()],
    others: 'refused',
    minProperties: undefined,
    maxProperties: undefined,
  };
}

function textNode(argument: PromptArgument): Property['node'] {
  return {
    kind: 'string',
    title: argument.title?.slice(0, MAX_LABEL_LENGTH),
    description: argument.description?.slice(0, MAX_DESCRIPTION_LENGTH),
    nullable: false,
    default: undefined,
    multiline: looksMultiline(argument.name, {}),
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    format: undefined,
  };
}
