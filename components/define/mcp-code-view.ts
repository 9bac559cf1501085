/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-code-view': McpCodeViewElement });
