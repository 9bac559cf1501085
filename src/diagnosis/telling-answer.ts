import type { Problem } from './diagnosis.js';
import { isAnswered, isOpening, typeOf, type Facts, type Observation } from './observation.js';

/** The answer that says most about why it did not work, and what it says. */
export interface TellingAnswer {
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
/** Who refuses us, or is in trouble, says so at once; whatever else was tried after that is less. */
const DECISIVE: ReadonlySet<Problem> = new Set(['unauthorized', 'forbidden', 'rate-limited', 'server-error']);

/** Undefined when nothing was answered readably, or nothing failed. */
export function tellingAnswer({ observations, failure }: Facts): TellingAnswer | undefined {
  if (!failure) return undefined;
  const answers = observations
    .filter((seen) => isOpening(seen) && isAnswered(seen))
    .map((seen) => ({ seen, id: meaningOf(seen) }));
  const among = (step: Observation['step']): TellingAnswer | undefined =>
    answers.findLast(({ seen }) => seen.step === step);
  return (
    answers.find(({ seen }) => leadsElsewhere(seen)) ??
    answers.find(({ id }) => DECISIVE.has(id)) ??
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
  // A server that speaks JSON-RPC is at the right path, whatever it says.
  if (isRpc(body) && (known === 'not-found' || known === undefined)) return 'refused';
  if (known) return known;
  if (typeOf(seen) === 'text/html') return 'html';
  return status >= 400 ? 'refused' : 'not-mcp';
}

export function isRpc(body: string): boolean {
  return /^\s*[[{]/.test(body) && /"jsonrpc"\s*:\s*"2\.0"/.test(body);
}
