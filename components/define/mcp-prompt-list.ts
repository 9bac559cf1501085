import { McpPromptListElement } from '../prompt-list/prompt-list.js';
import './mcp-icon.js';

if (!customElements.get('mcp-prompt-list')) customElements.define('mcp-prompt-list', McpPromptListElement);
