import { displayName, type Approval } from '../../src/index.js';

/** Characters of a server's name in a sentence or on a button. The whole name stands beside its host. */
const NAME_LENGTH = 60;

/** What to call the server that asks, on one line. */
export function nameOf(asker: Approval['asker']): string {
  const name = displayName(asker.server).slice(0, 1000).replace(/\s+/g, ' ').trim() || asker.host;
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
}
