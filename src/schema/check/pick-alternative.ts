import type { Json } from '../../protocol/model.js';
import { couldHold } from './could-hold.js';
import type { FormNode, UnionNode } from '../form-node.js';
import { isJsonObject, jsonEquals, ownValue } from '../json-value.js';

/**
 * The alternative that a value that fits none was most likely meant to be; undefined where none could even show it.
 * @param faults counts what is wrong with a value
 */
export function bestAlternative(
  node: UnionNode,
  value: Json,
  faults: (node: FormNode, value: Json) => number,
): number | undefined {
  const candidates = node.alternatives.flatMap((alternative, index) => {
    if (!couldHold(alternative.node, value)) return [];
    const isTold = node.discriminator !== undefined && tells(alternative.node, node.discriminator, value);
    return [{ index, isTold, wrong: faults(alternative.node, value) }];
  });
  const [best] = candidates.toSorted((a, b) => Number(b.isTold) - Number(a.isTold) || a.wrong - b.wrong);
  return best?.index;
}

/** The value has the very property value that names this alternative. */
function tells(node: FormNode, discriminator: string, value: Json): boolean {
  if (node.kind !== 'object' || !isJsonObject(value)) return false;
  const told = node.properties.find(({ name }) => name === discriminator)?.node;
  const given = ownValue(value, discriminator);
  if (told === undefined || given === undefined) return false;
  if (told.kind === 'constant') return jsonEquals(told.value, given);
  return told.kind === 'choice' && told.options.some((option) => jsonEquals(option.value, given));
}
