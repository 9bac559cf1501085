import type { Diagnosis, Facts, Finding, Problem, Verdict } from './types.js';
import { errorText } from './error-texts.js';
import { findingOf } from './finding.js';
import { evidenceOf, isClientRequest } from './observations.js';
import { explainCors } from './cors-findings.js';
import { explainAnswer } from './answer-findings.js';
import { explainSilence } from './silence-findings.js';
import { notes } from './note-findings.js';

const ORDER = ['error', 'warning', 'info'] as const;

/** Decides the findings and the verdict from all observations. Pure. */
export function decide(facts: Facts): Omit<Diagnosis, 'url' | 'requests'> {
  const corsFindings = explainCors(facts);
  // If CORS rules hide the answers that matter, a readable answer to another request does not explain the failure.
  const answer = corsFindings.some(({ severity }) => severity === 'error') ? undefined : explainAnswer(facts);
  const found = [explainSilence(facts), ...corsFindings, answer, ...notes(facts)].filter(
    (finding) => finding !== undefined,
  );
  if (facts.failure && !found.some(({ severity }) => severity === 'error')) found.push(otherFailure(facts));
  const findings = ORDER.flatMap((severity) => found.filter((finding) => finding.severity === severity));
  return { verdict: verdictOf(findings), ...facts.opened, findings };
}

/** The fallback: quotes the error of the client. */
function otherFailure({ url, failure, observations }: Facts): Finding {
  const blocked = observations.some(({ outcome }) => outcome === 'blocked');
  const problem = failure!.words;
  return findingOf(
    blocked ? 'unreachable' : 'refused',
    'error',
    [
      errorText('diagnosis.noConnection', { host: new URL(url).host, problem }),
      errorText('diagnosis.noConnection.remedy'),
    ],
    observations.filter(isClientRequest).map(evidenceOf),
  );
}

function verdictOf([worst]: readonly Finding[]): Verdict {
  // Notes are never errors, so an error is always a `Problem`.
  return worst?.severity === 'error' ? (worst.id as Problem) : 'works';
}
