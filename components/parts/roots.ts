/* Where the person says that a server is to work. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { McpRootsElement } from '../roots/roots.js';

export const elements: ElementClasses = { 'mcp-roots': McpRootsElement, 'mcp-roots-approval': McpRootsApprovalElement };
