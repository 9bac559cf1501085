/* Made by `npm run generate` from components/index.ts: change that. */
import { loadOnce } from '../../src/util/load-once.js';
import type { ElementGroup } from '../autoloader.js';
import { McpClientElement } from '../client/client.js';
import { McpSessionElement } from '../session/session.js';
import { type ElementClasses } from '../define/define-elements.js';

/** Registered from the start. */
export const hosts: ElementClasses = { 'mcp-client': McpClientElement, 'mcp-session': McpSessionElement };

/** Each loads when the first of its elements is seen. */
export const groups: readonly ElementGroup[] = [
  {
    name: 'lists',
    tags: ['mcp-approval-queue', 'mcp-connection-status', 'mcp-prompt-list', 'mcp-resource-list', 'mcp-tool-list'],
    load: () => loadOnce('lists', () => import('./lists.js')),
  },
  {
    name: 'forms',
    tags: ['mcp-prompt-form', 'mcp-schema-field', 'mcp-tool-form'],
    load: () => loadOnce('forms', () => import('./forms.js')),
  },
  {
    name: 'questions',
    tags: ['mcp-elicitation-approval', 'mcp-roots', 'mcp-roots-approval', 'mcp-sampling-approval', 'mcp-tool-approval'],
    load: () => loadOnce('questions', () => import('./questions.js')),
  },
  { name: 'sign-in', tags: ['mcp-sign-in'], load: () => loadOnce('sign-in', () => import('./sign-in.js')) },
  { name: 'workspace', tags: ['mcp-workspace'], load: () => loadOnce('workspace', () => import('./workspace.js')) },
  {
    name: 'inspector',
    tags: ['mcp-message-log', 'mcp-server-report'],
    load: () => loadOnce('inspector', () => import('./inspector.js')),
  },
  { name: 'diagnosis', tags: ['mcp-diagnosis'], load: () => loadOnce('diagnosis', () => import('./diagnosis.js')) },
  {
    name: 'content',
    tags: ['mcp-code-view', 'mcp-content', 'mcp-page-view', 'mcp-remote-media', 'mcp-resource-view', 'mcp-tool-result'],
    load: () => loadOnce('content', () => import('./content.js')),
  },
  { name: 'data', tags: ['mcp-json-view', 'mcp-table-view'], load: () => loadOnce('data', () => import('./data.js')) },
  {
    name: 'panels',
    tags: ['mcp-allowed-hosts', 'mcp-audit-log', 'mcp-log', 'mcp-permissions', 'mcp-storage', 'mcp-transcript'],
    load: () => loadOnce('panels', () => import('./panels.js')),
  },
  { name: 'icons', tags: ['mcp-icon'], load: () => loadOnce('icons', () => import('./icons.js')) },
];
