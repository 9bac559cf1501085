import { buildFreeObject } from './build-anything.js';
import { buildMap } from './build-map.js';
import { fits } from '../check/check-value.js';
import type { Flat } from './flat.js';
import { extend, flatten } from './flatten.js';
import type { FormNode } from '../form-node.js';
import { dependsOnValue } from '../node-for.js';
import { othersKind, propertyNames } from './object-layers.js';
import type { Compiler, Place } from './place.js';

/** Named values: an object, a map, or both in one; and what changes with what is in it. */
export function buildObject(flat: Flat, place: Place, compiler: Compiler): FormNode {
  if (flat.conditions.length > 0) return buildConditional(flat, place, compiler);
  return isFree(flat, place) ? buildFreeObject(flat, place, compiler) : buildMap(flat, place, compiler);
}

/** Any object will do. At the top that is how a tool says that it takes no arguments. */
function isFree({ object }: Flat, { isRoot, rules }: Place): boolean {
  if (isRoot || rules.length > 0 || object.required.size > 0 || object.names.length > 0) return false;
  if (object.minProperties !== undefined || object.maxProperties !== undefined) return false;
  return propertyNames(object).length === 0 && othersKind(object) === 'allowed';
}

/** An object that is another one when its values are others. */
function buildConditional(flat: Flat, place: Place, compiler: Compiler): FormNode {
  const plain: Flat = { ...flat, conditions: [] };
  const node = buildMap(plain, place, compiler, true);
  const made = new Map<string, FormNode>();
  return dependsOnValue(node, (value) => {
    const met = flat.conditions.map((condition) => fits(compiler.node(condition.test), value));
    const key = met.map(Number).join('');
    const known = made.get(key);
    if (known) return known;
    let next = plain;
    for (const [index, condition] of flat.conditions.entries()) {
      next = extend(next, met[index] ? condition.met : condition.unmet, compiler.source);
      if (met[index]) next = extend(next, lookedAt(condition.test, flat, compiler), compiler.source);
    }
    const chosen = chosenNode(
      next,
      node,
      () => forbidden(plain, place, compiler),
      () => compiler.interpret(next, place),
    );
    made.set(key, chosen);
    return chosen;
  });
}

/** What a condition that is met has looked at is not "unevaluated" any more. */
function lookedAt(condition: unknown, { object }: Flat, compiler: Compiler): unknown {
  if (object.unevaluated === undefined) return true;
  const names = propertyNames(flatten(condition, compiler.source).object);
  return { properties: Object.fromEntries(names.map((name) => [name, true])) };
}

function chosenNode(next: Flat, plain: FormNode, forbid: () => FormNode, make: () => FormNode): FormNode {
  // What cannot be understood is left to the full check.
  if (next.fault !== undefined) return plain;
  return next.isImpossible ? forbid() : make();
}

/** The fields stay, so that the person can change what must not be as it is. */
function forbidden(plain: Flat, place: Place, compiler: Compiler): FormNode {
  const message = 'The server does not accept these values together.';
  return buildMap(plain, { ...place, rules: [...place.rules, { message, accepts: () => false }] }, compiler);
}
