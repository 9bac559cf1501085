/** The form model: JSON Schema → form → arguments. Pure, without DOM. */
export { buildForm } from './compile/build-form.js';
export { buildPromptForm } from './prompt-arguments.js';
export { checkValue } from './check/check-value.js';
export { constraintsInWords } from './constraints-in-words.js';
export type { FieldPlace, FieldRole, FormOfFields } from './state/field-place.js';
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
export { snapshotOf, valueOfSnapshot } from './state/field-snapshot.js';
export type { Displaced, FieldSnapshot, LeaveOut, NamedSnapshot } from './state/field-snapshot.js';
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
export type { Input } from './state/input.js';
export type { FormIssue } from './issue.js';
export { issuesFromError } from './issues-from-error.js';
export { nodeFor } from './node-for.js';
export { nodesOf } from './nodes-of.js';
export type { JsonType } from './json-value.js';
export * from './limits.js';
export { readJson, type JsonReading } from './read-json.js';
export { readNumber, type NumberReading } from './read-number.js';
export type { LooseIssue } from './state/place-issues.js';
export type { Arguments, Checked } from './state/to-arguments.js';
