import { HttpError, McpError, type McpErrorCode } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { isLoopbackHost } from '../util/hosts.js';
import { corsRulesFor, headerLines } from './cors.js';
import { NoAnswerError, type SilentRequest } from './no-answer.js';

/** What a refusal or a strange answer looked like. */
export interface AnswerFacts {
  readonly status: number;
  readonly contentType: string;
  readonly excerpt: string;
  /** Seconds after which the server wants to be asked again, where it says so and the browser lets us read it. */
  readonly retryAfter?: number | undefined;
  /** A token was sent. */
  readonly hadToken?: boolean | undefined;
  /** Rights that the token lacks, where the server says that it does; empty where it names none. */
  readonly lacksScope?: string | undefined;
}

/** What makes the remedy for a status another one. */
export type StatusFacts = Pick<AnswerFacts, 'status' | 'retryAfter' | 'hadToken' | 'lacksScope'>;

/** Of the revisions before 2026-07-28. */
export const RESOURCE_NOT_FOUND = -32002;
/** Characters of a server's own words that stand inside ours. */
const MAX_TOLD = 200;
const CHECK_PATH = 'Check the path: most MCP servers have a path such as /mcp.';

/** An answer that is no MCP message: of another type, or a status that says no. */
export function answerError(host: string, code: McpErrorCode, facts: AnswerFacts): HttpError {
  const [message, remedy] = code === 'not-mcp' ? explainType(facts) : explainStatus(facts);
  return new HttpError(code, `${host} ${message}.`, { ...facts, remedy });
}

function explainType({ contentType }: AnswerFacts): [message: string, remedy: string] {
  return [
    `answered with ${contentType.slice(0, MAX_TOLD) || 'something without a type'}, not with an MCP message`,
    CHECK_PATH,
  ];
}

/** The server speaks of a session whose id never reached us: it sent one, and the browser kept it back. */
export function sessionHidden(cause: McpError): McpError {
  return new McpError('http', `The server wants a session id that the browser did not let us read: ${cause.message}`, {
    cause,
    remedy: 'The server must send Access-Control-Expose-Headers: Mcp-Session-Id.',
  });
}

export function noRevisionInCommon(theirs: readonly string[], ours: readonly string[]): McpError {
  const all = theirs.join(', ');
  const told = all.length > MAX_TOLD ? `${all.slice(0, MAX_TOLD)}…` : all;
  return new McpError(
    'unsupported-version',
    `No protocol revision in common: the server speaks ${told || 'none it named'}, this client ${ours.join(', ')}.`,
    { remedy: 'Update the server, or this client.' },
  );
}

function explainStatus(facts: AnswerFacts): [message: string, remedy: string] {
  const [message, remedy] = wordsFor(facts);
  return [`${message} (${facts.status})`, remedy];
}

/** What to do about a refusal whose reason the server said in its own words; undefined where those are all there is. */
export function remedyFor(facts: StatusFacts, rpcCode: number): string | undefined {
  const { status } = facts;
  if (status === 404) return remedyForMissing(rpcCode);
  return status === 401 || status === 403 || status === 429 || status >= 500 ? wordsFor(facts)[1] : undefined;
}

/** Many answer a wrong path with a JSON-RPC error and a code that they made up. */
function remedyForMissing(rpcCode: number): string {
  switch (rpcCode) {
    case rpcCodes.methodNotFound:
      return `The server has no such method. Where nothing else of it works either: ${CHECK_PATH}`;
    case rpcCodes.invalidParams:
    case RESOURCE_NOT_FOUND:
      return 'What was asked for may be gone, or be called otherwise: read the list again.';
    default:
      return CHECK_PATH;
  }
}

function wordsFor({ status, retryAfter, hadToken, lacksScope }: StatusFacts): [message: string, remedy: string] {
  const origin = globalThis.location?.origin ?? 'this page';
  switch (true) {
    case status === 401 && hadToken:
      return [
        'refused the token that it was given',
        'Sign in again, or give this page a new token, and check that it was issued for this address.',
      ];
    case status === 401:
      return [
        'wants to know who you are',
        'Give the element a `redirect-uri` attribute and people can sign in, or give it a token for that server.',
      ];
    case status === 403 && lacksScope !== undefined:
      return [
        'says that the token lacks a right',
        lacksScope
          ? `The token lacks rights that the server names: ${lacksScope}. Get a token that has them.`
          : 'The token lacks a right, and the server does not say which. Get a token that has more.',
      ];
    case status === 403:
      return ['refuses this page', `It may not allow ${origin}, or the token may lack a right.`];
    case status === 404:
      return ['has nothing at this address', CHECK_PATH];
    case status === 413:
      return ['finds the message too large', 'Send less at once.'];
    case status === 431:
      return ['finds the headers too large', 'Some travel in headers: shorter names or arguments may do.'];
    case status === 429:
      return ['is asked too often', `Wait ${retryAfter === undefined ? 'a little' : `${retryAfter} s`} and try again.`];
    case status >= 500:
      return [
        'failed',
        `That is the server’s own trouble. Try again ${retryAfter === undefined ? 'later' : `later: it says in ${retryAfter} s`}.`,
      ];
    default:
      return ['refused the request', 'Check the address and what the server expects.'];
  }
}

/** What is known about the page when a request brings no answer at all. */
export interface PageFacts {
  readonly origin: string | undefined;
  readonly online: boolean;
}

function pageFacts(): PageFacts {
  const { location, navigator } = globalThis;
  return { origin: location?.origin, online: navigator?.onLine ?? true };
}

/**
 * Says in words what `TypeError: Failed to fetch` hides. The browser does not tell a server that is down from one that
 * refuses this page, so the sentence names both, and what the server would have to allow.
 * @param sent names of the headers of the request
 * @param request what it takes to find out more, where anybody may
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
    return new McpError('network', `${host} cannot be reached: this device is offline.`, {
      cause,
      remedy: 'Connect to the network and try again.',
    });
  if (page.origin?.startsWith('https:') && protocol === 'http:' && !isLoopbackHost(hostname))
    return new McpError('network', `The browser does not let an https page call ${host} over plain http.`, {
      cause,
      remedy: 'Give the server an https address.',
    });
  if (page.origin !== undefined && page.origin === new URL(url).origin)
    return new McpError('network', `No answer from ${host}.`, {
      cause,
      remedy:
        'Check the address, that the server is running, and that it may be reached through this page’s own server.',
    });
  const words = `No answer from ${host}: it is not running there, or it does not allow this page.`;
  const lines = headerLines(corsRulesFor(page.origin, sent)).join('; ');
  const remedy =
    'Check the address and that the server is running. If it is, it must allow this page with CORS; ' +
    `the browser does not say which of these lines are missing: ${lines}.`;
  return request
    ? new NoAnswerError(words, { cause, remedy }, request)
    : new McpError('network', words, { cause, remedy });
}
