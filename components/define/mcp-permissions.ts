/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpPermissionsElement } from '../permissions/permissions.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-permissions': McpPermissionsElement });
