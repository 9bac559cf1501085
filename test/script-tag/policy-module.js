// The script of the tag as a module, so that the test can reach the core of this copy.
import * as other from '/dist/mcp-embed.esm.js';

globalThis.McpEmbedModule = other;
