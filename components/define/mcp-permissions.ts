import { McpPermissionsElement } from '../permissions/permissions.js';

if (!customElements.get('mcp-permissions')) customElements.define('mcp-permissions', McpPermissionsElement);
