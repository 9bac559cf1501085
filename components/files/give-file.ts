/** Milliseconds until the address of a file ends: the browser has taken it by then. */
const REVOKE_MS = 10_000;

/** Gives the person a file, which their browser saves. */
export function giveFile(name: string, pieces: readonly BlobPart[]): void {
  // A type that no browser shows: opened in this page's name, HTML, SVG or words of a server would run as the page.
  const url = URL.createObjectURL(new Blob([...pieces], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
}

/** `2026-11-22T10-42-07`: now, as a part of a file's name. */
export function fileStamp(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}
