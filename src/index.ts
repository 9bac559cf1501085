/** The public core: the MCP client without any user interface. Importing it registers nothing. */
export { connect } from './session/session.js';
export { PerSession, Session } from './session/session.js';
export type { OwnValues } from './session/session.js';
export type { CapabilityName, CallSettings, Endpoint, HeadersSource, SessionOptions } from './session/options.js';
export type { SessionState } from './session/options.js';

export { HttpError, McpError, ProtocolError, asMcpError, isMcpError } from './errors.js';
export type { McpErrorCode, McpErrorOptions } from './errors.js';
export { Store } from './util/store.js';
export type { Readable } from './util/store.js';

export { Catalog } from './session/lists.js';
export { itemsOf } from './session/list-state.js';
export type { CatalogState, ItemProblem } from './session/list-state.js';
export type { CompletionReference } from './session/prompts.js';
export { Prompts } from './session/prompts.js';
export type { CallOptions } from './session/requester.js';
export type { StoredResource } from './session/resources.js';
export type { ReadOptions } from './session/resources.js';
export { Resources } from './session/resources.js';
export { Tools } from './session/tools.js';

export type * from './approvals/index.js';

export type * from './storage/types.js';
export type * from './storage/types.js';

export { serverOffers } from './protocol/capabilities.js';
export type { OfferedMethod } from './protocol/capabilities.js';
export { displayName } from './protocol/model.js';
export type * from './protocol/model.js';
export type * from './protocol/model.js';
export type { Initiator } from './protocol/model.js';
