/* What the person decided, and the record of it. */
import { McpConsentsElement } from '../consents/consents.js';
import type { ElementClasses } from '../define/on-sight.js';
import { McpRecordElement } from '../record/record.js';

export const elements: ElementClasses = { 'mcp-consents': McpConsentsElement, 'mcp-record': McpRecordElement };
