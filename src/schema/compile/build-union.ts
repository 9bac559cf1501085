import type { Branch } from './branch.js';
import { buildFault, buildNothing } from './build-anything.js';
import { buildString } from './build-scalar.js';
import type { Flat, Union } from './flat.js';
import { extend, flatten, MADE_OF_ITSELF } from './flatten.js';
import type { Alternative, FormNode, Option, UnionNode } from '../form-node.js';
import { onlyType } from './kinds-of.js';
import { lazily } from './lazily.js';
import { isSchemaObject } from '../json-schema.js';
import { canonicalJson, isModestJson, type JsonType } from '../json-value.js';
import { MAX_ALTERNATIVES } from '../limits.js';
import { optionOf, typedValues, withOptions } from './merge-values.js';
import { factsOf, lateDefault, placeOf, type Compiler, type Place } from './place.js';
import { eitherRule, isOnlyRequired, requirementRule } from './rules.js';
import { discriminatorOf, labelsOf } from './union-labels.js';

/** What is said around the branches. */
export interface Around {
  readonly flat: Flat;
  readonly place: Place;
  /** A value must fit exactly one. */
  readonly exclusive: boolean;
  /** Other kinds of value are accepted as well. */
  readonly loose: boolean;
}

/** The node for a schema with unions: none where one field serves all branches, a union for the first where none does. */
export function buildUnion(flat: Flat, place: Place, compiler: Compiler): FormNode {
  let first: (Around & { readonly branches: readonly Branch[] }) | undefined;
  for (const union of flat.unions) {
    const others = { ...flat, unions: flat.unions.filter((each) => each !== union) };
    if (union.branches.every(isOnlyRequired)) {
      const rule = requirementRule(union.branches, union.keyword === 'oneOf', compiler);
      return compiler.interpret(others, { ...place, rules: [...place.rules, rule] });
    }
    const count = union.branches.length;
    if (count > MAX_ALTERNATIVES) {
      return buildFault(
        flat,
        place,
        `The server describes ${count} kinds of value here, more than can be chosen from.`,
      );
    }
    const { branches, nullable } = branchesOf(union, others, compiler);
    const around: Around = {
      flat: others,
      place: { ...place, nullable: place.nullable || nullable },
      exclusive: union.keyword === 'oneOf',
      loose: false,
    };
    const merged = mergedUnion(branches, around, compiler);
    if (merged) return merged;
    first ??= { ...around, branches };
  }
  return first ? unionOf(first.branches, first, compiler) : compiler.interpret({ ...flat, unions: [] }, place);
}

/** What is left of the branches when those are gone that accept nothing, or nothing but null. */
function branchesOf(
  union: Union,
  around: Flat,
  { source }: Compiler,
): { readonly branches: readonly Branch[]; readonly nullable: boolean } {
  let nullable = false;
  const branches: Branch[] = [];
  for (const branch of union.keyword === 'anyOf' ? distinct(union.branches) : union.branches) {
    const flat = extend(around, branch, source, union.inside);
    if (flat.isImpossible || flat.fault === MADE_OF_ITSELF) continue;
    const values = typedValues(flat);
    const isNull = values
      ? values.every(({ value }) => value === null)
      : flat.types?.has('null') && flat.types.size === 1;
    const hasNull = values ? values.some(({ value }) => value === null) : flat.types?.has('null');
    nullable ||= hasNull ?? false;
    if (!isNull)
      branches.push({ flat: hasNull ? withoutNull(flat) : flat, own: flatten(branch, source), schema: branch });
  }
  return { branches, nullable };
}

/** Without those that say the same in other words. */
function distinct(branches: readonly unknown[]): readonly unknown[] {
  const kept = new Map<unknown, unknown>();
  for (const branch of branches) {
    const rules = isSchemaObject(branch)
      ? Object.fromEntries(
          Object.entries(branch).filter(([keyword]) => keyword !== 'title' && keyword !== 'description'),
        )
      : branch;
    const key = isModestJson(rules) ? canonicalJson(rules) : branch;
    if (!kept.has(key)) kept.set(key, branch);
  }
  return [...kept.values()];
}

function withoutNull(flat: Flat): Flat {
  return {
    ...flat,
    types: flat.types && new Set([...flat.types].filter((type) => type !== 'null')),
    values: flat.values?.filter(({ value }) => value !== null),
  };
}

