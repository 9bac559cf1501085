import type { ElementClasses } from '../lazy-define.js';
import { McpSamplingApprovalElement } from '../sampling-approval/sampling-approval.js';

/* What a server wants a model to be asked. */
export const elements: ElementClasses = { 'mcp-sampling-approval': McpSamplingApprovalElement };
