import type { ElementClasses } from '../lazy-define.js';
import { McpTranscriptElement } from '../transcript/transcript.js';

/* What was said with a server. */
export const elements: ElementClasses = { 'mcp-transcript': McpTranscriptElement };
