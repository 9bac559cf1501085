import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';
import './mcp-content.js';

if (!customElements.get('mcp-sampling-approval'))
  customElements.define('mcp-sampling-approval', McpSamplingApprovalElement);
