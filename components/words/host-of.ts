/** Host and port of an address, `localhost:3001`, or what the page calls the server; what was given where it is neither. */
export function hostOf(url: string | undefined): string {
  if (!url) return '';
  try {
    // A server inside the page without a name: see `readEndpoint`.
    if (url.startsWith('port:?')) return 'this page';
    const [, named] = /^(?:port:\/|name:)(.*)$/.exec(url) ?? [];
    if (named !== undefined) return decodeURIComponent(named);
    return new URL(url, globalThis.document?.baseURI).host || url.replace('port:', '');
  } catch {
    return url;
  }
}
