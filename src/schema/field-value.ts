import type { Json, JsonObject } from '../protocol/model.js';
import type { FieldState } from './field-state.js';
import { setOwn } from './json-value.js';
import { readJson } from './read-json.js';
import { readNumber } from './read-number.js';

/** The value a field holds, as far as it can be said: undefined when left out, text where it cannot be read. */
export function valueOf(field: FieldState): Json | undefined {
  const { node, input } = field;
  switch (input.kind) {
    case 'absent':
      return undefined;
    case 'null':
      return null;
    case 'held':
      return input.value;
    case 'flag':
      return input.on;
    case 'option':
      return node.kind === 'choice' ? node.options[input.index]?.value : undefined;
    case 'text': {
      if (node.kind === 'string') return input.text;
      const reading = node.kind === 'number' ? readNumber(input.text) : readJson(input.text);
      return reading.ok ? reading.value : input.text;
    }
    case 'present':
      if (node.kind === 'constant') return node.value;
      return node.kind === 'list' ? field.rows.map((row) => row.value ?? null) : objectOf(field);
  }
}

function objectOf(field: FieldState): JsonObject {
  const object: JsonObject = {};
  for (const property of field.properties) {
    const { value } = property;
    if (value !== undefined) setOwn(object, property.name ?? '', value);
  }
  for (const [name, value] of field.others) setOwn(object, name, value);
  return object;
}
