import { McpPageViewElement } from '../page-view/page-view.js';

if (!customElements.get('mcp-page-view')) customElements.define('mcp-page-view', McpPageViewElement);
