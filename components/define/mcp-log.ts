/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpJsonViewElement } from '../json-view/json-view.js';
import { McpLogElement } from '../log/log.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-json-view': McpJsonViewElement, 'mcp-log': McpLogElement });
