/**
 * What the person decided about calls of tools and wanted remembered, the record of everything that was asked and decided,
 * and who decides where nobody did: for pages that list these with elements of their own, and for those that have a policy
 * of their own.
 */
export { decideCall, defaultCallPolicy } from '../approvals/call-policy.js';
export type { CallFacts, CallPolicy, CallReason, ToolRules } from '../approvals/call-policy.js';
export { MAX_COVERED } from '../approvals/covered.js';
export type { CoveredTools } from '../approvals/covered.js';
export { countingAnnotations, dangerOf, hintsOf } from '../approvals/hints.js';
export type { ToolHints } from '../approvals/hints.js';
export type { Grant, GrantedTool, GrantStore } from '../approvals/grant.js';
export { Grants } from '../approvals/grants.js';
export type { EarlierDecision, GrantedCall } from '../approvals/grants.js';
export { MAX_ROOT_NAME, readRoot } from '../approvals/read-root.js';
export type { RootsConsent, RootsRecord, RootsStore } from '../approvals/roots-record.js';
export { MAX_ROOTS, Roots } from '../approvals/roots.js';
export type { RootsState } from '../approvals/roots.js';
export { ConsentRecord, ENTRY_DAYS, MAX_ENTRIES } from '../approvals/record.js';
export type { Consent, NewEntry, RecordEntry, RecordStore } from '../approvals/record-entry.js';
export { SECRET_SIGN } from '../util/redactor.js';
export type { RecordedValue } from '../approvals/record-preview.js';
export { isWholeDisk, MAX_ROOT_URI, rootFault, suggestRoot } from '../protocol/check/root.js';
export { consentOf } from '../session/consent-of.js';
export type { SessionConsent } from '../session/consent-of.js';
export { rootsFor as openRoots } from '../session/open-roots.js';
export { recordOf as openRecord } from '../session/open-record.js';
export { grantsOf as openGrants } from '../session/open-grants.js';
