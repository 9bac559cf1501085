import { McpConsentsElement } from '../consents/consents.js';
import type { ElementClasses } from '../lazy-define.js';
import { McpRecordElement } from '../record/record.js';

/* What the person decided, and the record of it. */
export const elements: ElementClasses = { 'mcp-consents': McpConsentsElement, 'mcp-record': McpRecordElement };
