/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import { McpSchemaFieldElement } from '../schema-field/schema-field.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { McpContentElement } from '../content/content.js';
import { McpPageViewElement } from '../page-view/page-view.js';
import { McpRemoteMediaElement } from '../remote-media/remote-media.js';
import { McpResourceViewElement } from '../resource-view/resource-view.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpTableViewElement } from '../table-view/table-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({
  'mcp-prompt-form': McpPromptFormElement,
  'mcp-schema-field': McpSchemaFieldElement,
  'mcp-code-view': McpCodeViewElement,
  'mcp-content': McpContentElement,
  'mcp-page-view': McpPageViewElement,
  'mcp-remote-media': McpRemoteMediaElement,
  'mcp-resource-view': McpResourceViewElement,
  'mcp-json-view': McpJsonViewElement,
  'mcp-table-view': McpTableViewElement,
});
