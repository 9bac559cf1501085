import type { Json, JsonObject } from '../protocol/model.js';
import type { FormNode, ObjectNode } from './form-node.js';
import { isJsonObject } from './json-value.js';

const choosers = new WeakMap<FormNode, (value: JsonObject) => FormNode>();

/** Rounds of conditions that open further conditions. What they would change then stays as it is. */
const MAX_CONDITION_ROUNDS = 8;

/** Makes of an object one whose fields change with its value. */
export function dependsOnValue(node: ObjectNode, choose: (value: JsonObject) => FormNode): ObjectNode {
  choosers.set(node, choose);
  return node;
}

/**
 * The node as it is for a value: the one given, unless the schema makes it depend on the value (`if`, `dependentRequired`
 * and the like). The same conditions give the same node.
 */
export function nodeFor(node: FormNode, value: Json | undefined): FormNode {
  if (!isJsonObject(value)) return node;
  let now = node;
  for (let round = 0; round < MAX_CONDITION_ROUNDS; round++) {
    const choose = choosers.get(now);
    if (!choose) return now;
    now = choose(value);
  }
  return now;
}
