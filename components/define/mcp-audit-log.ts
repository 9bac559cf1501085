/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpAuditLogElement } from '../audit-log/audit-log.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-audit-log': McpAuditLogElement });
