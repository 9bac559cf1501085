import { explainAnswer } from './decide-answer.js';
import { explainCors } from './decide-cors.js';
import { notes } from './decide-notes.js';
import { explainSilence } from './decide-silence.js';
import type { Diagnosis, Finding, Problem, Verdict } from './diagnosis.js';
import { evidenceOf } from './evidence.js';
import { isOpening, type Facts } from './observation.js';

const ORDER = ['error', 'warning', 'info'] as const;

/**
 * What all that was observed means. Pure, so that every row of its table is a row of a test: no answer at all, answers
 * that are kept back, answers that say no, and what is worth knowing besides.
 */
export function decide(facts: Facts): Omit<Diagnosis, 'url' | 'requests'> {
  const kept = explainCors(facts);
  // What was kept back is the reason; an answer to something else is not.
  const answer = kept.some(({ severity }) => severity === 'error') ? undefined : explainAnswer(facts);
  const found = [explainSilence(facts), ...kept, answer, ...notes(facts)].filter((finding) => finding !== undefined);
  if (facts.failure && !found.some(({ severity }) => severity === 'error')) found.push(otherFailure(facts));
  const findings = ORDER.flatMap((severity) => found.filter((finding) => finding.severity === severity));
  return { verdict: verdictOf(findings), ...facts.opened, findings };
}

/** Whatever else may happen: what the client itself says of it. */
function otherFailure({ url, failure, observations }: Facts): Finding {
  const blocked = observations.some(({ outcome }) => outcome === 'blocked');
  return {
    id: blocked ? 'unreachable' : 'refused',
    severity: 'error',
    what: `No connection to ${new URL(url).host} came about: ${failure!.message}`,
    remedy: 'Look in the log of the server, and whether a proxy on the way breaks connections.',
    evidence: observations.filter(isOpening).map(evidenceOf),
  };
}

function verdictOf([worst]: readonly Finding[]): Verdict {
  // Only problems are errors; a note never is.
  return worst?.severity === 'error' ? (worst.id as Problem) : 'works';
}
