import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'workspace.label': 'MCP servers',
  'workspace.address': 'Address of an MCP server',
  'workspace.connect': 'Connect',
  'workspace.options': 'Token and options',
  'workspace.addressHint': 'Or paste a list of servers, such as an mcp.json, or a command that adds one.',
  'workspace.noAddress': 'Type the address of a server, such as localhost:3000/mcp.',
  'workspace.addressInvalid':
    'This is not an http or https address. Write it like localhost:3000/mcp or https://example.com/mcp.',
  'workspace.token': 'Token',
  'workspace.tokenHint': 'Sent as “Authorization: Bearer …”. With another scheme, write both: “Basic …”.',
  'workspace.tokenInvalid': 'This token has characters that a header cannot carry. Copy it again, without line breaks.',
  'workspace.show': 'Show',
  'workspace.headers': 'Headers',
  'workspace.headersHint':
    'One in each line: “Name: value”. The server must allow each in Access-Control-Allow-Headers.',
  'workspace.headerInvalid': 'Line {line, number} is no header. Write “Name: value”.',
  'workspace.headerForbidden': 'Browsers let no page send the header “{name}”.',
  'workspace.tooManyHeaders': 'These are more than {limit, number} headers.',
  'workspace.secretsStay':
    'Token and headers stay in the memory of this page. They are never stored, and gone when it is reloaded. Nothing of this server is stored while they are used.',
  'workspace.readOnTheWay':
    'This address has no encryption: everybody on the way can read the token and the headers. Use an address that begins with https.',
  'workspace.revision': 'Revision of the protocol',
  'workspace.revisionAuto': 'Automatic',
  'workspace.timeout': 'Time-out in seconds',
  'workspace.timeoutHint': 'For connecting and for each call. Empty: 30 and 60 seconds.',
  'workspace.timeoutInvalid': 'Write a number of seconds, from above 0 to {limit, number}.',
  'workspace.meta': '_meta of every request, as JSON',
  'workspace.metaHint':
    'Sent with every list, call and read. Nothing of this server is stored while it is used. Not for secrets: give those as a token or a header.',
  'workspace.metaInvalid': 'This cannot be sent as _meta. {problem}',
  'workspace.storage': 'Save lists, drafts and history',
  'workspace.storageDefault': 'Page default',
  'workspace.storageLocal': 'In this browser',
  'workspace.storageSession': 'In this tab, until it is closed',
  'workspace.storageNone': 'Not at all',
  'workspace.ofThePage':
    'This page set the headers of this server. They are not shown, and used as long as you give no others.',
  'workspace.recent': 'Used before',
  'workspace.forgetRecent': 'Forget these',
  'workspace.servers': 'Servers',
  'workspace.addServer': 'Add a server',
  'workspace.remove': 'Remove {name}',
  'workspace.tooManyServers': '{limit, number} servers are listed, and no more. Remove one to add another.',
  'workspace.status.idle': 'not connected',
  'workspace.status.connecting': 'connecting',
  'workspace.status.ready': 'connected',
  'workspace.status.lost': 'connection lost',
  'workspace.status.failed': 'no connection',
  'workspace.status.closed': 'disconnected',
  'workspace.copyLink': 'Copy link',
  'workspace.export': 'Save as mcp.json',
  'workspace.exported': {
    one: 'Saved mcp.json with {count, number} server, without secrets.',
    other: 'Saved mcp.json with {count, number} servers, without secrets.',
  },
  'workspace.exportedVariables': {
    one: 'Whoever uses it must set this variable: {names}.',
    other: 'Whoever uses it must set these variables: {names}.',
  },
  'workspace.search': 'Search tools and commands',
  'workspace.ctrlK': 'Ctrl K',
  'workspace.foundFirst': '{count, number} matches. The first {shown, number} are shown: write more words.',
  'workspace.found': { one: '{count, number} match', other: '{count, number} matches' },
  'workspace.kindServer': 'server',
  'workspace.kindCommand': 'command',
  'workspace.goTo': 'Go to: {place}',
  'workspace.disconnect': 'Disconnect this server',
  'workspace.linkLeadsTo': 'This link leads to {host}',
  'workspace.linkNew': 'You have not used {address} in this browser. Nothing was sent to it yet.',
  'workspace.linkUnusable': 'The link to this page names a server that cannot be used: {address}',
  'workspace.linkUnlisted':
    'The link to this page names a resource that this server does not list: {uri}. It was not read.',
  'workspace.linkArguments':
    'The arguments in the link to this page cannot be read: they are no JSON object, or too long. They were not filled in.',
  'workspace.noServers': 'No server yet',
  'workspace.chooseServer': 'Choose a server above. It connects when you choose it.',
  'workspace.firstAddress': 'Type or paste the address of a server above.',
  'workspace.firstTry': 'No server at hand? This opens one to try, from a terminal:',
  'workspace.pasted': {
    one: '{count, number} server in what you pasted',
    other: '{count, number} servers in what you pasted',
  },
  'workspace.pastedText': 'The pasted text',
  'workspace.pastedName': 'server',
  'workspace.pastedUnreadable': 'No server was read from what you pasted.',
  'workspace.add': 'Add',
  'workspace.addAll': 'Add all',
  'workspace.added': 'Added',
  'workspace.isProgram':
    'A program on a computer. No page can start it; this command does, and opens a page like this one:',
  'workspace.variables': 'It needs values that are not in the text:',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
