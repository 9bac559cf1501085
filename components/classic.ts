import * as library from './bundle.js';

/*
 * The classic script, mcp-embed.iife.js: what the module exports is the global McpEmbed. A name that the page has taken
 * stays the page's, and a copy that was there before stays too, because its elements are the registered ones.
 */
const page = globalThis as { McpEmbed?: unknown };

// An element with that id is no own property.
if (!Object.hasOwn(page, 'McpEmbed'))
  Object.defineProperty(page, 'McpEmbed', { value: library, configurable: true, enumerable: false, writable: true });
else if (typeof (page.McpEmbed as { load?: unknown } | null)?.load !== 'function')
  console.warn(
    'mcp-embed: this page has another McpEmbed, which stays. The elements work; for the functions, import mcp-embed.js.',
  );
