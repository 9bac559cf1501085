/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpApprovalQueueElement } from '../approval-queue/approval-queue.js';
import { McpConnectionStatusElement } from '../connection-status/connection-status.js';
import { McpPromptListElement } from '../prompt-list/prompt-list.js';
import { McpResourceListElement } from '../resource-list/resource-list.js';
import { McpToolListElement } from '../tool-list/tool-list.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-approval-queue': McpApprovalQueueElement,
  'mcp-connection-status': McpConnectionStatusElement,
  'mcp-prompt-list': McpPromptListElement,
  'mcp-resource-list': McpResourceListElement,
  'mcp-tool-list': McpToolListElement,
};
