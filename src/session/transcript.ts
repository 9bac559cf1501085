import { asMcpError, type McpError } from '../errors.js';
import type { ConnectContext } from '../protocol/era.js';
import { type TranscriptEvent, tapTransport } from '../transcript/observer.js';
import { secretsOf } from './redaction.js';
import { loadOnce } from '../util/load-once.js';

/** Facts that wait to be noted. More come only while the code that notes them does not load. */
const MAX_WAITING = 5000;
/** Milliseconds after the first word until that code loads, unless somebody wants to read: what was kept is drawn first. */
const LATER_MS = 250;
/** Milliseconds until it is tried again where it did not load. */
const AGAIN_MS = 30_000;

const beginnings = new WeakMap<object, () => Promise<void>>();

/** What keeps transcripts. @throws McpError `load` */
export function loadTranscript(): Promise<typeof import('./keep-transcript.js')> {
  return loadOnce('transcript', () => import('./keep-transcript.js'));
}

/**
 * Hears what is said in a session: what is secret in it is known from then on. It is noted by code that loads once the page has
 * other things behind it; nobody waits for it.
 * @param isNoted whether the session has a transcript
 * @param onProblem told once where that code does not load
 */
export function tap(
  session: object,
  isNoted: boolean,
  onProblem?: (problem: McpError) => void,
): NonNullable<ConnectContext['observe']> {
  const secrets = secretsOf(session);
  const facts: TranscriptEvent[] = [];
  let wake: (() => void) | undefined;
  let wait = LATER_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    try {
      wake ??= (await loadTranscript()).transcriptFor(session).hear(facts);
      wake();
    } catch (error) {
      if (wait === LATER_MS) onProblem?.(asMcpError(error, 'internal'));
      wait = AGAIN_MS;
    }
  };
  if (isNoted) beginnings.set(session, note);
  return (transport) =>
    tapTransport(transport, (fact) => {
      const schemas = secrets.hear(fact);
      if (!isNoted) return;
      if (facts.length < MAX_WAITING) facts.push({ ...fact, schemas });
      if (wake) wake();
      else timer ??= setTimeout(note, wait);
    });
}

/** Begins with it now: somebody wants to know what was said. */
export async function noteNow(session: object): Promise<void> {
  await beginnings.get(session)?.();
}
