/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpPageViewElement } from '../page-view/page-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-page-view': McpPageViewElement });
