/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpPromptListElement } from '../prompt-list/prompt-list.js';
import { McpIconElement } from '../icon/icon.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-prompt-list': McpPromptListElement, 'mcp-icon': McpIconElement });
