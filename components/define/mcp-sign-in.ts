import { McpSignInElement } from '../sign-in/sign-in.js';

if (!customElements.get('mcp-sign-in')) customElements.define('mcp-sign-in', McpSignInElement);
