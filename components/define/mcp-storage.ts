/* Made by `npm run generate` from components/index.ts: change that. */
import { McpStorageElement } from '../storage/storage.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-storage': McpStorageElement });
