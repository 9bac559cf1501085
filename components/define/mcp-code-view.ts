import { McpCodeViewElement } from '../code-view/code-view.js';

if (!customElements.get('mcp-code-view')) customElements.define('mcp-code-view', McpCodeViewElement);
