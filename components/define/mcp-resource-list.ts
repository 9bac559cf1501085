/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpResourceListElement } from '../resource-list/resource-list.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-resource-list': McpResourceListElement, 'mcp-icon': McpIconElement });
