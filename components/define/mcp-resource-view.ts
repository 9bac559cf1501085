import { McpResourceViewElement } from '../resource-view/resource-view.js';
import './mcp-content.js';

if (!customElements.get('mcp-resource-view')) customElements.define('mcp-resource-view', McpResourceViewElement);
