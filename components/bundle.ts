import './define/context-root.js';
import { defineElements, defineOnSight } from './lazy-define.js';
import { McpApprovalQueueElement } from './approval-queue/approval-queue.js';
import { McpClientElement } from './client/client.js';
import { McpConnectionStatusElement } from './connection-status/connection-status.js';
import { McpPromptListElement } from './prompt-list/prompt-list.js';
import { McpResourceListElement } from './resource-list/resource-list.js';
import { McpSessionElement } from './session/session.js';
import { McpToolListElement } from './tool-list/tool-list.js';
import { resultAsText } from './tool-result/result-text.js';
import { loadOnce } from '../src/util/load-once.js';

/*
 * What a script tag loads: the elements that connect, list and ask, and the public core under one name. What is filled
 * in, and what comes back, is in files beside it that load when they are first needed.
 */
/* First, so that it listens before the first element asks for its session. */
/* Second, so that it is there before the first element is made. */
defineElements({
  'mcp-approval-queue': McpApprovalQueueElement,
  'mcp-client': McpClientElement,
  'mcp-connection-status': McpConnectionStatusElement,
  'mcp-prompt-list': McpPromptListElement,
  'mcp-resource-list': McpResourceListElement,
  'mcp-session': McpSessionElement,
  'mcp-tool-list': McpToolListElement,
});

defineOnSight([
  {
    tags: ['mcp-tool-form', 'mcp-prompt-form', 'mcp-schema-field', 'mcp-elicitation-approval', 'mcp-tool-approval'],
    load: () => {
      // What shows the answer comes in good time, also where there is no network any more when it is needed.
      setTimeout(() => loadContent().catch(() => {}), 2000);
      return loadOnce('forms', () => import('./parts/forms.js'));
    },
  },
  {
    tags: ['mcp-code-view', 'mcp-content', 'mcp-page-view', 'mcp-remote-media', 'mcp-tool-result', 'mcp-resource-view'],
    load: loadContent,
    textOf: resultAsText,
  },
  { tags: ['mcp-json-view', 'mcp-table-view'], load: () => loadOnce('data', () => import('./parts/data.js')) },
  { tags: ['mcp-transcript'], load: () => loadOnce('timeline', () => import('./parts/transcript.js')) },
  { tags: ['mcp-log'], load: () => loadOnce('log', () => import('./parts/log.js')) },
  { tags: ['mcp-permissions', 'mcp-audit-log'], load: () => loadOnce('consent', () => import('./parts/consent.js')) },
  { tags: ['mcp-roots', 'mcp-roots-approval'], load: () => loadOnce('roots', () => import('./parts/roots.js')) },
  { tags: ['mcp-icon', 'mcp-allowed-hosts'], load: () => loadOnce('icons', () => import('./parts/icons.js')) },
  { tags: ['mcp-sign-in'], load: () => loadOnce('sign-in', () => import('./parts/sign-in.js')) },
  { tags: ['mcp-storage'], load: () => loadOnce('storage-view', () => import('./parts/storage.js')) },
  { tags: ['mcp-sampling-approval'], load: () => loadOnce('sampling', () => import('./parts/sampling.js')) },
]);

function loadContent(): Promise<typeof import('./parts/content.js')> {
  return loadOnce('content', () => import('./parts/content.js'));
}

export * from '../src/index.js';
export * from '../src/approvals/index.js';
export * from './events.js';
