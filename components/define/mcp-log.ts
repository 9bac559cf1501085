import { McpLogElement } from '../log/log.js';
import './mcp-json-view.js';

if (!customElements.get('mcp-log')) customElements.define('mcp-log', McpLogElement);
