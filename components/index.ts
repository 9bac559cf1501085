/*
 * Every element class, by the group of files it loads in (see components/autoloader.ts), and every event. Importing this
 * registers nothing; `define` does. To add an element: its folder, and one line here. `npm run generate` makes the rest.
 */

/* Group hosts: there from the start: they connect, list and hold the others. */
export { McpApprovalQueueElement } from './approval-queue/approval-queue.js';
export { McpClientElement } from './client/client.js';
export { McpConnectionStatusElement } from './connection-status/connection-status.js';
export { McpPromptListElement } from './prompt-list/prompt-list.js';
export { McpResourceListElement } from './resource-list/resource-list.js';
export { McpSessionElement } from './session/session.js';
export { McpToolListElement } from './tool-list/tool-list.js';

/* Group forms: what is filled in. */
export { McpPromptFormElement } from './prompt-form/prompt-form.js';
export { McpSchemaFieldElement } from './schema-field/schema-field.js';
export { McpToolFormElement } from './tool-form/tool-form.js';

/* Group questions: what asks a person to decide. */
export { McpElicitationApprovalElement } from './elicitation-approval/elicitation-approval.js';
export { McpRootsElement } from './roots/roots.js';
export { McpRootsApprovalElement } from './roots-approval/roots-approval.js';
export { McpSamplingApprovalElement } from './sampling-approval/sampling-approval.js';
export { McpToolApprovalElement } from './tool-approval/tool-approval.js';

/* Group sign-in: by itself, for where a page signs people in it is there from the start. */
export { McpSignInElement } from './sign-in/sign-in.js';

/* Group content: what comes back. */
export { McpCodeViewElement } from './code-view/code-view.js';
export { McpContentElement } from './content/content.js';
export { McpPageViewElement } from './page-view/page-view.js';
export { McpRemoteMediaElement } from './remote-media/remote-media.js';
export { McpResourceViewElement } from './resource-view/resource-view.js';
export { McpToolResultElement } from './tool-result/tool-result.js';

/* Group data: data that is too much for a text. */
export { McpJsonViewElement } from './json-view/json-view.js';
export { McpTableViewElement } from './table-view/table-view.js';

/* Group panels: what a person opens to look at, and rarely. */
export { McpAllowedHostsElement } from './allowed-hosts/allowed-hosts.js';
export { McpAuditLogElement } from './audit-log/audit-log.js';
export { McpLogElement } from './log/log.js';
export { McpPermissionsElement } from './permissions/permissions.js';
export { McpStorageElement } from './storage/storage.js';
export { McpTranscriptElement } from './transcript/transcript.js';

/* Group icons: icons of what a server offers. */
export { McpIconElement } from './icon/icon.js';

export * from './events.js';
/* Not in the script tag’s first load: they come with the element that tells of them. */
export { McpRecordingOpenEvent } from './events.js';
export { McpRunAgainRequestEvent } from './events.js';

/* For tests of pages. */
export { PRESS_WAIT_MS, setPressGuard } from './approval-queue/press-guard.js';
export type { PressClock } from './approval-queue/press-guard.js';

/* What a page may allow content to do, and how much of it is shown. */
export { DEFAULT_LIMITS } from '../src/content/index.js';
export { HostGrants } from '../src/content/index.js';
export type { HostMemory, RemoteGrants } from '../src/content/index.js';
export type { ContentLimits, ContentPolicy, ContentRenderer, RendererInput } from '../src/content/index.js';
