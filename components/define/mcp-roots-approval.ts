import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import './mcp-roots.js';

if (!customElements.get('mcp-roots-approval')) customElements.define('mcp-roots-approval', McpRootsApprovalElement);
