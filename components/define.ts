/* First, so that it listens before the first element asks for its session. */
import './define/context-root.js';
import './define/mcp-session.js';
import './define/mcp-client.js';
import './define/mcp-approval-queue.js';
import './define/mcp-connection-status.js';
import './define/mcp-content.js';
import './define/mcp-elicitation-approval.js';
import './define/mcp-prompt-form.js';
import './define/mcp-prompt-list.js';
import './define/mcp-resource-list.js';
import './define/mcp-resource-view.js';
import './define/mcp-sampling-approval.js';
import './define/mcp-schema-field.js';
import './define/mcp-tool-form.js';
import './define/mcp-tool-list.js';
import './define/mcp-tool-result.js';
