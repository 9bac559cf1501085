import type { ElementClasses } from '../lazy-define.js';
import { McpLogElement } from '../log/log.js';

/* What a server logs. */
export const elements: ElementClasses = { 'mcp-log': McpLogElement };
