/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpRootsElement } from '../roots/roots.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-roots': McpRootsElement, 'mcp-roots-approval': McpRootsApprovalElement });
