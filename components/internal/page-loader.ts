import { VERSION } from '../../src/util/version.js';

/** The loader of this page's elements. There is one: a second copy of this library leaves the elements to it. */
interface PageLoader {
  readonly version: string;
  ready(tag?: string): Promise<void>;
  load(root: ParentNode & Node): Promise<void>;
}

const LOADER = Symbol.for('mcp-embed.loader');
const page = globalThis as { [LOADER]?: PageLoader };

/** The loader that this copy promised to be, while its code loads. */
let promised: PageLoader | undefined;

/** The loader of this page, of whichever copy. */
export function pageLoader(): PageLoader | undefined {
  return page[LOADER];
}

/** Makes this copy that of the page before its loader is there. @returns false where another copy came first */
export function promiseLoader(loader: Omit<PageLoader, 'version'>): boolean {
  if (isTaken(page[LOADER])) return false;
  page[LOADER] = promised = { version: VERSION, ...loader };
  return true;
}

/** Makes this copy that of the page. @returns false where another copy came first */
export function becomeLoader(loader: Omit<PageLoader, 'version'>): boolean {
  const found = page[LOADER];
  if (found !== promised && isTaken(found)) return false;
  promised = undefined;
  page[LOADER] = { version: VERSION, ...loader };
  return true;
}

function isTaken(first: PageLoader | undefined): boolean {
  if (first && first.version !== VERSION)
    console.warn(
      `mcp-embed: the elements of this page are those of version ${first.version}, which came first; version ${VERSION} registers none. Load one of the two.`,
    );
  return first !== undefined;
}
