import { McpSessionElement } from '../session/session.js';

if (!customElements.get('mcp-session')) customElements.define('mcp-session', McpSessionElement);
