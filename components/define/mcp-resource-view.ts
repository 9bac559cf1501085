import { McpResourceViewElement } from '../resource-view/resource-view.js';
import './mcp-content.js';
import './mcp-schema-field.js';

if (!customElements.get('mcp-resource-view')) customElements.define('mcp-resource-view', McpResourceViewElement);
