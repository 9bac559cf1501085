import { McpJsonViewElement } from '../json-view/json-view.js';

if (!customElements.get('mcp-json-view')) customElements.define('mcp-json-view', McpJsonViewElement);
