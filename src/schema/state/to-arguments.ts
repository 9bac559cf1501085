import type { Json, JsonObject } from '../../protocol/model.js';
import type { FieldState } from './field-state.js';
import type { FormIssue } from '../issue.js';
import { isJsonObject } from '../json-value.js';

/** The arguments a form says, or all that is wrong with it, in the order of the fields. */
export type Arguments =
  { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** The same after the full check; `unchecked` says, as a sentence, why the schema could not be checked in full. */
export type Checked =
  | { readonly ok: true; readonly value: JsonObject; readonly unchecked?: string | undefined }
  | { readonly ok: false; readonly issues: readonly FormIssue[] };

/** Every issue of a field and of the fields inside it. */
export function allIssues(field: FieldState): readonly FormIssue[] {
  return [...field.issues, ...field.parts.flatMap(allIssues)];
}

/** Without what others found: that was about what was sent before, and sending it again may well work. */
function ownIssues(field: FieldState): readonly FormIssue[] {
  return [...field.ownIssues, ...field.parts.flatMap(ownIssues)];
}

export function toArguments(root: FieldState): Arguments {
  const issues = ownIssues(root);
  if (issues.length > 0) return { ok: false, issues };
  const value: Json | undefined = root.value;
  if (isJsonObject(value)) return { ok: true, value };
  return { ok: false, issues: [{ pointer: '', label: root.label, message: 'Arguments are a JSON object, in { }.' }] };
}
