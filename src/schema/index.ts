/** The form model: JSON Schema → form → arguments. Pure, without DOM. */
export { buildForm } from './build-form.js';
export { buildPromptForm } from './prompt-arguments.js';
export { checkValue } from './check-value.js';
export { constraintsInWords } from './constraints-in-words.js';
export { FieldState, type FieldPlace } from './field-state.js';
export type {
  BooleanNode,
  ChoiceNode,
  ConstantNode,
  FormNode,
  FormNodeKind,
  JsonNode,
  ListNode,
  NumberNode,
  ObjectNode,
  Option,
  Property,
  StringNode,
} from './form-node.js';
export { FormState } from './form-state.js';
export type { Input } from './input.js';
export type { FormIssue } from './issue.js';
export type { JsonType } from './json-value.js';
export {
  MAX_DESCRIPTION_LENGTH,
  MAX_FORM_NODES,
  MAX_GIVEN_VALUES,
  MAX_JSON_DEPTH,
  MAX_JSON_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_OPTIONS,
  MAX_PATTERN_INPUT,
  MAX_PATTERN_LENGTH,
  MAX_PROPERTIES,
  MAX_REF_HOPS,
  MAX_ROWS,
  MAX_SCHEMA_DEPTH,
} from './limits.js';
export { readJson, type JsonReading } from './read-json.js';
export { readNumber, type NumberReading } from './read-number.js';
export type { Arguments } from './to-arguments.js';
