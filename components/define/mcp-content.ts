import { McpContentElement } from '../content/content.js';
import './mcp-code-view.js';
import './mcp-json-view.js';
import './mcp-page-view.js';
import './mcp-remote-media.js';
import './mcp-resource-view.js';
import './mcp-table-view.js';

if (!customElements.get('mcp-content')) customElements.define('mcp-content', McpContentElement);
