import type { ErrorText } from '../../errors.js';
import { errorText, listed } from '../error-texts.js';
import type { Alternative, FormNode, Option, UnionNode } from '../form-node.js';
import { canonicalJson, isModestJson, type JsonType, MAX_FORM_ALTERNATIVES, MAX_LABEL_LENGTH } from '../json-value.js';
import { jsonTypeLabel } from '../json-type-words.js';
import { isSchemaObject } from '../json.js';
import {
  type Branch,
  extend,
  flatten,
  isDescribed,
  MADE_OF_ITSELF,
  onlyType,
  optionOf,
  propertyNames,
  propertySchema,
  typedValues,
  typesIn,
  withOptions,
} from './flatten.js';
import { buildFault, buildNothing, buildString } from './leaf.js';
import type { NormalizedSchema, Union } from './normalized-schema.js';
import { eitherRule, isOnlyRequired, requirementRule } from './node-rules.js';
import { computedDefault } from './node-defaults.js';
import { lazily } from './lazy-object.js';
import { type Compiler, factsOf, type SchemaContext, contextOf } from './schema-context.js';

/** Properties of alternatives that are compared to find different labels. */
const MAX_TELLING_PROPERTIES = 30;
/** Characters of a description that can be used as a label. A longer one is not used. */
const MAX_PHRASE_LENGTH = 40;

/** The label of an alternative: text from the server, or a text of this library. */
type Label = string | ErrorText;

const readLabelText = (label: Label): string => (typeof label === 'string' ? label : label.text);

/** Gives each branch a name by its inner value; undefined if the names are not different. */
type Names = (inner: readonly Branch[]) => readonly string[] | undefined;

/** Labels for branches that would otherwise have the same label, taken from their descriptions or inner values. */
function disambiguatedLabels(
  branches: readonly Branch[],
  labels: readonly Label[],
  names: Names,
  compiler: Compiler,
): readonly Label[] {
  const better = [...labels];
  for (const label of new Map(labels.map((each) => [readLabelText(each), each])).values()) {
    const places = labels.flatMap((each, index) => (readLabelText(each) === readLabelText(label) ? [index] : []));
    if (places.length < 2) continue;
    const same = places.flatMap((index) => branches[index] ?? []);
    const told = phrases(same) ?? itemNames(same, label, names, compiler) ?? childNames(same, names, compiler);
    for (const [at, index] of places.entries()) better[index] = told?.[at] ?? label;
  }
  return better;
}

