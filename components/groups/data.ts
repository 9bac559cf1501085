/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = { 'mcp-json-view': McpJsonViewElement, 'mcp-table-view': McpTableViewElement };
