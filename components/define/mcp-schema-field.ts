import { McpSchemaFieldElement } from '../schema-field/schema-field.js';

if (!customElements.get('mcp-schema-field')) customElements.define('mcp-schema-field', McpSchemaFieldElement);
