import type { Json } from '../../protocol/model.js';
import type { FormNode } from '../form-node.js';
import { isTypeAmong, jsonEquals, jsonTypeOf } from '../json-value.js';

/** Whether the control for this kind of node can show the value, right or wrong. */
export function couldHold(node: FormNode, value: Json): boolean {
  if (value === null && node.nullable) return true;
  const type = jsonTypeOf(value);
  switch (node.kind) {
    case 'string':
      return type === 'string';
    case 'number':
      return isTypeAmong(type, ['number']);
    case 'boolean':
      return type === 'boolean';
    case 'choice':
      return node.options.some((option) => jsonEquals(option.value, value));
    case 'constant':
      return jsonEquals(node.value, value);
    case 'list':
    case 'tuple':
      return type === 'array';
    case 'object':
      return type === 'object';
    case 'json':
      return node.types.length === 0 || isTypeAmong(type, node.types);
    case 'union':
      return node.alternatives.some((alternative) => couldHold(alternative.node, value));
  }
}
