/* Every event and the contexts: what a page needs beside the elements themselves. */
export { McpApprovalDecideEvent, type ApprovalDecision } from './events/mcp-approval-decide-event.js';
export { McpErrorEvent } from './events/mcp-error-event.js';
export { McpLinkOpenRequestEvent } from './events/mcp-link-open-request-event.js';
export { McpPromptResultEvent } from './events/mcp-prompt-result-event.js';
export { McpPromptSelectEvent } from './events/mcp-prompt-select-event.js';
export { McpResourceOpenRequestEvent } from './events/mcp-resource-open-request-event.js';
export { McpResourceSelectEvent } from './events/mcp-resource-select-event.js';
export { McpSchemeOpenRequestEvent } from './events/mcp-scheme-open-request-event.js';
export { McpStateChangeEvent } from './events/mcp-state-change-event.js';
export { McpToolCallRequestEvent } from './events/mcp-tool-call-request-event.js';
export { McpToolResultEvent } from './events/mcp-tool-result-event.js';
export { McpToolSelectEvent } from './events/mcp-tool-select-event.js';

/* For a page's own elements that want to work with the session around them. */
export { approvalsContext } from './contexts/approvals-context.js';
export { contentContext } from './contexts/content-context.js';
export { sessionContext } from './contexts/session-context.js';
