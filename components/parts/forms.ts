/* What is filled in: forms for tools, prompts and questions with fields. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpElicitationApprovalElement } from '../elicitation-approval/elicitation-approval.js';
import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { McpToolFormElement } from '../tool-form/tool-form.js';

export const elements: ElementClasses = {
  'mcp-elicitation-approval': McpElicitationApprovalElement,
  'mcp-prompt-form': McpPromptFormElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-tool-approval': McpToolApprovalElement,
  'mcp-tool-form': McpToolFormElement,
};
