/* Every element class, every event and the contexts. Importing this registers nothing; `define` does. */
export { McpAllowedHostsElement } from './allowed-hosts/allowed-hosts.js';
export { McpApprovalQueueElement } from './approval-queue/approval-queue.js';
export { McpClientElement } from './client/client.js';
export { McpCodeViewElement } from './code-view/code-view.js';
export { McpConnectionStatusElement } from './connection-status/connection-status.js';
export { McpPermissionsElement } from './permissions/permissions.js';
export { McpContentElement } from './content/content.js';
export { McpElicitationApprovalElement } from './elicitation-approval/elicitation-approval.js';
export { McpIconElement } from './icon/icon.js';
export { McpJsonViewElement } from './json-view/json-view.js';
export { McpLogElement } from './log/log.js';
export { McpPageViewElement } from './page-view/page-view.js';
export { McpPromptFormElement } from './prompt-form/prompt-form.js';
export { McpPromptListElement } from './prompt-list/prompt-list.js';
export { McpAuditLogElement } from './audit-log/audit-log.js';
export { McpRemoteMediaElement } from './remote-media/remote-media.js';
export { McpResourceListElement } from './resource-list/resource-list.js';
export { McpResourceViewElement } from './resource-view/resource-view.js';
export { McpRootsApprovalElement } from './roots-approval/roots-approval.js';
export { McpRootsElement } from './roots/roots.js';
export { McpSamplingApprovalElement } from './sampling-approval/sampling-approval.js';
export { McpSchemaFieldElement } from './schema-field/schema-field.js';
export { McpSessionElement } from './session/session.js';
export { McpSignInElement } from './sign-in/sign-in.js';
export { McpStorageElement } from './storage/storage.js';
export { McpTableViewElement } from './table-view/table-view.js';
export { McpToolApprovalElement } from './tool-approval/tool-approval.js';
export { McpToolFormElement } from './tool-form/tool-form.js';
export { McpToolListElement } from './tool-list/tool-list.js';
export { McpToolResultElement } from './tool-result/tool-result.js';
export { McpTranscriptElement } from './transcript/transcript.js';

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
