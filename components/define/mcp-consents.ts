import { McpConsentsElement } from '../consents/consents.js';

if (!customElements.get('mcp-consents')) customElements.define('mcp-consents', McpConsentsElement);
