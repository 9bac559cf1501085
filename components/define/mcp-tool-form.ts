import { McpToolFormElement } from '../tool-form/tool-form.js';
import './mcp-schema-field.js';
import './mcp-tool-result.js';

if (!customElements.get('mcp-tool-form')) customElements.define('mcp-tool-form', McpToolFormElement);
