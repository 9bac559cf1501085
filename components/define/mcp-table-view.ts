import { McpTableViewElement } from '../table-view/table-view.js';

if (!customElements.get('mcp-table-view')) customElements.define('mcp-table-view', McpTableViewElement);
