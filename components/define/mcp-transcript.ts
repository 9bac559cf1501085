import { McpTranscriptElement } from '../transcript/transcript.js';
import './mcp-json-view.js';

if (!customElements.get('mcp-transcript')) customElements.define('mcp-transcript', McpTranscriptElement);
