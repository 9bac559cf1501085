/**
 * Forms from JSON Schema, `mcp-embed/schema`: a schema is compiled into form nodes, the state of a form is kept
 * separately, and arguments are read from the state and checked. It needs no DOM.
 */
// Compiles a schema, or the arguments of a prompt, into form nodes.
export { buildForm } from './compile/build-form.js';
export { buildArgumentsForm } from './arguments-form.js';
export { buildPromptForm } from './prompt-form.js';
export { nodeFor } from './conditions.js';
export { unitOf } from './units.js';
export {
  nodesOf,
  type Alternative,
  type BooleanNode,
  type ChoiceNode,
  type ConstantNode,
  type FormIssue,
  type FormNode,
  type FormNodeKind,
  type JsonNode,
  type ListNode,
  type LooseIssue,
  type NodeFacts,
  type NumberNode,
  type ObjectNode,
  type Option,
  type OtherNames,
  type Property,
  type Rule,
  type StringNode,
  type TupleNode,
  type UnionNode,
} from './form-node.js';

// The state of a form: what the user has entered.
export { FormState, type Arguments, type Checked } from './state/form-state.js';
export { FieldState, type FieldPlace, type FormOfFields } from './state/field-state.js';
export type { FieldRole, NewField } from './state/field-content.js';
export type { Input } from './state/field-input.js';
export {
  snapshotOf,
  valueOfSnapshot,
  type FieldSnapshot,
  type LeaveOut,
  type NamedSnapshot,
  type OrphanedValue,
} from './state/snapshot.js';

// Checks values.
export { checkValue, constraintsInWords } from './validate/value.js';
export { isUncheckedPattern } from './validate/format.js';
export { patternInWords } from './validate/pattern-words.js';
export { prepareFullCheck } from './validate/full.js';
export {
  type LintFinding,
  type LintSeverity,
  lintSteps,
  lintTools,
  MAX_LINT_SUBSCHEMAS,
  MAX_TOOL_FINDINGS,
} from './lint.js';
export { definitionTokens } from './definition-tokens.js';
export { issuesFromError } from './server-errors.js';

// Finds secret values.
export {
  isDeclaredSecret,
  MAX_JUDGED_TEXT_LENGTH,
  placeOfField,
  pointerOfField,
  secrecyOfField,
} from './state/field-secrecy.js';
export { holdsCredential, withoutCredentials } from '../secrets/credentials.js';
export {
  itemOf,
  memberOf,
  schemaPlaceOf,
  secrecyOf,
  secrecyOfPlace,
  secrecyWithin,
  type SchemaPlace,
  type Secrecy,
} from '../secrets/schema-secrecy.js';
export { soundsSecret } from '../secrets/names.js';

// Reads JSON that a user typed.
export { readJson, readNumber, serverJson, serverNumber, type JsonReading, type NumberReading } from './json.js';
export {
  jsonEquals,
  jsonTypeOf,
  MAX_FORM_OPTIONS,
  MAX_SHOWN_PROPERTIES,
  MAX_FORM_ROWS,
  type JsonType,
} from './json-value.js';
export { jsonTypeInWords } from './json-type-words.js';
