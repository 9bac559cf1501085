import { McpApprovalQueueElement } from '../approval-queue/approval-queue.js';
import './mcp-elicitation-approval.js';
import './mcp-sampling-approval.js';

if (!customElements.get('mcp-approval-queue')) customElements.define('mcp-approval-queue', McpApprovalQueueElement);
