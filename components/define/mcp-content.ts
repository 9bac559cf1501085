import { McpContentElement } from '../content/content.js';
import './mcp-resource-view.js';

if (!customElements.get('mcp-content')) customElements.define('mcp-content', McpContentElement);
