import { defineErrorTexts, type ErrorTexts } from '../../src/errors.js';

const TEMPLATES = {
  'relay.hostRefused':
    'Refused: the request names the host {host}. This relay answers only to {hosts, disjunction}, so that no website can reach it under another name.',
  'relay.originRefused': 'Refused: a page of {origin} may not use this relay.',
  'relay.secretMissing':
    'Refused: the request lacks the secret of this launch. Use the address that the command printed.',
  'relay.secretWrong':
    'Refused: the secret is not that of this launch. The relay may have been started again: use the address that it printed last.',
  'relay.contentType': 'Refused: a message must have the content type application/json.',
  'relay.methodNotAllowed': 'Refused: {method} means nothing here.',
  'relay.acceptMissing': 'The request must accept application/json and text/event-stream.',
  'relay.bodyTooLarge': 'The message is larger than {megabytes} MB, the limit of this relay.',
  'relay.notJson': 'The message is not JSON.',
  'relay.notJsonRpc': 'The message is not a JSON-RPC 2.0 message.',
  'relay.batch': 'The message is a batch. Send one message at a time.',
  'relay.revisionUnknown': 'This relay does not know the protocol revision {revision}.',
  'relay.headerMismatch': 'The header {header} is missing or does not repeat what the message says.',
  'relay.sessionMissing': 'The request has no session id, and is not the one that opens a session.',
  'relay.sessionUnknown': 'This relay has no such session. Connect again.',
  'relay.sessionEnded': 'The session has ended. {reason}',
  'relay.sessionIdle': 'Nobody used it for {minutes} minutes.',
  'relay.sessionClosed': 'The client closed it.',
  'relay.sessionRefused': 'The server refused to open it.',
  'relay.sessionReplaced': 'It was the one that nobody used for the longest time, and another page needed its place.',
  'relay.tooManySessions':
    '{limit} sessions of this server are open and in use, each with a process of its own. Close another page first.',
  'relay.tooManyRequests': '{limit} requests are open already. Wait until one is answered.',
  'relay.idInUse': 'A request with the same id is open already.',
  'relay.eventUnknown': 'The stream cannot be resumed: this relay no longer has its events.',
  'relay.responseNotAllowed': 'In this protocol revision a client sends no answers.',
  'relay.closed': 'The relay is closed.',
  'relay.requestIgnored':
    'A request of the server ({method}) was ignored: in this protocol revision a server sends none.',
  'relay.notificationSkipped':
    'A notification ({method}) was skipped: it does not say to which open request it belongs.',
  'relay.folderNotFound': 'The server did not start: there is no folder {folder}.',
  'relay.commandNotFound':
    'The server did not start: there is no command {command}. Is it installed, and is it in PATH?',
  'relay.commandNotAllowed': 'The server did not start: {command} may not be executed.',
  'relay.commandFailed': 'The server did not start: {command} failed. {problem}',
  'relay.serverEnded': 'The server process ended with exit code {code}, and wrote nothing to stderr.',
  'relay.serverEndedSaying': 'The server process ended with exit code {code}. Its last lines: {lines}',
  'relay.serverKilled': 'The server process was ended by {signal}, and wrote nothing to stderr.',
  'relay.serverKilledSaying': 'The server process was ended by {signal}. Its last lines: {lines}',
  'relay.serverStopped': 'The relay ended the server process.',
  'relay.messageTooLarge':
    'The server wrote a message of more than {megabytes} MB. It was skipped; the answer to this request may have been in it.',
  'relay.messageTooDeep': 'The server wrote a message that is nested too deeply to be passed on.',
  'relay.probeSilent': 'The server did not answer {method}, so it is taken for one of an older revision.',
  'relay.probeEnded':
    'The server ended when it was asked {method}, so it is taken for one of an older revision. {reason}',
  'relay.upstreamInvalid': '{address} is not an http or https address of a server.',
  'relay.upstreamWithCredentials':
    'The address of the server has a user name or a password in it. Give them as a header instead.',
  'relay.upstreamNotSecure': '{host} is not on this machine or in a local network: use https.',
  'relay.upstreamUnresolved': '{host} was not found. {problem}',
  'relay.upstreamPrivate':
    '{host} leads to {address}, which is in a local network. A public name that leads there may be an attack. If it is right, start again with --allow-private (`allowPrivate` of the relay).',
  'relay.upstreamNotLoopback': '{host} leads to {address}, which is not on this machine.',
  'relay.upstreamUnreachable': 'No connection to {host}. {problem}',
  'relay.upstreamSlow': 'No connection to {host} within {seconds} s.',
  'relay.upstreamBroken': '{host} answered with something that is not HTTP. {problem}',
  'relay.redirectRefused':
    '{host} redirects to {other}, which was not given to this relay. If you trust it, give its address instead.',
  'relay.redirectInvalid': '{host} redirects to something that is not an address.',
  'relay.redirectChangesMethod':
    '{host} redirects in a way that would lose the message ({status}). A server must use 307 or 308.',
  'relay.redirectLoop': '{host} redirects more than {limit} times.',
  'relay.endpointUnknown': 'This relay knows no such address: the metadata of the server does not name it.',
  'relay.signInTooLarge': 'The request of the sign-in is larger than {kilobytes} KB, the limit of this relay.',
  'relay.signInFailed': 'The sign-in at {host} failed. {problem}',
  'relay.streamGone': 'The stream that this message belongs to has ended. Connect again.',
  'relay.notLoopback': 'The relay listens on this machine only: {host} is not a loopback address.',
  'relay.portTaken': 'Port {port} is in use by another program.',
  'relay.internal': 'The relay failed, which is a mistake in it. {problem}',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
