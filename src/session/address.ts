/** The address of a server in a text, relative to that of the page; undefined where it is none of HTTP or WebSocket. */
export function addressIn(text: string): URL | undefined {
  const base = globalThis.location?.href;
  const address = text.trim() && URL.canParse(text, base) ? new URL(text, base) : undefined;
  return address && /^(http|ws)s?:$/.test(address.protocol) ? address : undefined;
}
