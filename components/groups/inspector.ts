/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpMessageLogElement } from '../message-log/message-log.js';
import { McpServerReportElement } from '../server-report/server-report.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-message-log': McpMessageLogElement,
  'mcp-server-report': McpServerReportElement,
};
