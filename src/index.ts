/**
 * The MCP client without any user interface: `mcp-embed`. Importing it registers nothing and needs no DOM.
 *
 * @example
 * import { connect } from 'mcp-embed';
 * const session = await connect('https://example.com/mcp');
 * const tools = await session.tools.list();
 */
export { connect, PerSession, Session, type OwnValues } from './session/session.js';
export type { CapabilityName, Endpoint, HeadersSource, SessionOptions, SessionState } from './session/options.js';

// The parts of a session.
export { CallClock, type Clock, type ExchangeTime } from './jsonrpc/call-clock.js';
export type { CallOptions } from './session/requester.js';
export { Catalog } from './session/lists.js';
export { type CatalogChange, type CatalogChanges } from './session/list-changes.js';
export { itemsOf, type CatalogState, type ItemProblem } from './session/list-state.js';
export { Tools } from './session/tools.js';
export { Resources, type ReadOptions } from './session/resources.js';
export type { SessionPermissions } from './session/approvals.js';
export type { SessionTranscript } from './session/transcript.js';
export type { StoredResource } from './session/caching.js';
export { Prompts, type CompletionReference } from './session/prompts.js';

export { explainServerError, serverWordsOf, type ServerErrorWords } from './protocol/rpc-error-codes.js';
export { supportedRevisions } from './protocol/revisions.js';
export { serverOffers, type OfferedMethod } from './protocol/capabilities.js';

export {
  modelContextServer,
  type ModelContext,
  type ModelContextAnnotations,
  type ModelContextTool,
  type RegisteredTool,
} from './util/model-context.js';
export {
  readSitePolicy,
  sitePolicy,
  type SiteNameRules,
  type SitePolicy,
  type SiteToolRules,
} from './policy/site-policy.js';

// State that can be followed.
export { Store, type Readable } from './util/store.js';

export {
  asMcpError,
  defineErrorTexts,
  HttpError,
  isMcpError,
  McpError,
  ProtocolError,
  verbatim,
  type ErrorParam,
  type ErrorParams,
  type ErrorText,
  type ErrorTexts,
  type McpErrorCode,
  type McpErrorOptions,
} from './errors.js';

// The types of the protocol, with the names of the specification.
export { displayName } from './protocol/model.js';
export type * from './protocol/model.js';

// Types of the options; what is made with them is in `mcp-embed/approvals` and `mcp-embed/storage`.
export type * from './approvals/index.js';
export type {
  ArgumentsRecord,
  BlobRecord,
  DraftRecord,
  HostsRecord,
  Kind,
  ListRecord,
  MessageRecord,
  RecordKey,
  ResourceRecord,
  SavedArgumentsRecord,
  ServerRecord,
  Storage,
  StorageChange,
  StoredKinds,
  StoredRecord,
  StoredRootsRecord,
  SubscriptionRecord,
  TaskRecord,
  Usage,
  ViewRecord,
  Wanted,
} from './storage/types.js';
