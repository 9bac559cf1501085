import type { Branch } from './branch.js';
import { flatten } from './flatten.js';
import { typesIn } from './kinds-of.js';
import { isDescribed, propertyNames, propertySchema } from './object-layers.js';
import type { Compiler } from './place.js';

/** Properties that are tried as what is different inside. */
const TRIED = 30;
/** Letters of a description that may stand for a label. */
const MAX_PHRASE = 40;

/** Names what is inside of each; undefined where that is not different. */
type Names = (inner: readonly Branch[]) => readonly string[] | undefined;

/** Where several branches would be called the same: by what is said of each, or by what is inside. */
export function toldApart(
  branches: readonly Branch[],
  labels: readonly string[],
  names: Names,
  compiler: Compiler,
): readonly string[] {
  const better = [...labels];
  for (const label of new Set(labels)) {
    const places = labels.flatMap((each, index) => (each === label ? [index] : []));
    if (places.length < 2) continue;
    const same = places.flatMap((index) => branches[index] ?? []);
    const told = phrases(same) ?? itemNames(same, label, names, compiler) ?? insideNames(same, names, compiler);
    for (const [at, index] of places.entries()) better[index] = told?.[at] ?? label;
  }
  return better;
}

/** How each description begins, where that is short and different. */
function phrases(branches: readonly Branch[]): readonly string[] | undefined {
  const found = branches.map(({ own }) => /^[^.:;,(\n]+/.exec(own.words.description?.trim() ?? '')?.[0].trim() ?? '');
  const isUsable = found.every((phrase) => phrase !== '' && phrase.length <= MAX_PHRASE);
  return isUsable && new Set(found).size === found.length ? found : undefined;
}

/** Lists, by their items. */
function itemNames(
  branches: readonly Branch[],
  label: string,
  names: Names,
  compiler: Compiler,
): readonly string[] | undefined {
  const areLists = branches.every(({ flat }) => typesIn(flat).join() === 'array' && flat.list.prefix.length === 0);
  const items = areLists ? branches.map(({ flat }) => branchOf(flat.list.items, compiler)) : [];
  return items.length > 0 && areObjects(items) ? names(items)?.map((name) => `${label}: ${name}`) : undefined;
}

/** Objects, by an object in them, as in `{ parent: { type: 'page_id' } }`. */
function insideNames(branches: readonly Branch[], names: Names, compiler: Compiler): readonly string[] | undefined {
  const [first] = branches;
  if (!first || !areObjects(branches)) return undefined;
  for (const name of propertyNames(first.flat.object).slice(0, TRIED)) {
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
