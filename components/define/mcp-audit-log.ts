import { McpAuditLogElement } from '../audit-log/audit-log.js';

if (!customElements.get('mcp-audit-log')) customElements.define('mcp-audit-log', McpAuditLogElement);
