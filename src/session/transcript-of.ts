import type { Transcript } from '../transcript/transcript.js';
import { loadTranscript, noteNow } from './overhear.js';
import { optionsOf } from './remembered.js';
import type { Session } from './session.js';

/** Milliseconds between two looks, and how many there are: a session tells its options within a few turns of the page. */
const PAUSE_MS = 10;
const LOOKS = 500;

/**
 * What was said in a session, from its first word, also before it is connected.
 * @throws McpError `load` where the code that keeps it does not load
 * @returns undefined for a session of another copy of this library, and for one that keeps none
 */
export async function transcriptOf(session: Session): Promise<Transcript | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const options = optionsOf(session);
    if (options?.transcript === false) return undefined;
    if (options) {
      // oxlint-disable-next-line no-await-in-loop -- the last turn
      const [{ transcriptFor }] = await Promise.all([loadTranscript(), noteNow(session)]);
      return transcriptFor(session);
    }
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}
