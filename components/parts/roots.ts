import type { ElementClasses } from '../lazy-define.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { McpRootsElement } from '../roots/roots.js';

/* Where the person says that a server is to work. */
export const elements: ElementClasses = { 'mcp-roots': McpRootsElement, 'mcp-roots-approval': McpRootsApprovalElement };
