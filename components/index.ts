/*
 * Every element class, by the group of files that it loads with (see components/autoloader.ts), and every event.
 * Importing this registers nothing; `define` does. To add an element, add its folder and one line here. `npm run
 * generate` makes the rest.
 */

import './internal/lit-ready.js';

/* Group hosts: registered at once. They connect and contain the others. */
export { McpClientElement } from './client/client.js';
export { McpSessionElement } from './session/session.js';

/* Group lists: the first view of a client. They load while the server answers for the first time. */
export { McpConnectionStatusElement } from './connection-status/connection-status.js';
export { McpPromptListElement } from './prompt-list/prompt-list.js';
export { McpResourceListElement } from './resource-list/resource-list.js';
export { McpToolListElement } from './tool-list/tool-list.js';

/* Group queue: what asks the person. It loads after the lists. */
export { McpApprovalQueueElement } from './approval-queue/approval-queue.js';

/* Group forms: forms for tools, prompts and fields. */
export { McpPromptFormElement } from './prompt-form/prompt-form.js';
export { McpSchemaFieldElement } from './schema-field/schema-field.js';
export { McpToolFormElement } from './tool-form/tool-form.js';

/* Group questions: questions that a person decides. */
export { McpElicitationApprovalElement } from './elicitation-approval/elicitation-approval.js';
export { McpRootsElement } from './roots/roots.js';
export { McpRootsApprovalElement } from './roots-approval/roots-approval.js';
export { McpSamplingApprovalElement } from './sampling-approval/sampling-approval.js';
export { McpToolApprovalElement } from './tool-approval/tool-approval.js';

/* Group sign-in: alone, because a page that signs people in registers it at once. */
export { McpSignInElement } from './sign-in/sign-in.js';

/* Group workspace: only on pages with several servers. */
export { McpWorkspaceElement } from './workspace/workspace.js';

/* Group inspector: only to look at what was said. */
export { McpLogElement } from './log/log.js';

/* Group diagnosis: only if a connection fails. */
export { McpDiagnosisElement } from './diagnosis/diagnosis.js';

/* Group content: results, resources and messages. */
export { McpCodeViewElement } from './code-view/code-view.js';
export { McpContentElement } from './content/content.js';
export { McpPageViewElement } from './page-view/page-view.js';
export { McpRemoteMediaElement } from './remote-media/remote-media.js';
export { McpResourceViewElement } from './resource-view/resource-view.js';
export { McpToolResultElement } from './tool-result/tool-result.js';

/* Group data: views of large data. */
export { McpJsonViewElement } from './json-view/json-view.js';
export { McpTableViewElement } from './table-view/table-view.js';

/* Group panels: rarely opened by a person. */
export { McpAllowedHostsElement } from './allowed-hosts/allowed-hosts.js';
export { McpPermissionsElement } from './permissions/permissions.js';
export { McpServerReportElement } from './server-report/server-report.js';
export { McpStorageElement } from './storage/storage.js';

/* Group icons: icons of servers and their items. */
export { McpIconElement } from './icon/icon.js';

export * from './events.js';
/* Not in the first load of the script tag: they come with the element that sends them. */
export { McpRecordingOpenEvent } from './events.js';
export { McpRunAgainRequestEvent } from './events.js';
export { McpServerChangeEvent } from './events.js';

/* The words of the elements. */
export { MAX_LANGUAGES, MAX_MESSAGE_LENGTH, MAX_REGISTERED_MESSAGES, registerMessages } from './words/messages.js';
export type { Message, Messages, PluralMessage } from './words/messages.js';

/* For tests of pages. */
export { PRESS_WAIT_MS, setPressGuard } from './approval-queue/press-guard.js';
export type { PressClock } from './approval-queue/press-guard.js';

/* What an element is given. */
export type { WorkspaceServer } from './workspace/workspace.js';

/* The limits and permissions of content. */
export { DEFAULT_LIMITS } from '../src/content/index.js';
export { HostGrants } from '../src/content/index.js';
export type { HostMemory, RemoteGrants } from '../src/content/index.js';
export type { ContentLimits, ContentPolicy, ContentRenderer, RendererInput } from '../src/content/index.js';
