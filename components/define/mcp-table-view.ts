/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-table-view': McpTableViewElement });
