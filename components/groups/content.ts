/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpCodeViewElement } from '../code-view/code-view.js';
import { McpContentElement } from '../content/content.js';
import { McpPageViewElement } from '../page-view/page-view.js';
import { McpRemoteMediaElement } from '../remote-media/remote-media.js';
import { McpResourceViewElement } from '../resource-view/resource-view.js';
import { McpToolResultElement } from '../tool-result/tool-result.js';
import { type ElementClasses } from '../define/define-elements.js';

export const elements: ElementClasses = {
  'mcp-code-view': McpCodeViewElement,
  'mcp-content': McpContentElement,
  'mcp-page-view': McpPageViewElement,
  'mcp-remote-media': McpRemoteMediaElement,
  'mcp-resource-view': McpResourceViewElement,
  'mcp-tool-result': McpToolResultElement,
};
