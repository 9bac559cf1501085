import type { Grants } from '../approvals/grants.js';
import type { ConsentRecord } from '../approvals/record.js';
import type { Roots } from '../approvals/roots.js';
import { serverKey } from './server-key.js';
import { grantsOf } from './open-grants.js';
import { recordOf } from './open-record.js';
import { personHasRoots, rootsFor } from './open-roots.js';
import { optionsOf } from './remembered.js';
import type { Session } from './session.js';

/** What is kept of a person's decisions for one session. */
export interface SessionConsent {
  /** As its server is called in both. */
  readonly server: string;
  readonly grants: Grants;
  readonly record: ConsentRecord;
  /** Where the person says that the server is to work; absent where the page does not let them. */
  readonly roots: Roots | undefined;
}

/** Milliseconds between two looks, and how many there are: a session tells its options within a few turns of the page. */
const PAUSE_MS = 10;
const LOOKS = 500;

/**
 * The decisions and the record that a session works with, also before it is connected.
 * @returns undefined for a session of another copy of this library
 */
export async function consentOf(session: Session): Promise<SessionConsent | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const options = optionsOf(session);
    if (options)
      return {
        server: serverKey(session.url, options),
        grants: grantsOf(options),
        record: recordOf(options),
        roots: personHasRoots(options) ? rootsFor(session.url, options) : undefined,
      };
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}
