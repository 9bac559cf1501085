import { ICON_LIMITS, loadRemote } from '../../src/content/index.js';

/** Icons kept for the page: those that a person comes past again while scrolling a list. */
const KEPT = 200;

const kept = new Map<string, Promise<Blob | undefined>>();

/** A remote icon, asked for once in the life of a page. */
export function remoteIcon(href: string): Promise<Blob | undefined> {
  const known = kept.get(href);
  if (known) return known;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest);
  const coming = loadRemote(href, ICON_LIMITS, new AbortController().signal).then((reading) =>
    reading.kind === 'media' ? reading.blob : undefined,
  );
  kept.set(href, coming);
  return coming;
}
