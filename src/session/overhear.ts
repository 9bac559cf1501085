import type { OpeningContext } from '../protocol/connection.js';
import { overheard, type Fact } from '../transcript/onlooker.js';
import { secretsOf } from './session-secrets.js';

/** Facts that wait to be noted. More come only while the code that notes them does not load. */
const MAX_WAITING = 5000;
/** Milliseconds after the first word until that code loads, unless somebody wants to read: what was kept is drawn first. */
const LATER_MS = 250;

const beginnings = new WeakMap<object, () => Promise<void>>();

/**
 * Hears what is said in a session: what is secret in it is known from then on. It is noted by code that loads once the page has
 * other things behind it; nobody waits for it.
 * @param isNoted whether the session has a transcript
 */
export function overhear(session: object, isNoted: boolean): NonNullable<OpeningContext['observe']> {
  const secrets = secretsOf(session);
  const facts: Fact[] = [];
  let noting: Promise<() => void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (): Promise<void> => {
    clearTimeout(timer);
    noting ??= import('./keep-transcript.js').then(({ transcriptFor }) => transcriptFor(session).hear(facts));
    // A part that cannot be loaded: nothing is noted, everything else goes on.
    return noting.then(
      (wake) => wake(),
      () => {},
    );
  };
  if (isNoted) beginnings.set(session, note);
  return (transport) =>
    overheard(transport, (fact) => {
      const schemas = secrets.hear(fact);
      if (!isNoted) return;
      if (facts.length < MAX_WAITING) facts.push({ ...fact, schemas });
      if (noting) void note();
      else timer ??= setTimeout(note, LATER_MS);
    });
}

/** Begins with it now: somebody wants to know what was said. */
export async function noteNow(session: object): Promise<void> {
  await beginnings.get(session)?.();
}
