/* What comes back: results, contents, resources. */
import { McpContentElement } from '../content/content.js';
import type { ElementClasses } from '../define/on-sight.js';
import { McpResourceViewElement } from '../resource-view/resource-view.js';
import { McpToolResultElement } from '../tool-result/tool-result.js';

export const elements: ElementClasses = {
  'mcp-content': McpContentElement,
  'mcp-resource-view': McpResourceViewElement,
  'mcp-tool-result': McpToolResultElement,
};
