/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import { McpRootsElement } from '../roots/roots.js';
import { McpRootsApprovalElement } from '../roots-approval/roots-approval.js';
import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-elicitation-approval': McpElicitationApprovalElement,
  'mcp-roots': McpRootsElement,
  'mcp-roots-approval': McpRootsApprovalElement,
  'mcp-sampling-approval': McpSamplingApprovalElement,
  'mcp-tool-approval': McpToolApprovalElement,
};
