/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpToolFormElement } from '../tool-form/tool-form.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-prompt-form': McpPromptFormElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-tool-form': McpToolFormElement,
};
