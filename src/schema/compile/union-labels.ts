import type { Branch } from './branch.js';
import { flatten } from './flatten.js';
import { jsonTypeLabel } from '../json-value.js';
import { typesIn } from './kinds-of.js';
import { MAX_LABEL_LENGTH } from '../limits.js';
import { typedValues } from './merge-values.js';
import { isDescribed, propertyNames, propertySchema } from './object-layers.js';
import type { Compiler } from './place.js';
import { listed } from './rules.js';
import { toldApart } from './told-apart.js';

/** Properties of a branch that are tried as what tells it from the others. */
const TRIED = 30;

/** The property whose values tell the branches apart: each branch names its own. */
export function discriminatorOf(branches: readonly Branch[], compiler: Compiler): string | undefined {
  const objects = branches.filter(isObjectBranch);
  const [first] = objects;
  if (!first || objects.length < 2) return undefined;
  return propertyNames(first.flat.object)
    .slice(0, TRIED)
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

export function isObjectBranch({ flat }: Branch): boolean {
  return typesIn(flat).join() === 'object';
}

function valuesOf({ flat }: Branch, name: string, compiler: Compiler): readonly string[] {
  if (!isDescribed(flat.object, name)) return [];
  const inner = flatten(propertySchema(flat.object, name, compiler.source), compiler.source);
  return (typedValues(inner) ?? []).map(({ label }) => label);
}

/** What the branches are called by what is in them; undefined where nothing in them tells them apart. */
function namesOf(branches: readonly Branch[], compiler: Compiler): readonly string[] | undefined {
  const discriminator = discriminatorOf(branches, compiler);
  const shares = sharesOf(branches);
  const names = branches.map((branch) =>
    discriminator === undefined ? ownNames(branch, shares) : valuesOf(branch, discriminator, compiler).join(', '),
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** What to call each branch: no two the same. */
export function labelsOf(
  branches: readonly Branch[],
  discriminator: string | undefined,
  compiler: Compiler,
): readonly string[] {
  const shares = sharesOf(branches);
  const plain = branches.map((branch) => labelOf(branch, shares, discriminator, compiler));
  const labels = toldApart(branches, plain, (inner) => namesOf(inner, compiler), compiler).map((label) =>
    label.slice(0, MAX_LABEL_LENGTH),
  );
  const used = new Map<string, number>();
  return labels.map((label) => {
    const count = (used.get(label) ?? 0) + 1;
    used.set(label, count);
    return count > 1 ? `${label} (${count})` : label;
  });
}

function labelOf(branch: Branch, shares: Shares, discriminator: string | undefined, compiler: Compiler): string {
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
  if (values)
    return listed(
      values.map(({ label }) => label),
      'or',
    );
  if (!type) return flat.unions.length > 0 ? 'One of several' : 'Anything';
  if (types.length > 1) return types.map(jsonTypeLabel).join(' or ');
  if (type === 'array') return listLabel(branch, compiler);
  return flat.texts.formats[0] === undefined
    ? jsonTypeLabel(type)
    : `${jsonTypeLabel(type)} (${flat.texts.formats[0]})`;
}

/** How many branches know a property, and how many require it. */
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
  const asked = [...flat.object.required].filter((name) => required.get(name) === 1);
  const shown = [named, asked, own].find((names) => names.length > 0);
  return shown?.slice(0, 3).join(', ');
}

function listLabel({ flat }: Branch, compiler: Compiler): string {
  const item = flatten(flat.list.items, compiler.source);
  const [type, more] = typesIn(item);
  if (flat.list.prefix.length > 0 || !type || more) return jsonTypeLabel('array');
  return `List of ${LISTED[type]}`;
}

const LISTED = {
  null: 'nothing',
  boolean: 'yes or no',
  number: 'numbers',
  integer: 'whole numbers',
  string: 'texts',
  array: 'lists',
  object: 'objects',
} as const;
