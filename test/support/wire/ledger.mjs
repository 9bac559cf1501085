import { faultsOf } from './check-message.mjs';

/** Characters of a message that are shown. */
const QUOTED = 600;

/** What was wrong with messages on their way to a server, until somebody asks. */
export function createLedger() {
  let kept = [];
  // Loads the schemas now: the first message of the first test must not wait for them.
  faultsOf({}, {});
  return {
    /**
     * @param {string} place where it was sent, as {@link claim} will name it; `real` for the servers that all pages share,
     *   where it may have come from a file that ran beside the one that is told
     */
    note(place, message, about) {
      // An empty body is a question of HTTP, not a message.
      if (message === undefined || message === '') return;
      const faults = faultsOf(message, about);
      if (faults.length > 0) kept.push({ place, faults, message: JSON.stringify(message)?.slice(0, QUOTED) });
    },
    /** Takes out what was sent to these places, and to the servers that all pages share. */
    claim(places) {
      const wanted = new Set([...places, 'real']);
      const claimed = kept.filter(({ place }) => wanted.has(place));
      kept = kept.filter(({ place }) => !wanted.has(place));
      return claimed;
    },
  };
}
