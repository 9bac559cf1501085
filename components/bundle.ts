import './internal/lit-ready.js';
import './define/context-root.js';
import { autoload } from './autoloader.js';
import { groups, hosts } from './groups/table.js';

/*
 * `mcp-embed/define`, and the file of the script tag: the elements that connect are registered at once, the others when one of
 * them appears. The public core is one global object.
 */
autoload(hosts, groups);

export { load, ready } from './autoloader.js';
export { registerMessages } from './words/messages.js';
export type { Message, Messages, PluralMessage } from './words/messages.js';
export * from '../src/index.js';
export * from '../src/approvals/index.js';
export * from './events.js';
