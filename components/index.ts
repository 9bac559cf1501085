/* Every element class, every event and the contexts. Importing this registers nothing; `define` does. */
export { McpApprovalQueueElement } from './approval-queue/approval-queue.js';
export { McpClientElement } from './client/client.js';
export { McpConnectionStatusElement } from './connection-status/connection-status.js';
export { McpContentElement } from './content/content.js';
export { McpElicitationApprovalElement } from './elicitation-approval/elicitation-approval.js';
export { McpPromptFormElement } from './prompt-form/prompt-form.js';
export { McpPromptListElement } from './prompt-list/prompt-list.js';
export { McpResourceListElement } from './resource-list/resource-list.js';
export { McpResourceViewElement } from './resource-view/resource-view.js';
export { McpSamplingApprovalElement } from './sampling-approval/sampling-approval.js';
export { McpSchemaFieldElement } from './schema-field/schema-field.js';
export { McpSessionElement } from './session/session.js';
export { McpToolFormElement } from './tool-form/tool-form.js';
export { McpToolListElement } from './tool-list/tool-list.js';
export { McpToolResultElement } from './tool-result/tool-result.js';

export * from './events.js';

/* What a page may allow content to do, and how much of it is shown. */
export { DEFAULT_LIMITS } from '../src/content/index.js';
export type { ContentLimits, ContentPolicy } from '../src/content/index.js';
