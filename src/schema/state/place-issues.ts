import type { FieldState } from './field-state.js';
import type { FormIssue } from '../issue.js';

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
