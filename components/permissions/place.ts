import { formatHost, oneLine } from '../internal/text.js';

/** Characters of a server's name that are shown. */
export const NAME_LENGTH = 200;

/** The URL and the host of a server, and the identity that signed in there. */
export function placeOf(server: string): { readonly url: string; readonly host: string; readonly identity?: string } {
  // A URL has no space; the identity follows after one.
  const space = server.indexOf(' ');
  const url = space < 0 ? server : server.slice(0, space);
  const host = oneLine(formatHost(url), NAME_LENGTH);
  return space < 0 ? { url, host } : { url, host, identity: oneLine(server.slice(space + 1), NAME_LENGTH) };
}
