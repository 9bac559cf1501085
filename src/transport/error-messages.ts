import {
  type ErrorText,
  errorTextOf,
  HttpError,
  McpError,
  type McpErrorCode,
  type McpErrorOptions,
} from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { isLoopbackHost } from '../util/hosts.js';
import { corsRulesFor, headerLines } from './cors-rules.js';
import { NoAnswerError } from './no-answer.js';
import { type SilentRequest } from './cors-failure.js';
import { errorText as rpcErrorText } from '../jsonrpc/error-texts.js';
import { errorText } from './error-texts.js';
import { wordsInAnswer } from './server-words.js';

/** The facts about an answer that is a refusal or no MCP. */
export interface AnswerFacts {
  readonly status: number;
  readonly contentType: string;
  readonly excerpt: string;
  /** Seconds of `Retry-After`; absent where the server sent none or CORS hides it. */
  readonly retryAfter?: number | undefined;
  /** True where the request carried a token. */
  readonly hadToken?: boolean | undefined;
  /**
   * Scopes that the token lacks, separated by spaces; empty where the server names none, absent where the refusal is
   * not about scopes.
   */
  readonly lacksScope?: string | undefined;
}

/** The facts that change the remedy for a status. */
export type StatusFacts = Pick<AnswerFacts, 'status' | 'retryAfter' | 'hadToken' | 'lacksScope'>;

/** Error code for an unknown resource, in revisions before 2026-07-28. */
export const RESOURCE_NOT_FOUND = -32002;
/** Characters of a server’s text in an error of this library. The rest is cut. */
const MAX_SERVER_QUOTE_LENGTH = 200;

/** An answer that is no MCP message: of another type, or with an error status. */
export function answerError(host: string, code: McpErrorCode, facts: AnswerFacts): HttpError {
  const [what, remedy, developer] = code === 'not-mcp' ? explainType(host, facts) : explainStatus(facts, host);
  const serverWords = wordsInAnswer(facts.contentType, facts.excerpt);
  return new HttpError(code, what, { ...facts, serverWords, remedy, developer });
}

function explainType(host: string, { contentType, status }: AnswerFacts): Explanation {
  if (status === 202 || status === 204)
    return [errorText('transport.emptyAnswer', { host, status }), errorText('transport.answerWithMessage')];
  const type = contentType.slice(0, MAX_SERVER_QUOTE_LENGTH);
  return [
    type ? errorText('transport.otherType', { host, type }) : errorText('transport.noType', { host }),
    // A page, as of a site or a sign-in, is seldom that of an MCP server.
    errorText(type.endsWith('html') ? 'transport.checkPath' : 'transport.sendContentType'),
  ];
}

/** The answer to a request came, and cannot be read. */
export function unreadableAnswer(problem: McpError): McpError {
  return new McpError(problem.code, errorTextOf(problem), {
    cause: problem,
    remedy: rpcErrorText('jsonrpc.checkFirst'),
  });
}

/** The server demands a session id that it did send: CORS hid the header from this page. */
export function sessionHidden(cause: McpError): McpError {
  return new McpError('http', errorText('transport.sessionIdHidden', { problem: errorTextOf(cause) }), {
    cause,
    remedy: errorText('transport.exposeSessionId'),
  });
}

export function noRevisionInCommon(theirs: readonly string[], ours: readonly string[]): McpError {
  const all = theirs.join(', ');
  const told = all.length > MAX_SERVER_QUOTE_LENGTH ? `${all.slice(0, MAX_SERVER_QUOTE_LENGTH)}…` : all;
  const mine = ours.join(', ');
  return new McpError(
    'unsupported-version',
    told
      ? errorText('transport.noRevisionInCommon', { theirs: told, ours: mine })
      : errorText('transport.noRevisionNamed', { ours: mine }),
    { remedy: errorText('transport.updateServer') },
  );
}

/** What to do about a refusal that the server explained in its own words; nothing where there is nothing to add. */
export function remedyFor(facts: StatusFacts, rpcCode: number): Pick<McpErrorOptions, 'remedy' | 'developer'> {
  const { status } = facts;
  if (status === 404) return { remedy: remedyForMissing(rpcCode) };
  if (status !== 401 && status !== 403 && status !== 429 && status < 500) return {};
  const [, remedy, developer] = explainStatus(facts);
  return { remedy, developer };
}

