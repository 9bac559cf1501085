/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-icon': McpIconElement });
