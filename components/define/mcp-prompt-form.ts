import { McpPromptFormElement } from '../prompt-form/prompt-form.js';
import './mcp-content.js';
import './mcp-schema-field.js';

if (!customElements.get('mcp-prompt-form')) customElements.define('mcp-prompt-form', McpPromptFormElement);
