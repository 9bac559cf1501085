import { buildAnything, buildNull } from './build-anything.js';
import { buildList } from './build-list.js';
import { buildObject } from './build-object.js';
import { buildNumber, buildString } from './build-scalar.js';
import { unionOf } from './build-union.js';
import { EMPTY, type Flat } from './flat.js';
import type { BooleanNode, FormNode, Rule } from '../form-node.js';
import { isJsonObject, type JsonType } from '../json-value.js';
import { typesIn } from './kinds-of.js';
import { factsOf, withDefault, type Compiler, type Place } from './place.js';
import { conditionRules } from './rules.js';

/** The node for a schema without unions and without named values: by its type. */
export function buildKind(flat: Flat, place: Place, compiler: Compiler): FormNode {
  const types = typesIn(flat);
  const withRules = (rules: readonly Rule[]): Place => ({ ...place, rules: [...place.rules, ...rules] });
  if (!types.includes('object'))
    return byType(types, { ...flat, conditions: [] }, withRules(conditionRules(flat.conditions, compiler)), compiler);
  // Objects follow their conditions field by field; values that are accepted though they are none follow them as rules.
  const beyond = flat.types ? [] : flat.conditions.filter((condition) => !condition.isOfName);
  return byType(types, flat, withRules(conditionRules(beyond, compiler).map(forOthers)), compiler);
}

function forOthers({ message, accepts }: Rule): Rule {
  return { message, accepts: (value) => isJsonObject(value) || accepts(value) };
}

function byType(types: readonly JsonType[], flat: Flat, place: Place, compiler: Compiler): FormNode {
  if (types.length > 1) return buildKinds(types, flat, place, compiler);
  switch (types[0]) {
    case 'string':
      return buildString(flat, place, compiler);
    case 'number':
    case 'integer':
      return buildNumber(flat, place, types[0] === 'integer');
    case 'boolean':
      return buildBoolean(flat, place);
    case 'array':
      return buildList(flat, place, compiler);
    case 'object':
      return buildObject(flat, place, compiler);
    default:
      return flat.types ? buildNull(flat, place) : buildAnything(flat, place, compiler);
  }
}

/** Several types: a union that the schema did not call one. */
function buildKinds(types: readonly JsonType[], flat: Flat, place: Place, compiler: Compiler): FormNode {
  const flats = types.map((type): Flat => ({ ...flat, words: EMPTY.words, types: new Set([type]) }));
  const branches = flats.map((one) => ({ flat: one, own: one, schema: { type: [...(one.types ?? [])][0] } }));
  return unionOf(branches, { flat, place, exclusive: false, loose: !flat.types }, compiler);
}

function buildBoolean(flat: Flat, place: Place): BooleanNode {
  return withDefault(flat, { ...factsOf(flat, place), kind: 'boolean' });
}
