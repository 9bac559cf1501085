import { McpToolListElement } from '../tool-list/tool-list.js';
import './mcp-icon.js';

if (!customElements.get('mcp-tool-list')) customElements.define('mcp-tool-list', McpToolListElement);