/** Many servers answer a wrong path with a JSON-RPC error that has its own code. */
function remedyForMissing(rpcCode: number): ErrorText {
  switch (rpcCode) {
    case rpcCodes.methodNotFound:
      return errorText('transport.noSuchMethod');
    case rpcCodes.invalidParams:
    case RESOURCE_NOT_FOUND:
      return errorText('transport.readListAgain');
    default:
      return errorText('transport.checkPath');
  }
}

type Explanation = readonly [what: ErrorText, remedy: ErrorText, developer?: ErrorText];

function explainStatus({ status, retryAfter, hadToken, lacksScope }: StatusFacts, host = ''): Explanation {
  const said = { host, status };
  switch (true) {
    case status === 401 && hadToken:
      return [errorText('transport.tokenRefused', said), errorText('transport.newToken')];
    case status === 401:
      return [
        errorText('transport.unauthorized', said),
        errorText('transport.askForToken'),
        errorText('transport.offerSignIn'),
      ];
    case status === 403 && lacksScope !== undefined:
      return [
        errorText('transport.rightMissing', said),
        lacksScope ? errorText('transport.getRights', { scope: lacksScope }) : errorText('transport.getMoreRights'),
      ];
    case status === 403: {
      const origin = globalThis.location?.origin;
      return [
        errorText('transport.forbidden', said),
        origin === undefined ? errorText('transport.mayNotAllowPage') : errorText('transport.mayNotAllow', { origin }),
      ];
    }
    case status === 404:
      return [errorText('transport.notFound', said), errorText('transport.checkPath')];
    case status === 413:
      return [errorText('transport.contentTooLarge', said), errorText('transport.sendLess')];
    case status === 431:
      return [errorText('transport.headersTooLarge', said), errorText('transport.shortenHeaders')];
    case status === 429:
      return [
        errorText('transport.tooManyRequests', said),
        retryAfter === undefined
          ? errorText('transport.waitALittle')
          : errorText('transport.waitSeconds', { seconds: retryAfter }),
      ];
    case status >= 500:
      return [
        errorText('transport.serverFailed', said),
        retryAfter === undefined
          ? errorText('transport.tryLater')
          : errorText('transport.tryLaterIn', { seconds: retryAfter }),
      ];
    default:
      return [errorText('transport.refused', said), errorText('transport.checkExpectations')];
  }
}

/** The facts about the page when a request gets no answer. */
export interface PageFacts {
  readonly origin: string | undefined;
  readonly online: boolean;
}

function pageFacts(): PageFacts {
  const { location, navigator } = globalThis;
  return { origin: location?.origin, online: navigator?.onLine ?? true };
}

/**
 * Explains `TypeError: Failed to fetch`. The browser does not distinguish a server that is down from one that refuses
 * this page, so the message names both, and the CORS headers that the server needs.
 * @param sent names of the headers of the request
 * @param request the data for finding the cause; the error is then a {@link NoAnswerError}
 */
export function networkError(
  url: string,
  sent: readonly string[],
  cause: unknown,
  page: PageFacts = pageFacts(),
  request?: SilentRequest,
): McpError {
  const { host, protocol, hostname } = new URL(url);
  if (!page.online && !isLoopbackHost(hostname))
    return new McpError('network', errorText('transport.offline', { host }), {
      cause,
      remedy: errorText('transport.connectToNetwork'),
    });
  if (page.origin?.startsWith('https:') && protocol === 'http:' && !isLoopbackHost(hostname))
    return new McpError('network', errorText('transport.mixedContent', { host }), {
      cause,
      remedy: errorText('transport.giveHttps'),
    });
  if (page.origin !== undefined && page.origin === new URL(url).origin)
    return new McpError('network', errorText('transport.noAnswer', { host }), {
      cause,
      remedy: errorText('transport.checkOwnServer'),
    });
  const what = errorText('transport.noAnswerOrNotAllowed', { host });
  const lines = headerLines(corsRulesFor(page.origin, sent)).join('; ');
  const remedy = errorText('transport.checkServerAndCors', { lines });
  return request
    ? new NoAnswerError(what, { cause, remedy }, request)
    : new McpError('network', what, { cause, remedy });
}
