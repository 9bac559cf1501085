import { McpRecordElement } from '../record/record.js';

if (!customElements.get('mcp-record')) customElements.define('mcp-record', McpRecordElement);
