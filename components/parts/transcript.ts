/* What was said with a server. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpTranscriptElement } from '../transcript/transcript.js';

export const elements: ElementClasses = { 'mcp-transcript': McpTranscriptElement };
