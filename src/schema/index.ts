/** The form model: JSON Schema → form → arguments. Pure, without DOM. */
export { buildForm } from './compile/build.js';
export { buildPromptForm } from './prompt-form.js';
export { checkValue } from './validate/value.js';
export { constraintsInWords } from './validate/value.js';
export type { FieldRole, NewField } from './state/field-content.js';
export type { FieldPlace, FormOfFields } from './state/field-state.js';
export { FieldState } from './state/field-state.js';
export { isDeclaredSecret, placeOfField, pointerOfField, secrecyOfField } from './state/field-secrecy.js';
export {
  holdsCredential,
  itemOf,
  memberOf,
  placeOf,
  secrecyOf,
  secrecyOfPlace,
  secrecyWithin,
  soundsSecret,
  withoutCredentials,
  type Place,
  type Secrecy,
} from '../util/secrets.js';
export { snapshotOf, valueOfSnapshot } from './state/snapshot.js';
export type { OrphanedValue, FieldSnapshot, LeaveOut, NamedSnapshot } from './state/snapshot.js';
export type {
  BooleanNode,
  ChoiceNode,
  ConstantNode,
  FormNode,
  FormNodeKind,
  JsonNode,
  Alternative,
  ListNode,
  NodeFacts,
  NumberNode,
  ObjectNode,
  Option,
  OtherNames,
  Property,
  Rule,
  StringNode,
  TupleNode,
  UnionNode,
} from './form-node.js';
export { FormState } from './state/form-state.js';
export type { Input } from './state/field-input.js';
export type { FormIssue, LooseIssue } from './form-node.js';
export { issuesFromError } from './server-errors.js';
export { nodeFor } from './conditions.js';
export { nodesOf } from './form-node.js';
export type { JsonType } from './json-value.js';
export * from './json-value.js';
export { readJson, type JsonReading } from './json.js';
export { readNumber, type NumberReading } from './json.js';
export type { Arguments, Checked } from './state/form-state.js';
