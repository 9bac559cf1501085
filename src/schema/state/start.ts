import type { FormOfFields } from './field-place.js';
import type { FieldState } from './field-state.js';
import { ABSENT, blankInput, type Input } from './input.js';
import { MAX_OPEN_DEPTH } from '../limits.js';

/** How a field begins for which there is neither a value nor a default. */
export function startOf(field: FieldState, form: FormOfFields): Input {
  const { node, role } = field;
  const isThere = field.isItem || role === 'alternative' || (field.required && !node.nullable);
  if (!isThere) return ABSENT;
  const blank = blankInput(node);
  if (blank.kind === 'text' && !field.isItem) return ABSENT;
  // What opens by itself may open more: a schema can ask for parts inside parts without end.
  const opens = node.kind === 'object' || node.kind === 'tuple' || node.kind === 'union';
  return opens && (field.depth > MAX_OPEN_DEPTH || --form.left < 0) ? ABSENT : blank;
}
