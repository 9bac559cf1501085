import './define/context-root.js';
import { autoload } from './autoloader.js';
import { groups, hosts } from './groups/table.js';

/*
 * `mcp-embed/define`, and what a script tag loads: the elements that connect, list and ask at once, the others when one is
 * seen, and the public core under one name.
 */
autoload(hosts, groups);

export { load, ready } from './autoloader.js';
export * from '../src/index.js';
export * from '../src/approvals/index.js';
export * from './events.js';
