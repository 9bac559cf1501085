import type { OpeningContext } from '../protocol/connection.js';
import { overheard, type Fact } from '../transcript/onlooker.js';

/** Facts that wait to be noted. More come only while the code that notes them does not load. */
const MAX_WAITING = 5000;

/** Has what is said in a session noted, by code that loads with the first word; nobody waits for it. */
export function overhear(session: object): NonNullable<OpeningContext['observe']> {
  const facts: Fact[] = [];
  let noting: Promise<() => void> | undefined;
  return (transport) =>
    overheard(transport, (fact) => {
      if (facts.length < MAX_WAITING) facts.push(fact);
      noting ??= import('./keep-transcript.js').then(({ transcriptFor }) => transcriptFor(session).hear(facts));
      // A part that cannot be loaded: nothing is noted, everything else goes on.
      noting.then(
        (wake) => wake(),
        () => {},
      );
    });
}
