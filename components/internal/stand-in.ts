/** The names of global objects that `lit-ready.ts` removes again. */
export const standIns: string[] = [];

/*
 * Lit’s file for browsers reads `HTMLElement` and `document` when it is imported, and a worker has neither. Bundlers put
 * this file into workers and into servers at the edge, too. Here it finds these two while it is imported; nothing is
 * ever rendered with them. Node, Deno and Bun import Lit’s file for servers, which needs nothing.
 */
const node = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;
const isEdge = globalThis.navigator?.userAgent === 'Cloudflare-Workers';

if (!globalThis.document && (!node || isEdge)) {
  provide('document', { createTreeWalker: () => ({}) });
  if (!globalThis.HTMLElement) provide('HTMLElement', EventTarget);
}

function provide(name: string, value: unknown): void {
  standIns.push(name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
