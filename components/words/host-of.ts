/** Host and port of an address, `localhost:3001`; what was given where it is no address. */
export function hostOf(url: string | undefined): string {
  if (!url) return '';
  try {
    return new URL(url, globalThis.document?.baseURI).host || url.replace('port:', '');
  } catch {
    return url;
  }
}
