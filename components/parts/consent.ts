import { McpPermissionsElement } from '../permissions/permissions.js';
import type { ElementClasses } from '../lazy-define.js';
import { McpAuditLogElement } from '../audit-log/audit-log.js';

/* What the person decided, and the record of it. */
export const elements: ElementClasses = {
  'mcp-permissions': McpPermissionsElement,
  'mcp-audit-log': McpAuditLogElement,
};
