import { McpResourceListElement } from '../resource-list/resource-list.js';

if (!customElements.get('mcp-resource-list')) customElements.define('mcp-resource-list', McpResourceListElement);
