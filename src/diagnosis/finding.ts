import type { ErrorText } from '../errors.js';
import type { Evidence, Finding, FindingId } from './types.js';

/** The texts of a finding: the problem, and the remedy. */
export type Words = readonly [what: ErrorText, remedy: ErrorText];

export function findingOf(
  id: FindingId,
  severity: Finding['severity'],
  [whatText, remedyText]: Words,
  evidence: readonly Evidence[],
): Finding {
  return { id, severity, what: whatText.text, remedy: remedyText.text, whatText, remedyText, evidence };
}
