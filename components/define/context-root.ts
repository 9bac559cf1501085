import '../internal/lit-ready.js';
import { ContextRoot } from '@lit/context';

/*
 * Elements come to life in any order: one that asks for its session before the element around it is defined would wait
 * for ever. The root keeps such requests until somebody can answer. It has to listen before the first element asks, so
 * this module is imported before all others; and once per page, also when this library is loaded twice.
 */
const ATTACHED = Symbol.for('mcp-embed.context-root');
const page = globalThis.document as (Document & { [ATTACHED]?: true }) | undefined;

if (page && !page[ATTACHED]) {
  page[ATTACHED] = true;
  new ContextRoot().attach(page.documentElement);
}
