import type { Json, JsonObject } from '../../protocol/model.js';
import { checkPart } from './check-part.js';
import { couldHold } from './could-hold.js';
import type { Alternative, FormNode, ObjectNode, OtherNames, UnionNode } from '../form-node.js';
import type { FormIssue } from '../issue.js';
import { isJsonObject, ownValue } from '../json-value.js';
import { MAX_CHECK_MS, MAX_CHECKS } from '../limits.js';
import { nodeFor } from '../node-for.js';
import { bestAlternative } from './pick-alternative.js';
import { childPointer } from '../pointer.js';

/** Everything wrong with a value, place by place. Pure. */
export function checkValue(node: FormNode, value: Json, pointer = '', label = 'The value'): readonly FormIssue[] {
  return within(() => check(node, value, { pointer, label }));
}

/** True when nothing is wrong with the value. */
export function fits(node: FormNode, value: Json): boolean {
  return within(() => check(node, value, { pointer: '', label: '' })).length === 0;
}

/** The alternatives of a union that a value fits. */
export function fitting(node: UnionNode, value: Json): readonly Alternative[] {
  return within(() =>
    node.alternatives.filter((one) => check(one.node, value, { pointer: '', label: '' }).length === 0),
  );
}

/** Checks made since the outermost one began: unions of unions can ask the same over and over. */
let checks = 0;
let end = 0;
let depth = 0;

/** Past the limits nothing is found wrong any more: what this gives up on is left to the full check, and to the server. */
function within<Result>(run: () => Result): Result {
  if (depth === 0) {
    checks = 0;
    end = performance.now() + MAX_CHECK_MS;
  }
  depth++;
  try {
    return run();
  } finally {
    depth--;
  }
}

interface Spot {
  readonly pointer: string;
  readonly label: string;
}

function check(declared: FormNode, value: Json, spot: Spot): readonly FormIssue[] {
  if (++checks > MAX_CHECKS || (checks % 16 === 0 && performance.now() > end)) return [];
  const node = nodeFor(declared, value);
  const issues: FormIssue[] = checkPart(node, value).map((message) => ({ ...spot, message }));
  if (value === null && node.nullable) return issues;
  if (node.kind === 'union') issues.push(...checkUnion(node, value, spot));
  if (node.kind === 'object' && isJsonObject(value)) issues.push(...checkObject(node, value, spot));
  if ((node.kind === 'list' || node.kind === 'tuple') && Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      const inner = node.kind === 'list' ? node.item : (node.prefix[index] ?? node.rest);
      if (inner) issues.push(...check(inner, item, inside(spot, index, `${spot.label} ${index + 1}`)));
    }
  }
  return issues;
}

function inside(spot: Spot, token: string | number, label: string): Spot {
  return { pointer: childPointer(spot.pointer, token), label };
}

function checkObject(node: ObjectNode, value: JsonObject, spot: Spot): readonly FormIssue[] {
  const issues: FormIssue[] = [];
  const known = new Set<string>();
  for (const property of node.properties) {
    known.add(property.name);
    const part = ownValue(value, property.name);
    if (part === undefined && !property.required) continue;
    const at = inside(spot, property.name, property.node.title ?? property.name);
    if (part === undefined) issues.push({ ...at, message: 'This is required.' });
    else issues.push(...check(property.node, part, at), ...nameIssues(node, property.name, at));
  }
  for (const [name, part] of Object.entries(value)) {
    if (known.has(name)) continue;
    const at = inside(spot, name, name);
    if (node.others.accepts(name)) issues.push(...check(node.others.nodeOf(name), part, at));
    else issues.push({ ...at, message: `The server does not accept “${name}” here.`, part: 'name' });
    issues.push(...nameIssues(node, name, at));
  }
  return issues;
}

function nameIssues({ others }: ObjectNode, name: string, spot: Spot): readonly FormIssue[] {
  return checkName(others, name).map((message) => ({ ...spot, message, part: 'name' }));
}

/** What is wrong with the name itself, whatever its value. */
export function checkName({ name: rule }: OtherNames, name: string): readonly string[] {
  return rule ? checkValue(rule, name).map(({ message }) => message) : [];
}

/** A value has to fit one of the kinds; where it does not, the one it is meant to be says why. */
function checkUnion(node: UnionNode, value: Json, spot: Spot): readonly FormIssue[] {
  // Where anything goes there is nothing to try.
  const isOpen = node.alternatives.some(
    ({ node: one }) => one.kind === 'json' && one.anything && couldHold(one, value),
  );
  if (isOpen && !node.exclusive) return [];
  const fits = fitting(node, value);
  if (fits.length === 1 || (fits.length > 1 && !node.exclusive)) return [];
  if (fits.length > 1) return [{ ...spot, message: fitsSeveral(fits) }];
  if (node.loose && !node.alternatives.some((alternative) => couldHold(alternative.node, value))) return [];
  const meant = bestAlternative(node, value, (one, given) => check(one, given, spot).length);
  const found = meant === undefined ? [] : check(node.alternatives[meant]!.node, value, spot);
  return found.length > 0
    ? found
    : [{ ...spot, message: 'This is none of the kinds of value the server accepts here.' }];
}

/** The server tells kinds apart that this value does not tell apart. */
export function fitsSeveral(kinds: readonly Alternative[]): string {
  const labels = kinds.slice(0, 4).map(({ label }) => label);
  return `The server accepts this as one kind of value only, but it fits several: ${labels.join(', ')}.`;
}
