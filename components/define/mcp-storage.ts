/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpStorageElement } from '../storage/storage.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-storage': McpStorageElement });
