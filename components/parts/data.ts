/* Data that is too much for a text: trees of JSON, tables. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';

export const elements: ElementClasses = {
  'mcp-json-view': McpJsonViewElement,
  'mcp-table-view': McpTableViewElement,
};
