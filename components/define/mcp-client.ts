import { McpClientElement } from '../client/client.js';
import './mcp-approval-queue.js';
import './mcp-connection-status.js';
import './mcp-log.js';
import './mcp-prompt-form.js';
import './mcp-prompt-list.js';
import './mcp-resource-list.js';
import './mcp-resource-view.js';
import './mcp-sign-in.js';
import './mcp-tool-form.js';
import './mcp-tool-list.js';
import './mcp-transcript.js';

if (!customElements.get('mcp-client')) customElements.define('mcp-client', McpClientElement);
