import { McpRootsElement } from '../roots/roots.js';

if (!customElements.get('mcp-roots')) customElements.define('mcp-roots', McpRootsElement);
