/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpApprovalQueueElement } from '../approval-queue/approval-queue.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import { McpRootsElement } from '../roots/roots.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { McpContentElement } from '../content/content.js';
import { McpPageViewElement } from '../page-view/page-view.js';
import { McpRemoteMediaElement } from '../remote-media/remote-media.js';
import { McpResourceViewElement } from '../resource-view/resource-view.js';
import { McpToolResultElement } from '../tool-result/tool-result.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({
  'mcp-approval-queue': McpApprovalQueueElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-elicitation-approval': McpElicitationApprovalElement,
  'mcp-roots': McpRootsElement,
  'mcp-roots-approval': McpRootsApprovalElement,
  'mcp-sampling-approval': McpSamplingApprovalElement,
  'mcp-tool-approval': McpToolApprovalElement,
  'mcp-code-view': McpCodeViewElement,
  'mcp-content': McpContentElement,
  'mcp-page-view': McpPageViewElement,
  'mcp-remote-media': McpRemoteMediaElement,
  'mcp-resource-view': McpResourceViewElement,
  'mcp-tool-result': McpToolResultElement,
  'mcp-json-view': McpJsonViewElement,
  'mcp-table-view': McpTableViewElement,
});
