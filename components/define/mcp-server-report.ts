/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpServerReportElement } from '../server-report/server-report.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-server-report': McpServerReportElement, 'mcp-table-view': McpTableViewElement });
