/**
 * Whether news of one resource concern another: it is the same, or lies within it. The specification lets a server tell
 * about a part of what is watched.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
 */
export function isAbout(changed: string, watched: string): boolean {
  if (changed === watched) return true;
  if (!changed.startsWith(watched)) return false;
  return watched.endsWith('/') || '/?#'.includes(changed[watched.length]!);
}
