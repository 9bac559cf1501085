import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'transport.startAgain': 'Start it again and connect anew.',
  'transport.socketClosed': 'The connection to {host} is closed.',
  'transport.connectAgain': 'Connect again.',
  'transport.noSocket': 'Could not reach {host}. It may not be running, or may refuse this page.',
  'transport.checkWebSocket': 'Check the address and that the server speaks WebSocket.',
  'transport.socketClosedBy': '{host} closed the connection ({code}).',
  'transport.argumentsUnsendable': 'These arguments cannot be sent: {problem}',
  'transport.closed': 'The session is closed.',
  'transport.tooManyValues': 'A message from the server contains more than {limit} values and was skipped.',
  'transport.sessionIdHidden': 'The server wants a session id that the browser did not let us read: {problem}',
  'transport.exposeSessionId': 'The server must send Access-Control-Expose-Headers: Mcp-Session-Id.',
  'transport.updateServer': 'Update the server, or this client.',
  'transport.offline': '{host} cannot be reached: this device is offline.',
  'transport.connectToNetwork': 'Connect to the network and try again.',
  'transport.mixedContent': 'The browser does not let an https page call {host} over plain http.',
  'transport.giveHttps': 'Give the server an https address.',
  'transport.noAnswer': 'No answer from {host}.',
  'transport.checkOwnServer':
    'Check the address, that the server is running, and that it may be reached through this page’s own server.',
  'transport.streamClosed': '{host} closed its stream.',
  'transport.messagesElsewhere': '{host} wants messages sent to another site, which was refused.',
  'transport.useSiteThatAnswers': 'Use the address of the site that answers.',
  'transport.noEndpointEvent': '{host} sent events, but did not say first where to send messages.',
  'transport.checkStreamPath': 'Check the path: it leads to a stream that is not an MCP server’s.',
  'transport.brokenOff': 'The connection broke in the middle of an answer.',
  'transport.messageTooLarge': 'The server sent a message over {megabytes} MB; it was not read.',
  'transport.redirectedElsewhere': '{host} redirected to another site ({other}); refused.',
  'transport.useThatAddress': 'If you trust that site, use its address.',
  'transport.redirectHidden':
    '{host} redirects to an address that the browser does not show. It may be another site, so the redirect is not followed.',
  'transport.useTargetAddress': 'Use the address it leads to. Whoever runs that server knows it.',
  'transport.redirectLoop': '{host} redirects in circles.',
  'transport.checkAddress': 'Check the address.',
  'transport.headersUnsendable':
    'A header that this page adds cannot be sent: its name or its value has characters that no header can have.',
  'transport.requestUnsendable': 'This page’s headers or arguments cannot be sent: {problem}',
  'transport.noAnswerAnyMore': '{host} stopped responding.',
  'transport.checkServer': 'Check that the server is running and you are online, then try again.',
  'transport.checkProxy': 'A proxy in front of the server may also answer without CORS headers.',
  'transport.oneAnswerMissing':
    '{host} answers, but did not answer this one request: the connection broke, or the answer came without CORS headers.',
  'transport.checkCorsEverywhere':
    'Try again. If this continues, make sure that every answer of the server has its CORS headers, including errors and answers of a proxy.',
  'transport.preflightUnanswered':
    '{host} answers this page, but not the question (an OPTIONS request, the preflight) that browsers ask before they send JSON, or it allows none of the headers asked for (CORS).',
  'transport.answerPreflight':
    'It must answer OPTIONS requests at this address with 204 and these header lines, before authentication and without a redirect: {lines}.',
  'transport.headersRefused':
    '{host} answers, but its CORS rules do not allow {headers}, so the browser did not send this request.',
  'transport.sessionUnknown': 'The server no longer knows this session.',
  'transport.answerHasCome': 'The answer has arrived; nothing more is expected.',
  'transport.restLost': 'The answer broke off, and the rest of it could not be fetched: {problem}',
  'transport.otherType': '{host} answered with {type}, not with an MCP message.',
  'transport.noType': '{host} answered with something without a type, not with an MCP message.',
  'transport.emptyAnswer': '{host} answered a request with status {status} and no message.',
  'transport.answerWithMessage':
    'The server must answer a request with JSON or a stream of events. It may have carried it out.',
  'transport.sendContentType':
    'The server must send Content-Type: application/json or text/event-stream. If it is not the server, check the path.',
  'transport.checkPath': 'Check the path: most MCP servers have a path such as /mcp.',
  'transport.noRevisionInCommon': 'No common protocol version: the server speaks {theirs}, this client {ours}.',
  'transport.noRevisionNamed': 'No common protocol version: the server names none, this client speaks {ours}.',
  'transport.noSuchMethod':
    'The server has no such method. If nothing else works either, check the path: most MCP servers have a path such as /mcp.',
  'transport.readListAgain': 'The requested item may be gone or have another name: read the list again.',
  'transport.tokenRefused': '{host} refused the token that it was given ({status}).',
  'transport.newToken': 'Sign in again, or give this page a new token, and check that it was issued for this address.',
  'transport.unauthorized': '{host} needs a sign-in or an access token ({status}).',
  'transport.offerSignIn':
    'Give the element a `redirect-uri` attribute and people can sign in, or give it a token for that server.',
  'transport.askForToken': 'Ask whoever runs the server for a token.',
  'transport.rightMissing': '{host} says that the token lacks a right ({status}).',
  'transport.getRights': 'The token lacks rights that the server names: {scope}. Get a token that has them.',
  'transport.getMoreRights': 'The token lacks a right, and the server does not say which. Get a token that has more.',
  'transport.forbidden': '{host} refuses this page ({status}).',
  'transport.mayNotAllow': 'It may not allow {origin}, or the token may lack a right.',
  'transport.mayNotAllowPage': 'It may not allow this page, or the token may lack a right.',
  'transport.notFound': '{host} has nothing at this address ({status}).',
  'transport.contentTooLarge': '{host} finds the message too large ({status}).',
  'transport.sendLess': 'Send less at once.',
  'transport.headersTooLarge': '{host} finds the headers too large ({status}).',
  'transport.shortenHeaders': 'Some names and arguments are sent in headers: make them shorter.',
  'transport.tooManyRequests': '{host} gets too many requests ({status}).',
  'transport.waitALittle': 'Wait a little and try again.',
  'transport.waitSeconds': 'Wait {seconds} s and try again.',
  'transport.serverFailed': '{host} failed ({status}).',
  'transport.tryLater': 'The problem is at the server. Try again later.',
  'transport.tryLaterIn': 'The problem is at the server. Try again later: the server asks to wait {seconds} s.',
  'transport.refused': '{host} refused the request ({status}).',
  'transport.checkExpectations': 'Check the address and what the server expects.',
  'transport.noAnswerOrNotAllowed': 'Could not reach {host}. It may not be running, or may not allow this page (CORS).',
  'transport.checkServerAndCors':
    'Check the address and that the server is running. If it is, it must allow this page with CORS; the browser does not say which of these lines are missing: {lines}.',
  'transport.allowHeaders': 'The server must add {headers} to Access-Control-Allow-Headers.',
  'transport.allowHeadersAndDelete':
    'The server must add {headers} to Access-Control-Allow-Headers, and DELETE to Access-Control-Allow-Methods where it is not there.',
  'transport.pageServerUnreadable': 'The server in this page sent something that cannot be read.',
  'transport.pageServerFailed': 'The server in this page failed.',
  'transport.pageServerClosed': 'The server in this page closed its port.',
  'transport.checkFirst': 'The request may have been carried out. Check before you try again. {remedy}',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
