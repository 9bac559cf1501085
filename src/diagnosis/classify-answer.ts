import { isAnswered, isClientRequest, typeOf } from './observations.js';
import type { Facts, Observation, Problem } from './types.js';

/** The answer that explains the failure best, and the problem it shows. */
export interface InformativeAnswer {
  readonly id: Problem;
  readonly seen: Observation;
}

const BY_STATUS: Readonly<Record<number, Problem>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  410: 'not-found',
  415: 'media-type-refused',
  429: 'rate-limited',
};

/** Problems that are decisive whenever they occur, even if later answers failed differently. */
const DECISIVE: ReadonlySet<Problem> = new Set(['unauthorized', 'forbidden', 'rate-limited', 'server-error']);

/** True if the answer explains the failure even if later answers failed differently. */
export function isDecisive(answer: InformativeAnswer | undefined): boolean {
  return answer !== undefined && DECISIVE.has(answer.id);
}

/** @returns undefined when no answer was readable, or nothing failed */
export function mostInformativeAnswer({ observations, failure }: Facts): InformativeAnswer | undefined {
  if (!failure) return undefined;
  const answers = observations
    .filter((seen) => isClientRequest(seen) && isAnswered(seen))
    .map((seen) => ({ seen, id: meaningOf(seen) }));
  const among = (step: Observation['step']): InformativeAnswer | undefined =>
    answers.findLast(({ seen }) => seen.step === step);
  return (
    answers.find(({ seen }) => leadsElsewhere(seen)) ??
    answers.find(isDecisive) ??
    among('message') ??
    among('handshake') ??
    among('discovery')
  );
}

export function leadsElsewhere({ redirectedTo, url }: Observation): boolean {
  return (
    redirectedTo !== undefined && (redirectedTo === 'unknown' || new URL(redirectedTo).origin !== new URL(url).origin)
  );
}

function meaningOf(seen: Observation): Problem {
  const { status, body } = seen;
  if (leadsElsewhere(seen)) return 'redirect-elsewhere';
  if (status >= 500) return 'server-error';
  const known = BY_STATUS[status];
  // A server that answers with JSON-RPC is at the right path, with any status.
  if (isRpc(body) && (known === 'not-found' || known === undefined)) return 'refused';
  if (known) return known;
  if (typeOf(seen) === 'text/html') return 'html';
  return status >= 400 ? 'refused' : 'not-mcp';
}

export function isRpc(body: string): boolean {
  return /^\s*[[{]/.test(body) && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}
