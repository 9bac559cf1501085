import type { Json, JsonObject } from '../protocol/model.js';
import type { FormNode, ObjectNode } from './form-node.js';
import { isJsonObject } from './json-value.js';

const choosers = new WeakMap<FormNode, (value: JsonObject) => FormNode>();

/** Rounds in which one condition may enable another. After the last, further conditions are not applied. */
const MAX_CONDITION_ROUNDS = 8;

/** An object node whose fields depend on the object's value. */
export function dependsOnValue(node: ObjectNode, choose: (value: JsonObject) => FormNode): ObjectNode {
  choosers.set(node, choose);
  return node;
}

/**
 * The node for a value: the given one, unless the schema makes it depend on the value (`if`, `dependentRequired` and
 * similar keywords). If the same conditions hold, the same node is returned.
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
