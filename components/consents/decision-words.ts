import type { Grant } from '../../src/consent/index.js';
import { counted } from '../words/counted.js';
import { oneLine } from '../words/cut.js';
import { hostOf } from '../words/host-of.js';

/** Characters of a name; servers choose them. */
const NAME_LENGTH = 200;
const TOOL = { one: 'tool', other: 'tools' };

/** What it was decided for: `search`, `4 tools that read only`. */
export function subjectOf({ scope, tools }: Grant): string {
  return scope === 'read-only'
    ? `${counted(tools.length, TOOL)} said to read only`
    : oneLine(tools[0]?.name ?? 'a tool', NAME_LENGTH);
}

export function scopeWords({ scope }: Grant): string {
  if (scope === 'arguments') return 'with exactly the arguments you saw';
  return scope === 'tool' ? 'with any arguments' : 'those of that moment, with any arguments';
}

/** How long it holds. */
export function termWords({ term, verdict }: Grant): string {
  const until = term === 'session' ? 'until this page is closed or reloaded' : 'until you take it back';
  return verdict === 'allow' ? `${until}, or the server describes it differently` : until;
}

/** The address of a server, whose session there it is, and how to call the place. */
export function placeOf(server: string): { readonly url: string; readonly host: string; readonly identity?: string } {
  // No URL has a space; what comes behind it is an identity.
  const space = server.indexOf(' ');
  const url = space < 0 ? server : server.slice(0, space);
  const host = oneLine(hostOf(url), NAME_LENGTH);
  return space < 0 ? { url, host } : { url, host, identity: oneLine(server.slice(space + 1), NAME_LENGTH) };
}
