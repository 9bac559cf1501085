import { isPlainUrl } from './url-safety.js';

/**
 * The resource indicator of a server: its URL without fragment and without a lone final slash.
 * @see https://www.rfc-editor.org/rfc/rfc8707#section-2
 */
export function canonicalResource(server: string): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && !url.search ? url.origin : url.href;
}

/** True if metadata about `resource` applies to the server: it is the same URL, or a parent of it. */
export function matchesResource(resource: string, server: string): boolean {
  if (!isPlainUrl(resource)) return false;
  const covered = new URL(resource);
  const wanted = new URL(server);
  const path = covered.pathname.replace(/\/$/, '');
  return (
    covered.origin === wanted.origin &&
    !covered.hash &&
    (!covered.search || covered.search === wanted.search) &&
    (wanted.pathname === covered.pathname || wanted.pathname === path || wanted.pathname.startsWith(`${path}/`))
  );
}
