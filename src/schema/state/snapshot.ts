import type { Json } from '../../protocol/model.js';
import type { FieldState } from './field-state.js';
import { jsonEquals, setOwn } from '../json-value.js';
import { readJson, readNumber } from '../json.js';

/** The content of a field exactly as it was typed, as JSON that can be stored. An absent field has no snapshot. */
export type FieldSnapshot =
  | { readonly text: string; readonly of: 'string' | 'number' | 'json' }
  | { readonly flag: boolean }
  /** An option by its value: its index may change. */
  | { readonly option: Json }
  | { readonly held: Json }
  | { readonly none: true }
  | { readonly constant: Json }
  | { readonly rows: readonly FieldSnapshot[] }
  /** Entries: names that came from the user, or from an outside value. */
  | { readonly fields: readonly NamedSnapshot[]; readonly entries?: readonly NamedSnapshot[] }
  | { readonly alternative: string; readonly inside: FieldSnapshot };

/** An entry without a name has an empty one. */
export type NamedSnapshot = readonly [name: string, snapshot: FieldSnapshot];

/** A stored value for which the form has no field any more: a JSON Pointer to its former place, and the value. */
export interface OrphanedValue {
  readonly pointer: string;
  readonly value: Json;
}

/** Fields for which this returns true are left out of a snapshot. */
export type LeaveOut = (field: FieldState) => boolean;

/** @returns undefined if the field is absent, or left out by `leaveOut` */
export function snapshotOf(field: FieldState, leaveOut: LeaveOut = () => false): FieldSnapshot | undefined {
  const { node, input, chosen } = field;
  if (input.kind === 'absent' || leaveOut(field)) return undefined;
  if (input.kind === 'null') return { none: true };
  if (input.kind === 'held') return { held: input.value };
  if (input.kind === 'flag') return { flag: input.on };
  if (input.kind === 'text') {
    return { text: input.text, of: node.kind === 'number' || node.kind === 'json' ? node.kind : 'string' };
  }
  if (input.kind === 'option') return field.value === undefined ? undefined : { option: field.value };
  if (input.kind === 'alternative') {
    const label = node.kind === 'union' ? node.alternatives[input.index]?.label : undefined;
    const inside = chosen && snapshotOf(chosen, leaveOut);
    return label === undefined || !inside ? undefined : { alternative: label, inside };
  }
  if (node.kind === 'constant') return { constant: node.value };
  if (node.kind === 'object') {
    const entries = named(field.entries, leaveOut);
    return { fields: named(field.properties, leaveOut), ...(entries.length > 0 && { entries }) };
  }
  // A row that is left out keeps its index, so that the others do not move.
  return { rows: field.rows.map((row) => snapshotOf(row, leaveOut) ?? { text: '', of: 'string' }) };
}

function named(parts: readonly FieldState[], leaveOut: LeaveOut): readonly NamedSnapshot[] {
  return parts.flatMap((part): NamedSnapshot[] => {
    const snapshot = snapshotOf(part, leaveOut);
    return snapshot ? [[part.name ?? '', snapshot]] : [];
  });
}

/** The value of a snapshot, as in {@link FieldState.value}. */
export function valueOfSnapshot(snapshot: FieldSnapshot): Json {
  if ('text' in snapshot) {
    const { text, of } = snapshot;
    const reading = of === 'number' ? readNumber(text) : of === 'json' ? readJson(text) : undefined;
    return reading?.ok ? reading.value : text;
  }
  if ('flag' in snapshot) return snapshot.flag;
  if ('option' in snapshot) return snapshot.option;
  if ('held' in snapshot) return snapshot.held;
  if ('none' in snapshot) return null;
  if ('constant' in snapshot) return snapshot.constant;
  if ('rows' in snapshot) return snapshot.rows.map(valueOfSnapshot);
  if ('alternative' in snapshot) return valueOfSnapshot(snapshot.inside);
  // The snapshot is damaged: only objects have fields.
  if (!('fields' in snapshot)) return null;
  const object: { [name: string]: Json } = {};
  for (const [name, inside] of [...snapshot.fields, ...(snapshot.entries ?? [])])
    setOwn(object, name, valueOfSnapshot(inside));
  return object;
}

/**
 * Restores a snapshot into a form whose schema may have changed. Input that still fits is restored exactly; a value
 * that the field cannot show is kept as unsupported; a value without a field is returned.
 * @param keep fields that stay unchanged if the snapshot has nothing for them, because they are never stored
 */
