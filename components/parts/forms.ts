import type { ElementClasses } from '../lazy-define.js';
import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { McpToolFormElement } from '../tool-form/tool-form.js';

/* What is filled in: forms for tools, prompts and questions with fields. */
export const elements: ElementClasses = {
  'mcp-elicitation-approval': McpElicitationApprovalElement,
  'mcp-prompt-form': McpPromptFormElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-tool-approval': McpToolApprovalElement,
  'mcp-tool-form': McpToolFormElement,
};
