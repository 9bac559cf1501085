import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import './mcp-schema-field.js';

if (!customElements.get('mcp-tool-approval')) customElements.define('mcp-tool-approval', McpToolApprovalElement);
