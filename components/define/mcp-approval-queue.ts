import { McpApprovalQueueElement } from '../approval-queue/approval-queue.js';
import './mcp-elicitation-approval.js';
import './mcp-roots-approval.js';
import './mcp-sampling-approval.js';
import './mcp-tool-approval.js';
import './mcp-tool-result.js';

if (!customElements.get('mcp-approval-queue')) customElements.define('mcp-approval-queue', McpApprovalQueueElement);
