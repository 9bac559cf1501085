import type { Json } from '../../protocol/model.js';
import type { FieldState } from './field-state.js';
import { readJson, type JsonReading } from '../read-json.js';
import { readNumber } from '../read-number.js';

/** As JSON spells numbers. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * What a field holds as JSON text, indented. A number that cannot be held exactly stands there as it was typed; what is
 * no number or JSON yet stands there as a text.
 */
export function textOf(field: FieldState, indent = ''): string {
  const { node, input, chosen } = field;
  if (chosen) return textOf(chosen, indent);
  if (node.kind === 'number' && input.kind === 'text' && JSON_NUMBER.test(input.text) && !readNumber(input.text).ok)
    return input.text;
  const inner = `${indent}  `;
  const isThere = input.kind === 'present';
  if (isThere && node.kind === 'object') {
    const parts = field.parts.filter(({ value }) => value !== undefined);
    const lines = parts.map((part) => `${inner}${JSON.stringify(part.name ?? '')}: ${textOf(part, inner)}`);
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
  }
  if (isThere && (node.kind === 'list' || node.kind === 'tuple')) {
    const lines = field.rows.map((row) => `${inner}${textOf(row, inner)}`);
    return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
  }
  return JSON.stringify(field.value ?? null, null, 2).replaceAll('\n', `\n${indent}`);
}

/**
 * Reads such a text. Numbers that cannot be held exactly are fine where a field keeps them as they were typed; that
 * they cannot be sent is then said at that field.
 * @param fieldAt finds the field at a JSON Pointer in a form that holds a value
 */
export function readFormText(
  text: string,
  fieldAt: (value: Json, pointer: string) => FieldState | undefined,
): JsonReading {
  const reading = readJson(text, true);
  if (!reading.ok) return reading;
  for (const pointer of reading.inexact.keys()) {
    let field = fieldAt(reading.value, pointer);
    while (field?.chosen) field = field.chosen;
    const isKept = field?.node.kind === 'number' && field.input.kind === 'text';
    // Read again without mercy, for the words.
    if (!isKept) return readJson(text);
  }
  return reading;
}
