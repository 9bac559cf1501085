import { McpConnectionStatusElement } from '../connection-status/connection-status.js';
import './mcp-allowed-hosts.js';
import './mcp-consents.js';
import './mcp-icon.js';
import './mcp-record.js';
import './mcp-roots.js';
import './mcp-sign-in.js';
import './mcp-storage.js';

if (!customElements.get('mcp-connection-status'))
  customElements.define('mcp-connection-status', McpConnectionStatusElement);
