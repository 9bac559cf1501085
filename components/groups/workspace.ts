/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpWorkspaceElement } from '../workspace/workspace.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = { 'mcp-workspace': McpWorkspaceElement };