/** One field for all branches, where that is plainer than a choice between them. */
function mergedUnion(branches: readonly Branch[], around: Around, compiler: Compiler): FormNode | undefined {
  const { place } = around;
  const [first] = branches;
  if (!first) return buildNothing(around.flat, place);
  if (branches.length === 1) return compiler.interpret(first.flat, place);
  if (branches.some(({ flat }) => flat.fault !== undefined || flat.unions.length > around.flat.unions.length))
    return undefined;

  const closed = branches.filter(({ flat }) => flat.values);
  if (closed.length === branches.length) {
    const options = branches.flatMap(optionsOf);
    return compiler.interpret(withOptions(around.flat, around.exclusive ? singles(options) : options), place);
  }
  const type = sharedType(branches);
  if (type === undefined) return undefined;
  const open = branches.filter(({ flat }) => !flat.values);
  const isTold =
    open.length > 1 && open.every(({ own }) => own.words.title !== undefined || own.words.description !== undefined);
  if (isTold || (closed.length > 0 && type !== 'string')) return undefined;
  return oneField(type, branches, around, compiler);
}

/** Text for all branches, or a number for all of them. */
function sharedType(branches: readonly Branch[]): 'string' | 'number' | 'integer' | undefined {
  const types = new Set(branches.map(({ flat }) => onlyType(flat)));
  if (types.size === 2 && types.has('number') && types.has('integer')) return 'number';
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'integer') ? type : undefined;
}

/** What is there once: a value of two branches fits no `oneOf`. */
function singles(options: readonly Option[]): readonly Option[] {
  const keys = options.map(({ value }) => canonicalJson(value));
  return options.filter((_, index) => keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? ''));
}

/** The values of a branch, with the words it has for one of them. */
function optionsOf({ flat, own }: Branch): readonly Option[] {
  const values = typedValues(flat) ?? [];
  const [only] = values;
  if (values.length !== 1 || !only) return values;
  return [optionOf(only.value, own.words.title ?? only.label, own.words.description)];
}

/** Text or a number that may be of one form or another; values that are named become suggestions. */
function oneField(type: JsonType, branches: readonly Branch[], around: Around, compiler: Compiler): FormNode {
  const { exclusive } = around;
  const nodes = branches.map(({ flat }) => compiler.interpret(flat, placeOf(undefined)));
  const open = branches.filter(({ flat }) => !flat.values);
  const known = branches.filter(({ flat }) => flat.values).flatMap(optionsOf);
  const [single] = open;
  const isFree = !exclusive && nodes.some(acceptsAllOfItsKind);
  // One description of free text beside the named values: its own words help, its rules are those of the rule.
  const words = single && open.length === 1 ? single.flat.words : around.flat.words;
  const flat: Flat = { ...around.flat, words, types: new Set([type]) };
  const place = isFree
    ? around.place
    : { ...around.place, rules: [...around.place.rules, eitherRule(nodes, exclusive)] };
  if (type !== 'string') return compiler.interpret(flat, place);
  return buildString(flat, place, compiler, known);
}

function acceptsAllOfItsKind(node: FormNode): boolean {
  if (node.rules.length > 0) return false;
  if (node.kind === 'string')
    return [node.minLength, node.maxLength, node.pattern, node.format].every((rule) => rule === undefined);
  return (
    node.kind === 'number' &&
    [node.minimum, node.maximum, node.exclusiveMinimum, node.exclusiveMaximum, node.multipleOf].every(
      (rule) => rule === undefined,
    )
  );
}

/** A choice between the branches. */
export function unionOf(branches: readonly Branch[], around: Around, compiler: Compiler): UnionNode {
  const { flat, place, exclusive } = around;
  const discriminator = discriminatorOf(branches, compiler);
  const labels = labelsOf(branches, discriminator, compiler);
  const alternatives = branches.map(({ flat: branch, own, schema }, index): Alternative => {
    // What is said of the union as a whole is said once, there.
    const inner: Flat = { ...branch, words: own.words };
    return lazily(
      { label: labels[index] ?? '', description: own.words.description },
      { node: () => compiler.interpret(inner, { ...placeOf(schema, place.name), isRoot: place.isRoot }) },
    );
  });
  const facts = { ...factsOf(flat, place), loose: around.loose };
  const node: UnionNode = lazily(
    { ...facts, kind: 'union' as const, alternatives, exclusive, discriminator },
    lateDefault(flat, () => node),
  );
  return node;
}
