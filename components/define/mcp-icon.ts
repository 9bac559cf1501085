import { McpIconElement } from '../icon/icon.js';

if (!customElements.get('mcp-icon')) customElements.define('mcp-icon', McpIconElement);
