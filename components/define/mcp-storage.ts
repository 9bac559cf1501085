import { McpStorageElement } from '../storage/storage.js';

if (!customElements.get('mcp-storage')) customElements.define('mcp-storage', McpStorageElement);
