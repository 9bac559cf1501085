import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'protocol.inputWithoutWhat': 'The server’s answer to {method} asks for input, but does not say which.',
  'protocol.onePartOnly': 'The answer has {count} parts; revision {revision}, which this server speaks, takes one.',
  'protocol.answerInOnePart': 'Answer with text only, or with one picture or sound.',
  'protocol.notAnswered': 'This client does not answer {method}.',
  'protocol.answerNotObject': 'The server’s answer to {method} is not an object.',
  'protocol.noSubscription': 'The server does not report changes of {uri}.',
  'protocol.streamReplaced': 'Another notification stream replaced this one.',
  'protocol.notAcknowledged': 'The server did not confirm the subscription to its notifications.',
  'protocol.notificationsEnded': 'The server keeps ending the notification stream, so it is not opened again.',
  'protocol.someNotSubscribed': 'The server does not report all its changes: {refused}.',
  'protocol.notMcp': 'The server did not answer in MCP.',
  'protocol.unknownRevision': 'This client does not speak revision “{revision}” of the protocol.',
  'protocol.knownRevisions':
    'It speaks {revisions}. Leave the option out to use the newest that the server speaks too.',
  'protocol.revisionRefused':
    'The server does not speak revision {revision}, the only one that it was asked for. {cause}',
  'protocol.askForAnyRevision': 'Leave the revision to the client: it uses the newest that the server speaks.',
  'protocol.noParameters': 'The request has no parameters.',
  'protocol.unknownElicitationMode': 'This client has no elicitation mode “{mode}”.',
  'protocol.noRequestedSchema': 'The request has no requestedSchema.',
  'protocol.noUrl': 'The request names no url.',
  'protocol.urlTooLong': 'The url has more than {limit} characters.',
  'protocol.urlNotAPage': 'The url is not the address of a page.',
  'protocol.urlNotHttp': 'This client opens pages on http and https only, not “{protocol}”.',
  'protocol.notAPage': 'The request is a form.',
  'protocol.pageUnusable': 'The server requires a visit to a page that cannot be opened: {fault} It says: “{words}”',
  'protocol.resultsNotFromUser': 'Message {number} has tool results, which come from the user only.',
  'protocol.usesNotByAssistant': 'Message {number} uses tools, which only the assistant does.',
  'protocol.resultsMixed': 'Message {number} mixes tool results with other content.',
  'protocol.resultLacking': 'Message {number} lacks the tool result for “{id}”.',
  'protocol.resultOfNoCall': 'Message {number} has a tool result for “{id}”, which was not called just before.',
  'protocol.sameIdTwice': 'Message {number} has two tool calls with the same id.',
  'protocol.resultMissing': 'The tool result for “{id}” is missing.',
  'protocol.noMessages': 'The request has no messages.',
  'protocol.tooManyMessages': 'The request has more than {limit} messages.',
  'protocol.noMaxTokens': 'The request has no maxTokens.',
  'protocol.samplingTooLong': 'The request has more than {limit} characters.',
  'protocol.noToolToRequire': 'The request requires the use of a tool, but offers none.',
  'protocol.toolsNoList': 'The tools of the request are not a list.',
  'protocol.tooManyValues': 'The request has more than {limit, number} values.',
  'protocol.tooManyStops': 'The request names more than {limit} texts to stop at.',
  'protocol.stopTooLong': 'A text to stop at has more than {limit} characters.',
  'protocol.tooManyTools': 'The request offers more than {limit} tools.',
  'protocol.toolWithoutName': 'Tool {number} of the request has no name.',
  'protocol.toolWithoutSchema': 'Tool {number} of the request has no inputSchema.',
  'protocol.formUnknown': 'The server’s answer to {method} is of a type that this client does not know ({form}).',
  'protocol.inputNotAllowed': 'The server’s answer to {method} asks for input, which is not allowed there.',
  'protocol.taskNotAllowed': 'The server’s answer to {method} is a task, which is not allowed there.',
  'protocol.taskWithoutId': 'The server’s answer to {method} is a task without an id.',
  'protocol.taskFailed': 'The task failed.',
  'protocol.readAsOtherName': 'The server sends {method}; it was read as {name}.',
  'protocol.progressNames': 'The server’s progress has token and value; they were read as progressToken and progress.',
  'protocol.withoutMeaning': 'The server sends {method}, which has no meaning for a client; it was ignored.',
  'protocol.taskHasNoId': 'has no taskId',
  'protocol.taskStatusUnknown': 'has a status this client does not know ({status})',
  'protocol.code.parseError': 'The server could not read the request: it was not JSON when it arrived.',
  'protocol.code.parseErrorRemedy':
    'Try again. If it happens again, something between this page and the server may change the messages: tell whoever runs the server.',
  'protocol.code.invalidRequest': 'The server did not accept the form of the request.',
  'protocol.code.invalidRequestRemedy':
    'Nothing that you typed is wrong. Connect again; if it happens again, tell whoever runs the server.',
  'protocol.code.methodNotFound': 'The server does not know requests of this kind.',
  'protocol.code.methodNotFoundRemedy': 'Nothing that you typed is wrong. Use something else that this server offers.',
  'protocol.code.invalidParams':
    'The server did not accept what was sent: a value does not fit, or it has nothing with this name.',
  'protocol.code.invalidParamsRemedy':
    'Check the values. If they are right, load the list again: what you asked for may be gone or have another name.',
  'protocol.code.internalError': 'The server failed while it worked on this.',
  'protocol.code.internalErrorRemedy':
    'The problem is at the server. Part of it may have been carried out. Check before you try again.',
  'protocol.code.resourceNotFound': 'The server has no such resource.',
  'protocol.code.resourceNotFoundRemedy': 'It may be gone or have another address: load the list of resources again.',
  'protocol.code.headerMismatch': 'The server says that the headers of the request do not fit its content.',
  'protocol.code.headerMismatchRemedy':
    'Try again. If it happens again, something between this page and the server may change the headers: tell whoever runs the server.',
  'protocol.code.missingCapability': 'The server needs something for this that this page does not have.',
  'protocol.code.missingCapabilityRemedy': 'The page can switch on more with `capabilities`.',
  'protocol.code.switchOn': 'The page can switch it on with `capabilities`: {names}.',
  'protocol.code.unsupportedVersion': 'The server does not speak this version of MCP.',
  'protocol.code.unsupportedVersionRemedy': 'Connect again, so that both sides agree on a version.',
  'protocol.code.pageRequired': 'The server wants you to do something on another web page first.',
  'protocol.code.pageRequiredRemedy': 'Do what the server says, and try again.',
  'protocol.code.own': 'The server answered with its own error code {code}.',
  'protocol.code.ownRemedy':
    'Only the server’s words say what it means. If they do not help, ask whoever runs the server.',
  'protocol.olderRevision':
    'This server spoke MCP {before} last time, and speaks {now} now. Not there any more: {missing}.',
  'protocol.checkOlderRevision':
    'If you do not know why, ask whoever runs the server: somebody in between may hide what it can do.',
  'protocol.brought.2026-07-28': 'lists that say how long they hold',
  'protocol.brought.2025-11-25': 'pages to visit for a call, icons and tools in questions to a model',
  'protocol.brought.2025-06-18': 'structured results, forms that the server asks you to fill in and links to resources',
  'protocol.brought.2025-03-26': 'what tools say about themselves (that they only read, or can delete), and sounds',
  'protocol.otherServer':
    'Another server may answer at this address: it was called “{before}” last time, and is called “{now}” now.',
  'protocol.checkOtherServer':
    'What you allowed holds only for tools that are exactly the same. Look at the address before you send it anything.',
  'protocol.modelContextRefused':
    'The browser does not give this page the tools of its `document.modelContext`: {problem}',
  'protocol.allowModelContext':
    'The `Permissions-Policy` of this page, and the `allow` of each frame around it, must permit `tools`.',
  'protocol.block.notObject': 'It is not an object.',
  'protocol.block.unknownType': 'Its type “{type}” is not known.',
  'protocol.block.noUri': 'Its resource has no uri.',
  'protocol.block.noContents': 'Its resource has neither text nor blob.',
  'protocol.block.countsAsError': '{problem} It counts as an error.',
  'protocol.block.furtherBlocks': {
    one: '{count} further block was left out (limit {limit}).',
    other: '{count} further blocks were left out (limit {limit}).',
  },
  'protocol.block.furtherMessages': {
    one: '{count} further message was left out (limit {limit}).',
    other: '{count} further messages were left out (limit {limit}).',
  },
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
