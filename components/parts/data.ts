import type { ElementClasses } from '../lazy-define.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';

/* Data that is too much for a text: trees of JSON, tables. */
export const elements: ElementClasses = {
  'mcp-json-view': McpJsonViewElement,
  'mcp-table-view': McpTableViewElement,
};
