/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpToolApprovalElement } from '../tool-approval/tool-approval.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-schema-field': McpSchemaFieldElement, 'mcp-tool-approval': McpToolApprovalElement });
