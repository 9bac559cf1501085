import { McpClientElement } from '../client/client.js';
import './mcp-approval-queue.js';
import './mcp-connection-status.js';
import './mcp-prompt-form.js';
import './mcp-prompt-list.js';
import './mcp-resource-list.js';
import './mcp-resource-view.js';
import './mcp-tool-form.js';
import './mcp-tool-list.js';

if (!customElements.get('mcp-client')) customElements.define('mcp-client', McpClientElement);
