import { ownerOf } from './owner-of.js';

/** What a server is called where things are kept: its endpoint, and whose session it is where the page said so. */
export function serverKey(url: string, options: Parameters<typeof ownerOf>[0]): string {
  const { identity } = ownerOf(options) ?? {};
  // A space cannot stand in a URL, so no identity can be mistaken for another address.
  return identity === undefined ? url : `${url} ${identity}`;
}
