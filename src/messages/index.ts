/** The messages of a session as they are, `mcp-embed/messages`: follow, search, save, and write them as programs. */
export {
  isFailedExchange,
  isFailedRow,
  isProbeRefusal,
  isRefusedVisit,
  type LoggedExchange,
  type LoggedMessage,
  type LoggedRow,
  MAX_LOGGED_CHARACTERS,
  MAX_LOGGED_ROWS,
  type MessageLog,
  messageLogOf,
  type Negotiation,
  sizeOf,
  textOfMessage,
} from './message-log.js';
export { fitsFilter, fittingRows, isEmptyFilter, type MessageFilter } from './search.js';
export { MESSAGES_FORMAT, type MessageExportOptions, messagesAsHar, messagesAsJson } from './export.js';
export { type NoSnippet, SNIPPET_LANGUAGES, type Snippet, type SnippetLanguage, snippetOf } from './snippets.js';
export {
  redactedBody,
  redactedCallback,
  redactedHeaders,
  redactedMessage,
  redactedResponseHeaders,
  redactedText,
} from '../wire/redacted.js';
export { placeholderOf, redactedAddress, type SecretSign } from '../secrets/placeholders.js';
export {
  type ExchangeEvent,
  type ExchangePurpose,
  type HttpExchange,
  MAX_EXCHANGE_EVENTS,
  type SignInPhase,
} from '../jsonrpc/http-exchange.js';