/** The beginnings of the descriptions, if they are short and different. */
function phrases(branches: readonly Branch[]): readonly string[] | undefined {
  const found = branches.map(({ own }) => /^[^.:;,(\n]+/.exec(own.words.description?.trim() ?? '')?.[0].trim() ?? '');
  const isUsable = found.every((phrase) => phrase !== '' && phrase.length <= MAX_PHRASE_LENGTH);
  return isUsable && new Set(found).size === found.length ? found : undefined;
}

/** Names for lists, taken from their items. */
function itemNames(
  branches: readonly Branch[],
  kind: Label,
  names: Names,
  compiler: Compiler,
): readonly Label[] | undefined {
  const areLists = branches.every(({ flat }) => typesIn(flat).join() === 'array' && flat.list.prefix.length === 0);
  const items = areLists ? branches.map(({ flat }) => branchOf(flat.list.items, compiler)) : [];
  const told = items.length > 0 && areObjects(items) ? names(items) : undefined;
  return told?.map((name) => errorText('schema.label.named', { kind, name }));
}

/** Names for objects, taken from an inner object, as in `{ parent: { type: 'page_id' } }`. */
function childNames(branches: readonly Branch[], names: Names, compiler: Compiler): readonly string[] | undefined {
  const [first] = branches;
  if (!first || !areObjects(branches)) return undefined;
  for (const name of propertyNames(first.flat.object).slice(0, MAX_TELLING_PROPERTIES)) {
    if (!branches.every(({ flat }) => isDescribed(flat.object, name))) continue;
    const inner = branches.map(({ flat }) => branchOf(propertySchema(flat.object, name, compiler.source), compiler));
    const told = areObjects(inner) ? names(inner) : undefined;
    if (told) return told;
  }
  return undefined;
}

function areObjects(branches: readonly Branch[]): boolean {
  return branches.every(({ flat }) => typesIn(flat).join() === 'object');
}

function branchOf(schema: unknown, { source }: Compiler): Branch {
  const flat = flatten(schema, source);
  return { flat, own: flat, schema };
}

/** Properties of an alternative that are tested as a discriminator. */
const MAX_LABELS_TRIED = 30;

/** The property whose value identifies the branch: its values differ between all branches. */
function discriminatorOf(branches: readonly Branch[], compiler: Compiler): string | undefined {
  const objects = branches.filter(isObjectBranch);
  const [first] = objects;
  if (!first || objects.length < 2) return undefined;
  return propertyNames(first.flat.object)
    .slice(0, MAX_LABELS_TRIED)
    .find((name) => {
      const told = new Set<string>();
      return objects.every((branch) => {
        const values = valuesOf(branch, name, compiler);
        const isNew = values.every((value) => !told.has(value));
        for (const value of values) told.add(value);
        return values.length > 0 && isNew;
      });
    });
}

function isObjectBranch({ flat }: Branch): boolean {
  return typesIn(flat).join() === 'object';
}

function valuesOf({ flat }: Branch, name: string, compiler: Compiler): readonly string[] {
  if (!isDescribed(flat.object, name)) return [];
  const inner = flatten(propertySchema(flat.object, name, compiler.source), compiler.source);
  return (typedValues(inner) ?? []).map(({ label }) => label);
}

/** Names for the branches, taken from their content; undefined if the content does not distinguish them. */
function namesOf(branches: readonly Branch[], compiler: Compiler): readonly string[] | undefined {
  const discriminator = discriminatorOf(branches, compiler);
  const shares = sharesOf(branches);
  const names = branches.map((branch) =>
    discriminator === undefined ? ownNames(branch, shares) : valuesOf(branch, discriminator, compiler).join(', '),
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Labels for the branches, all different. */
function labelsOf(
  branches: readonly Branch[],
  discriminator: string | undefined,
  compiler: Compiler,
): readonly Label[] {
  const shares = sharesOf(branches);
  const plain = branches.map((branch) => labelOf(branch, shares, discriminator, compiler));
  const labels = disambiguatedLabels(branches, plain, (inner) => namesOf(inner, compiler), compiler).map((label) =>
    typeof label === 'string' ? label.slice(0, MAX_LABEL_LENGTH) : label,
  );
  const used = new Map<string, number>();
  return labels.map((kind) => {
    const place = (used.get(readLabelText(kind)) ?? 0) + 1;
    used.set(readLabelText(kind), place);
    return place > 1 ? errorText('schema.label.numbered', { kind, place }) : kind;
  });
}

function labelOf(branch: Branch, shares: Shares, discriminator: string | undefined, compiler: Compiler): Label {
  const { flat, own } = branch;
  if (own.words.title !== undefined) return own.words.title;
  if (discriminator !== undefined) {
    const values = valuesOf(branch, discriminator, compiler);
    if (values.length > 0) return values.join(', ');
  }
  const types = typesIn(flat);
  const [type] = types;
  const told = type === 'object' && types.length === 1 ? ownNames(branch, shares) : undefined;
  if (own.referred !== undefined || told !== undefined) return told ?? own.referred ?? '';
  const values = typedValues(flat);
  if (values) return errorText('schema.label.either', { kinds: listed(values.map(({ label }) => label)) });
  if (!type) return errorText(flat.unions.length > 0 ? 'schema.label.oneOfSeveral' : 'schema.label.anything');
  if (types.length > 1) return errorText('schema.label.either', { kinds: types.map(jsonTypeLabel) });
  if (type === 'array') return listLabel(branch, compiler);
  const [format] = flat.texts.formats;
  return format === undefined
    ? jsonTypeLabel(type)
    : errorText('schema.label.ofFormat', { kind: jsonTypeLabel(type), format });
}

/** In how many branches a property exists, and in how many it is required. */
interface Shares {
  readonly objects: number;
  readonly known: ReadonlyMap<string, number>;
  readonly required: ReadonlyMap<string, number>;
}

function sharesOf(branches: readonly Branch[]): Shares {
  const objects = branches.filter(isObjectBranch);
  return {
    objects: objects.length,
    known: counts(objects.flatMap(({ flat }) => propertyNames(flat.object))),
    required: counts(objects.flatMap(({ flat }) => [...flat.object.required])),
  };
}

function counts(names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** The properties that only this branch has, or that only it requires. */
function ownNames({ flat }: Branch, { objects, known, required }: Shares): string | undefined {
  if (objects < 2) return undefined;
  const own = propertyNames(flat.object).filter((name) => known.get(name) === 1);
  const named = own.filter((name) => flat.object.required.has(name));
  const requiredHere = [...flat.object.required].filter((name) => required.get(name) === 1);
  const shown = [named, requiredHere, own].find((names) => names.length > 0);
  return shown?.slice(0, 3).join(', ');
}

function listLabel({ flat }: Branch, compiler: Compiler): ErrorText {
  const item = flatten(flat.list.items, compiler.source);
  const [type, more] = typesIn(item);
  if (flat.list.prefix.length > 0 || !type || more) return jsonTypeLabel('array');
  return errorText(`schema.label.listOf.${type}`);
}

/** The schema around the branches. */
interface Around {
  readonly flat: NormalizedSchema;
  readonly context: SchemaContext;
  /** The value must match exactly one branch. */
  readonly exclusive: boolean;
  /** Other types are also accepted. */
  readonly loose: boolean;
}

/**
 * The node for a schema with unions: a single field if it serves all branches, otherwise a union node for the first
 * union.
 */
export function buildUnion(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  let first: (Around & { readonly branches: readonly Branch[] }) | undefined;
  for (const union of flat.unions) {
    const others = { ...flat, unions: flat.unions.filter((each) => each !== union) };
    if (union.branches.every(isOnlyRequired)) {
      const rule = requirementRule(union.branches, union.keyword === 'oneOf', compiler);
      return compiler.interpret(others, { ...context, rules: [...context.rules, rule] });
    }
    const count = union.branches.length;
    if (count > MAX_FORM_ALTERNATIVES) {
      return buildFault(flat, context, errorText('schema.reason.tooManyKinds', { count }));
    }
    const { branches, nullable } = branchesOf(union, others, compiler);
    const around: Around = {
      flat: others,
      context: { ...context, nullable: context.nullable || nullable },
      exclusive: union.keyword === 'oneOf',
      loose: false,
    };
    const merged = mergedUnion(branches, around, compiler);
    if (merged) return merged;
    first ??= { ...around, branches };
  }
  return first ? unionOf(first.branches, first, compiler) : compiler.interpret({ ...flat, unions: [] }, context);
}

/** The branches without those that accept nothing, or only null. */
function branchesOf(
  union: Union,
  around: NormalizedSchema,
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

/** Without duplicates. */
function distinct(branches: readonly unknown[]): readonly unknown[] {
  const byKey = new Map<unknown, unknown>();
  for (const branch of branches) {
    const rules = isSchemaObject(branch)
      ? Object.fromEntries(
          Object.entries(branch).filter(([keyword]) => keyword !== 'title' && keyword !== 'description'),
        )
      : branch;
    const key = isModestJson(rules) ? canonicalJson(rules) : branch;
    if (!byKey.has(key)) byKey.set(key, branch);
  }
  return [...byKey.values()];
}

function withoutNull(flat: NormalizedSchema): NormalizedSchema {
  return {
    ...flat,
    types: flat.types && new Set([...flat.types].filter((type) => type !== 'null')),
    values: flat.values?.filter(({ value }) => value !== null),
  };
}

/** One field for all branches, if that is simpler than a choice between them. */
function mergedUnion(branches: readonly Branch[], around: Around, compiler: Compiler): FormNode | undefined {
  const { context } = around;
  const [first] = branches;
  if (!first) return buildNothing(around.flat, context);
  if (branches.length === 1) return compiler.interpret(first.flat, context);
  if (branches.some(({ flat }) => flat.fault !== undefined || flat.unions.length > around.flat.unions.length))
    return undefined;

  const closed = branches.filter(({ flat }) => flat.values);
  if (closed.length === branches.length) {
    const options = branches.flatMap(optionsOf);
    return compiler.interpret(withOptions(around.flat, around.exclusive ? singles(options) : options), context);
  }
  const type = sharedType(branches);
  if (type === undefined) return undefined;
  const open = branches.filter(({ flat }) => !flat.values);
  const isTold =
    open.length > 1 && open.every(({ own }) => own.words.title !== undefined || own.words.description !== undefined);
  if (isTold || (closed.length > 0 && type !== 'string')) return undefined;
  return oneField(type, branches, around, compiler);
}

/** The type of all branches, if it is text for all or a number for all. */
function sharedType(branches: readonly Branch[]): 'string' | 'number' | 'integer' | undefined {
  const types = new Set(branches.map(({ flat }) => onlyType(flat)));
  if (types.size === 2 && types.has('number') && types.has('integer')) return 'number';
  const [type] = types;
  return types.size === 1 && (type === 'string' || type === 'number' || type === 'integer') ? type : undefined;
}

/** Values that occur once: a value of two branches never matches `oneOf`. */
function singles(options: readonly Option[]): readonly Option[] {
  const keys = options.map(({ value }) => canonicalJson(value));
  return options.filter((_, index) => keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? ''));
}

/** The listed values of a branch. A single value gets the branch's title and description. */
function optionsOf({ flat, own }: Branch): readonly Option[] {
  const values = typedValues(flat) ?? [];
  const [only] = values;
  if (values.length !== 1 || !only) return values;
  return [optionOf(only.value, own.words.title ?? only.label, own.words.description)];
}

/** A text or number field for several branches; listed values become suggestions. */
function oneField(type: JsonType, branches: readonly Branch[], around: Around, compiler: Compiler): FormNode {
  const { exclusive } = around;
  const nodes = branches.map(({ flat }) => compiler.interpret(flat, contextOf(undefined)));
  const open = branches.filter(({ flat }) => !flat.values);
  const known = branches.filter(({ flat }) => flat.values).flatMap(optionsOf);
  const [single] = open;
  const isFree = !exclusive && nodes.some(acceptsAllOfItsKind);
  // If only one branch has no listed values, its description is shown for the whole field.
  const words = single && open.length === 1 ? single.flat.words : around.flat.words;
  const flat: NormalizedSchema = { ...around.flat, words, types: new Set([type]) };
  const context = isFree
    ? around.context
    : { ...around.context, rules: [...around.context.rules, eitherRule(nodes, exclusive)] };
  if (type !== 'string') return compiler.interpret(flat, context);
  return buildString(flat, context, compiler, known);
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

/** A union node of the branches. */
export function unionOf(branches: readonly Branch[], around: Around, compiler: Compiler): UnionNode {
  const { flat, context, exclusive } = around;
  const discriminator = discriminatorOf(branches, compiler);
  const labels = labelsOf(branches, discriminator, compiler);
  const alternatives = branches.map(({ flat: branch, own, schema }, index): Alternative => {
    // The description of the whole union is shown once, at the union.
    const inner: NormalizedSchema = { ...branch, words: own.words };
    const label = labels[index] ?? '';
    const labelText = typeof label === 'string' ? undefined : label;
    return lazily(
      { label: readLabelText(label), labelText, description: own.words.description },
      { node: () => compiler.interpret(inner, { ...contextOf(schema, context.name), isRoot: context.isRoot }) },
    );
  });
  const facts = { ...factsOf(flat, context), loose: around.loose };
  const node: UnionNode = lazily(
    { ...facts, kind: 'union' as const, alternatives, exclusive, discriminator },
    computedDefault(flat, () => node),
  );
  return node;
}
