import type { FormIssue, FormNode } from '../form-node.js';
import { readJson, readNumber } from '../json.js';
import { checkName, checkPart, checkValue, fitsSeveral, fitting, NOTHING_ACCEPTED } from '../validate/value.js';
import type { FieldState } from './field-state.js';

/** An issue that knows its place in the value but not in the form. */
export type LooseIssue = Pick<FormIssue, 'pointer' | 'message'>;

/** The field where each issue can be seen: at its place, or else at the nearest one around it. */
export function placed(issues: readonly LooseIssue[], root: FieldState): ReadonlyMap<FieldState, readonly FormIssue[]> {
  const found = new Map<FieldState, FormIssue[]>();
  for (const { pointer, message } of issues) {
    const { field, beyond } = nearest(root, tokensOf(pointer));
    const issue = field.issue(beyond.length > 0 ? `“${beyond.join(' › ')}”: ${message}` : message);
    const known = found.get(field) ?? [];
    if (!known.some((each) => each.message === issue.message)) found.set(field, [...known, issue]);
  }
  return found;
}

function nearest(root: FieldState, tokens: readonly string[]): { field: FieldState; beyond: readonly string[] } {
  let field = root;
  for (let at = 0; ;) {
    if (field.chosen) {
      field = field.chosen;
      continue;
    }
    const token = tokens[at];
    const inner = token === undefined ? undefined : partOf(field, token);
    if (!inner) return { field, beyond: tokens.slice(at) };
    field = inner;
    at++;
  }
}

function partOf(field: FieldState, token: string): FieldState | undefined {
  return field.node.kind === 'object'
    ? field.parts.find(({ name }) => name === token)
    : field.rows[/^\d+$/.test(token) ? Number(token) : -1];
}

function tokensOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Messages about a held value that are shown at once. */
const MAX_HELD_MESSAGES = 3;

/** What is wrong with what a field holds; the parts of objects, lists and unions speak for themselves. */
export function issuesOf(field: FieldState): readonly FormIssue[] {
  const issues = messagesOf(field).map((message) => field.issue(message));
  return field.name === undefined && field.role !== 'entry' ? issues : [...nameIssues(field), ...issues];
}

function messagesOf(field: FieldState): readonly string[] {
  const { node, input } = field;
  switch (input.kind) {
    case 'absent':
      if (!field.required) return [];
      return [node.kind === 'choice' && node.options.length === 0 ? NOTHING_ACCEPTED : MISSING[node.kind]];
    case 'held':
      return checkValue(node, input.value)
        .slice(0, MAX_HELD_MESSAGES)
        .map(({ message }) => message);
    case 'text':
      return ofText(node, input.text);
    case 'alternative':
      return ofUnion(field);
    case 'present':
      return ofParts(field);
    default:
      return [];
  }
}

const MISSING: { readonly [Kind in FormNode['kind']]: string } = {
  string: 'Enter a value.',
  number: 'Enter a number.',
  boolean: 'Choose yes or no.',
  choice: 'Choose one.',
  constant: 'This is required.',
  list: 'This is required.',
  tuple: 'This is required.',
  object: 'This is required.',
  union: 'Choose what kind of value this is.',
  json: 'Enter JSON.',
};

function ofText(node: FormNode, text: string): readonly string[] {
  if (node.kind === 'string' || node.kind === 'choice') return checkPart(node, text);
  const reading = node.kind === 'number' ? readNumber(text) : readJson(text);
  return reading.ok ? checkPart(node, reading.value) : [reading.message];
}

function ofParts(field: FieldState): readonly string[] {
  const { node } = field;
  if (node.kind === 'constant') return checkPart(node, node.value);
  const isItems = node.kind === 'list' || node.kind === 'tuple';
  if (!isItems && !hasRulesOverParts(node)) return [];
  const { value } = field;
  return value === undefined ? [] : checkPart(node, value);
}

/** What no alternative can say alone. */
function ofUnion({ node, chosen }: FieldState): readonly string[] {
  const value = chosen?.value;
  if (node.kind !== 'union' || value === undefined || !hasRulesOverParts(node)) return [];
  const broken = checkPart(node, value);
  if (!node.exclusive || broken.length > 0) return broken;
  const kinds = fitting(node, value);
  return kinds.length > 1 ? [fitsSeveral(kinds)] : [];
}

/** True where something can be wrong that no single part is to blame for. */
export function hasRulesOverParts(node: FormNode): boolean {
  if (node.rules.length > 0) return true;
  if (node.kind === 'union') return node.exclusive;
  if (node.kind === 'list' || node.kind === 'tuple') return node.uniqueItems;
  return node.kind === 'object' && (node.minProperties ?? node.maxProperties) !== undefined;
}

/** Of a property only the name can be wrong that the server requires and refuses in one. */
function nameIssues(field: FieldState): readonly FormIssue[] {
  const { name, parent, role } = field;
  if (parent?.node.kind !== 'object') return [];
  const { additional } = parent.node;
  if (role === 'property' && (!additional.name || field.value === undefined)) return [];
  const messages = name === undefined ? ['Enter a name.'] : [...checkName(additional, name)];
  if (role === 'entry' && name !== undefined) {
    if (parent.parts.some((part) => part !== field && part.name === name)) messages.push(`“${name}” is there twice.`);
    if (!additional.accepts(name)) messages.push(`The server does not accept “${name}” here.`);
  }
  return messages.map((message) => field.issue(message, 'name'));
}
