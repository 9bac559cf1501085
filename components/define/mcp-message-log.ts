/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpMessageLogElement } from '../message-log/message-log.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { defineElements } from '../define/define-elements.js';

defineElements({
  'mcp-message-log': McpMessageLogElement,
  'mcp-code-view': McpCodeViewElement,
  'mcp-json-view': McpJsonViewElement,
});
