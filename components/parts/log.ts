/* What a server logs. */
import type { ElementClasses } from '../define/on-sight.js';
import { McpLogElement } from '../log/log.js';

export const elements: ElementClasses = { 'mcp-log': McpLogElement };
