/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpSessionElement } from '../session/session.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-session': McpSessionElement });