export function restoreSnapshot(
  field: FieldState,
  snapshot: FieldSnapshot | undefined,
  keep: LeaveOut = () => false,
): readonly OrphanedValue[] {
  if (!snapshot) {
    if (!keep(field)) field.leaveOut();
    return [];
  }
  if ('none' in snapshot && field.node.nullable) field.setNull();
  else if ('fields' in snapshot && field.node.kind === 'object') return restoreFields(field, snapshot, keep);
  else if ('rows' in snapshot && restoreRows(field, snapshot.rows, keep)) return [];
  else if ('alternative' in snapshot) return restoreAlternative(field, snapshot, keep);
  else if (!restoreTyped(field, snapshot)) field.setValue(valueOfSnapshot(snapshot));
  return [];
}

/** Restores text, a flag or a choice. @returns false if this field has another kind of input */
function restoreTyped(field: FieldState, snapshot: FieldSnapshot): boolean {
  const { node } = field;
  if ('text' in snapshot && (node.kind === snapshot.of || (node.kind === 'string' && snapshot.of === 'number'))) {
    if (snapshot.text === '') field.setEmptyText();
    else field.setText(snapshot.text);
    return true;
  }
  if ('option' in snapshot && node.kind === 'choice') {
    const index = node.options.findIndex(({ value }) => jsonEquals(value, snapshot.option));
    if (index >= 0) field.setOption(index);
    return index >= 0;
  }
  if ('flag' in snapshot && node.kind === 'boolean') {
    field.setFlag(snapshot.flag);
    return true;
  }
  return false;
}

function restoreFields(
  field: FieldState,
  snapshot: Extract<FieldSnapshot, { readonly fields: unknown }>,
  keep: LeaveOut,
): readonly OrphanedValue[] {
  const { fields, entries = [] } = snapshot;
  const stay = field.properties
    .filter(keep)
    .map((part): [string, FieldSnapshot | undefined] => [part.name ?? '', snapshotOf(part)]);
  // The whole value is set first: which fields exist may depend on it.
  field.setValue(valueOfSnapshot(snapshot));
  const [properties, others] = [new Map(fields), new Map(entries)];
  const orphaned: OrphanedValue[] = [];
  for (const entry of field.entries) {
    const name = entry.name ?? '';
    // A former property that has no field now would be sent among the other names, where the user does not see it.
    if (isRefused(field) || (properties.has(name) && !isMap(field))) {
      orphaned.push({ pointer: entry.pointer, value: entry.value ?? null });
      field.removeEntry(entry);
    } else {
      orphaned.push(...restoreSnapshot(entry, others.get(name) ?? properties.get(name), keep));
      if (name === '') entry.rename('');
    }
  }
  for (const part of field.properties) {
    const inside = properties.get(part.name ?? '') ?? others.get(part.name ?? '');
    if (inside) orphaned.push(...restoreSnapshot(part, inside, keep));
  }
  for (const [name, before] of stay) {
    const part = before && field.properties.find((each) => each.name === name);
    if (part && !properties.has(name)) restoreSnapshot(part, before);
  }
  return orphaned;
}

const isRefused = ({ node }: FieldState): boolean => node.kind === 'object' && node.additional.kind === 'refused';
const isMap = ({ node }: FieldState): boolean => node.kind === 'object' && node.additional.kind === 'described';

function restoreRows(field: FieldState, rows: readonly FieldSnapshot[], keep: LeaveOut): boolean {
  if (field.node.kind !== 'list' && field.node.kind !== 'tuple') return false;
  field.setValue(rows.map(valueOfSnapshot));
  if (field.rows.length !== rows.length) return false;
  for (const [index, row] of field.rows.entries()) restoreSnapshot(row, rows[index], keep);
  return true;
}

function restoreAlternative(
  field: FieldState,
  { alternative, inside }: { readonly alternative: string; readonly inside: FieldSnapshot },
  keep: LeaveOut,
): readonly OrphanedValue[] {
  const { node } = field;
  const index = node.kind === 'union' ? node.alternatives.findIndex(({ label }) => label === alternative) : -1;
  if (index >= 0) field.choose(index);
  else field.setValue(valueOfSnapshot(inside));
  return restoreSnapshot(index >= 0 && field.chosen ? field.chosen : field, inside, keep);
}
