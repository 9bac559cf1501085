/** Milliseconds after which the object URL of a file is revoked. The browser has read it by then. */
const DOWNLOAD_URL_MS = 10_000;

/** Downloads a file. */
export function giveFile(name: string, pieces: readonly BlobPart[]): void {
  // A MIME type that no browser displays: HTML, SVG or a server's text would otherwise run with the origin of this
  // page.
  const url = URL.createObjectURL(new Blob([...pieces], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_URL_MS);
}

/** The present time for a file name: `2026-11-22T10-42-07`. */
export function fileStamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}
