import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'config.notJson': '{file} cannot be read: line {line}, column {column}: {problem}.',
  'config.notToml': '{file} cannot be read as TOML. {problem}',
  'config.withoutServers': '{file} has no server in it.',
  'config.shapes':
    'A file may have "mcpServers", "servers", "context_servers", [mcp_servers.…] or the fields of a server.json.',
  'config.tooLarge': '{file} is larger than {limit, bytes}, the limit for a list of servers.',
  'config.entryNoObject': 'its entry is no object',
  'config.entryNeither': 'it has neither a command nor an address',
  'config.entryBoth': 'it has both a command and an address',
  'config.entryFieldNoText': 'its “{field}” is not a text',
  'config.entryFieldNoList': 'its “{field}” is not a list of texts',
  'config.entryFieldNoObject': 'its “{field}” is not an object of texts',
  'config.entryVariable': 'its variable “{name}” has no usable name: letters, digits and _ only',
  'config.entryHeader': 'its header {header} cannot be sent',
  'config.entryAddress': '{address} is not an http or https address',
  'config.entryDisabled': 'it is switched off in the file',
  'config.entryPackage': 'packages of the kind “{kind}” are not started from here',
  'config.entrySkipped': '{file}: {name} is left out: {reason}.',
  'config.tooManyServers':
    '{file} lists {count, number} servers. The first {limit, number} are used; the others are left out.',
  'config.commandUnknown': 'This command line names no server that could be read from it: {command}.',
  'config.commandShapes':
    'Paste an address, a list of servers (JSON or TOML), or a line such as “claude mcp add …”, “codex mcp add …” or “npx …”.',
  'config.linkUnreadable': 'This link has no server in it that can be read.',
  'config.quoteOpen': 'The command line has a quotation mark that is not closed.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
