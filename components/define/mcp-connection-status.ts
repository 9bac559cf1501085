import { McpConnectionStatusElement } from '../connection-status/connection-status.js';
import './mcp-allowed-hosts.js';
import './mcp-permissions.js';
import './mcp-icon.js';
import './mcp-audit-log.js';
import './mcp-roots.js';
import './mcp-sign-in.js';
import './mcp-storage.js';

if (!customElements.get('mcp-connection-status'))
  customElements.define('mcp-connection-status', McpConnectionStatusElement);
