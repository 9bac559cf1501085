import { McpConnectionStatusElement } from '../connection-status/connection-status.js';

if (!customElements.get('mcp-connection-status'))
  customElements.define('mcp-connection-status', McpConnectionStatusElement);
