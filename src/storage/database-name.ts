import { randomId, tabStorage, takeLock } from '../util/tab-coordination.js';

/**
 * Number of the database schema. It is in the name of each database, so that a version of this library with another
 * schema uses another database, and neither can damage the other's records.
 */
export const SCHEMA_VERSION = 1;

/** The name of a database that all pages of the origin share: `mcp-embed-storage-1`. */
export function databaseName(namespace: string, what: 'storage' | 'sign-ins'): string {
  return `${namespace}-${what}-${SCHEMA_VERSION}`;
}

/** Name of the databases where the page gives none. */
export const DEFAULT_NAMESPACE = 'mcp-embed';

/** True if an earlier visit stored something under the default name; also where the browser does not tell. */
export async function hasStoredData(): Promise<boolean> {
  // Chromium reports an error of its own besides, which nothing can catch.
  if (globalThis.origin === 'null') return true;
  const names = await globalThis.indexedDB?.databases?.().catch(() => undefined);
  return names?.some(({ name }) => name?.startsWith(`${DEFAULT_NAMESPACE}-`)) ?? true;
}

/** Between the name that {@link databaseName} gives and the name of the tab. No other database of ours has it in its name. */
const MARK = ' of tab ';
const KEY = 'mcp-embed tab';

/** The id of this tab. The page keeps it even if `sessionStorage` is cleared meanwhile. */
let tab: string | undefined;
const held = new Set<string>();

/**
 * Name of the database that lasts as long as this tab. The id of the tab is in `sessionStorage`, which survives a reload
 * and ends with the tab. The tab holds a Web Lock; a database whose lock nobody holds is deleted by another tab, a day
 * later.
 * @param sweep deletes the databases of closed tabs; called once for each name
 * @returns undefined without `sessionStorage`: in a worker, in a sandboxed frame
 */
export function tabDatabase(namespace: string, sweep: (mark: string) => Promise<void>): string | undefined {
  tab ??= tabStorage.get(KEY) ?? randomId();
  if (!tabStorage.set(KEY, tab)) return undefined;
  const name = `${databaseName(namespace, 'storage')}${MARK}${tab}`;
  if (!held.has(name)) {
    held.add(name);
    hold(name);
    sweep(MARK).catch(() => {});
  }
  return name;
}

/** As long as this document is there; frames and copies of the tab hold it with it. Not while it rests in the browser’s cache. */
function hold(name: string): void {
  const take = (): ReturnType<typeof takeLock> => takeLock(lockOf(name), { mode: 'shared', waitMs: Infinity });
  let taking = take();
  // A page that holds a lock is not kept for Back.
  globalThis.addEventListener('pagehide', () => {
    void taking.then((lock) => typeof lock === 'object' && lock.release());
  });
  globalThis.addEventListener('pageshow', (event) => {
    if (event.persisted) taking = take();
  });
}

/** The lock that a tab holds on its database. */
export function lockOf(name: string): string {
  return `mcp-embed ${name}`;
}
