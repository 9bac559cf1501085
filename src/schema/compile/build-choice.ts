import { buildNothing } from './build-anything.js';
import { fits } from '../check/check-value.js';
import type { Flat } from './flat.js';
import type { ChoiceNode, ConstantNode, FormNode } from '../form-node.js';
import { typedValues } from './merge-values.js';
import { factsOf, placeOf, withDefault, type Compiler, type Place } from './place.js';

/** The values a schema names one by one, as far as everything else it says accepts them. */
export function buildChoice(flat: Flat, place: Place, compiler: Compiler): FormNode {
  const rest = compiler.interpret({ ...flat, values: undefined }, placeOf(place.schema, place.name));
  const named = (typedValues(flat) ?? []).filter(({ value }) => fits(rest, value));
  // Among other choices, null is the absence of one: a switch beside the list, not a line in it.
  const hasNull = named.some(({ value }) => value === null);
  const options = hasNull && named.length > 1 ? named.filter(({ value }) => value !== null) : named;
  const [only] = options;
  if (!only) return buildNothing(flat, place);

  const nullable = place.nullable || (hasNull && named.length > 1);
  const facts = { ...factsOf(flat, place), loose: false, nullable };
  if (options.length > 1) return withDefault<ChoiceNode>(flat, { ...facts, kind: 'choice', options });
  return withDefault<ConstantNode>(flat, { ...facts, kind: 'constant', value: only.value });
}
