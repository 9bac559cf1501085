/* What a server wants a model to be asked. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';

export const elements: ElementClasses = { 'mcp-sampling-approval': McpSamplingApprovalElement };
