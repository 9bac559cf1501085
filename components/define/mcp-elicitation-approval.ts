import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import './mcp-schema-field.js';

if (!customElements.get('mcp-elicitation-approval'))
  customElements.define('mcp-elicitation-approval', McpElicitationApprovalElement);
