/** The public core: the MCP client without any user interface. Importing it registers nothing. */
export { connect } from './session/connect.js';
export { Session } from './session/session.js';
export type { AnswerKind, CallSettings, Endpoint, HeadersSource, SessionOptions } from './session/session-options.js';
export type { SessionState } from './session/session-state.js';

export { HttpError, McpError, ProtocolError, asMcpError, isMcpError } from './errors.js';
export type { McpErrorCode, McpErrorOptions } from './errors.js';
export { Store } from './util/store.js';
export type { Readable } from './util/store.js';

export { Catalog } from './features/catalog.js';
export { itemsOf } from './features/catalog-state.js';
export type { CatalogState, ItemProblem } from './features/catalog-state.js';
export type { CompletionReference } from './features/completion.js';
export { Prompts } from './features/prompts.js';
export type { CallOptions } from './features/requester.js';
export type { KeptResource } from './features/resource-cache.js';
export type { ReadOptions } from './features/resource-reader.js';
export { Resources } from './features/resources.js';
export { Tools } from './features/tools.js';

export type * from './approvals/index.js';

export type * from './store/storage.js';
export type * from './store/records.js';

export { displayName } from './protocol/display-name.js';
export type * from './protocol/model.js';
export type * from './protocol/model-tasks.js';
export type { StartedBy } from './protocol/started-by.js';
