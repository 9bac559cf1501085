/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpToolListElement } from '../tool-list/tool-list.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-tool-list': McpToolListElement, 'mcp-icon': McpIconElement });
