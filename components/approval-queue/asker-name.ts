import { displayName, type Approval } from '../../src/index.js';
import { oneLine, shortened } from '../words/cut.js';

/** Characters of a server's name in a sentence or on a button. The whole name stands beside its host. */
const NAME_LENGTH = 60;

/** What to call the server that asks, on one line. */
export function nameOf(asker: Approval['asker']): string {
  const name = oneLine(displayName(asker.server), 1000) || asker.host;
  return shortened(name, NAME_LENGTH);
}
