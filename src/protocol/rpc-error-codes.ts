import type { ErrorText, McpError, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { RESOURCE_NOT_FOUND } from '../transport/error-messages.js';
import { asObject } from './decode/values.js';
import { errorText } from './error-texts.js';
import { headerMismatch, missingCapability, unsupportedVersion, urlElicitationRequired } from './revisions.js';

/** Our words for an error of a server. Its own words are the `message` of the error. */
export interface ServerErrorWords {
  /** The meaning of the code; undefined if the HTTP status says more, and for codes of the server's own. */
  readonly what: ErrorText | undefined;
  readonly remedy: ErrorText | undefined;
  /** What whoever builds the page can do. */
  readonly developer: ErrorText | undefined;
}

type Words = (
  error: ProtocolError,
) => readonly [what: ErrorText, remedy?: ErrorText | undefined, developer?: ErrorText];

/**
 * Codes with a meaning that all servers share. Those from −32000 to −32019 have none, except the one for resources.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
const WORDS: Readonly<Record<number, Words>> = {
  [rpcCodes.parseError]: () => [errorText('protocol.code.parseError'), errorText('protocol.code.parseErrorRemedy')],
  [rpcCodes.invalidRequest]: () => [
    errorText('protocol.code.invalidRequest'),
    errorText('protocol.code.invalidRequestRemedy'),
  ],
  [rpcCodes.methodNotFound]: () => [
    errorText('protocol.code.methodNotFound'),
    errorText('protocol.code.methodNotFoundRemedy'),
  ],
  [rpcCodes.invalidParams]: () => [
    errorText('protocol.code.invalidParams'),
    errorText('protocol.code.invalidParamsRemedy'),
  ],
  [rpcCodes.internalError]: () => [
    errorText('protocol.code.internalError'),
    errorText('protocol.code.internalErrorRemedy'),
  ],
  [RESOURCE_NOT_FOUND]: () => [
    errorText('protocol.code.resourceNotFound'),
    errorText('protocol.code.resourceNotFoundRemedy'),
  ],
  [headerMismatch]: () => [errorText('protocol.code.headerMismatch'), errorText('protocol.code.headerMismatchRemedy')],
  [missingCapability]: ({ data }) => [errorText('protocol.code.missingCapability'), undefined, switchesOn(data)],
  [unsupportedVersion]: () => [
    errorText('protocol.code.unsupportedVersion'),
    errorText('protocol.code.unsupportedVersionRemedy'),
  ],
  [urlElicitationRequired]: () => [
    errorText('protocol.code.pageRequired'),
    errorText('protocol.code.pageRequiredRemedy'),
  ],
};

/** Capabilities that a page can switch on. Other names from the server are not repeated. */
const SWITCHABLE = ['sampling', 'elicitation', 'roots'] as const;

function switchesOn(data: unknown): ErrorText {
  const required = asObject(asObject(data)?.['requiredCapabilities']) ?? {};
  const names = SWITCHABLE.filter((name) => Object.hasOwn(required, name));
  return names.length > 0 ? errorText('protocol.code.switchOn', { names }) : errorText('protocol.code.switchOnMore');
}

/**
 * Explains an error of a server by its code, with a remedy. All code that shows an error calls this.
 * @returns undefined if the text of the error is already from this library
 * @example
 * const { what, remedy } = explainServerError(error) ?? {};
 * note.textContent = `${what?.text ?? ''} Server says: ${error.message} ${remedy?.text ?? ''}`;
 */
export function explainServerError(error: McpError): ServerErrorWords | undefined {
  if (!('rpcCode' in error) || error.key !== 'verbatim') return undefined;
  const { rpcCode, code, remedyText, developerText } = error as ProtocolError;
  // With 401 and 403, servers send any code.
  if (code !== 'server-error') return { what: undefined, remedy: remedyText, developer: developerText };
  // Only the server's text explains a code of the server's own.
  const [what, remedy, developer] = (Object.hasOwn(WORDS, rpcCode) && WORDS[rpcCode]?.(error as ProtocolError)) || [];
  return { what, remedy: remedyText ?? remedy, developer: developerText ?? developer };
}

/**
 * The server's own text in an error, for a quotation: its message, or the reason in an answer that is no MCP message.
 * @returns undefined if the error contains no text of the server
 */
export function serverWordsOf(error: McpError): string | undefined {
  if (explainServerError(error)) return error.message;
  return 'serverWords' in error && typeof error.serverWords === 'string' ? error.serverWords : undefined;
}
