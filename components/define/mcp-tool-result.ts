import { McpToolResultElement } from '../tool-result/tool-result.js';
import './mcp-content.js';

if (!customElements.get('mcp-tool-result')) customElements.define('mcp-tool-result', McpToolResultElement);
