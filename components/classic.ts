import * as library from './bundle.js';

/*
 * The classic script, mcp-embed.iife.js: the global McpEmbed has the exports of the module. If the page uses this name
 * itself, its value stays. An earlier copy stays too, because its elements are the registered ones.
 */
const page = globalThis as { McpEmbed?: unknown };

// An element with that id is no own property.
if (!Object.hasOwn(page, 'McpEmbed'))
  Object.defineProperty(page, 'McpEmbed', { value: library, configurable: true, enumerable: false, writable: true });
else if (typeof (page.McpEmbed as { load?: unknown } | null)?.load !== 'function')
  console.warn(
    'mcp-embed: this page has another McpEmbed, which stays. The elements work; for the functions, import mcp-embed.js.',
  );
