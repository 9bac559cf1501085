import { McpResourceListElement } from '../resource-list/resource-list.js';
import './mcp-icon.js';

if (!customElements.get('mcp-resource-list')) customElements.define('mcp-resource-list', McpResourceListElement);
