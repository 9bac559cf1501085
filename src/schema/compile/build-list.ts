import type { Flat } from './flat.js';
import type { ListNode, TupleNode } from '../form-node.js';
import { lazily } from './lazily.js';
import { factsOf, lateDefault, type Compiler, type Place } from './place.js';
import { containsRule } from './rules.js';

/** A list of items of one kind, or places each of its own kind. */
export function buildList(flat: Flat, place: Place, compiler: Compiler): ListNode | TupleNode {
  const { list } = flat;
  const rules = [...place.rules, ...list.contains.map((contains) => containsRule(contains, compiler))];
  const facts = factsOf(flat, { ...place, rules });
  // What `contains` finds counts as looked at.
  const items = list.items ?? (list.contains.length > 0 ? undefined : list.unevaluated);
  const { minItems, uniqueItems } = list;
  // Nothing may follow: as many as there are places.
  const maxItems = items === false ? Math.min(list.prefix.length, list.maxItems ?? Infinity) : list.maxItems;
  const counts = { minItems, maxItems, uniqueItems };
  if (list.prefix.length === 0) {
    const node: ListNode = lazily(
      { ...facts, ...counts, kind: 'list' as const },
      { item: () => compiler.node(items === false ? true : items), ...lateDefault(flat, () => node) },
    );
    return node;
  }
  const node: TupleNode = lazily(
    { ...facts, ...counts, kind: 'tuple' as const },
    {
      prefix: () => list.prefix.map((schema) => compiler.node(schema)),
      rest: () => (items === false ? undefined : compiler.node(items)),
      ...lateDefault(flat, () => node),
    },
  );
  return node;
}
