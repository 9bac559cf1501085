import { defineErrorTexts, type ErrorTexts } from '../../src/errors.js';

const TEMPLATES = {
  'command.optionUnknown': 'There is no option {option}.',
  'command.optionMeant': 'Did you mean {option}? --help lists all of them.',
  'command.seeHelp': 'mcp-embed --help lists the options.',
  'command.optionWithoutValue': 'The option {option} needs a value: {option} {example}.',
  'command.optionWithValue': 'The option {option} takes no value.',
  'command.optionTwice': 'The option {option} was given twice.',
  'command.notAChoice': '{option} is {value}. It must be {choices, disjunction}.',
  'command.notAPort': '{option} is {value}. A port is a whole number from 1 to 65535.',
  'command.notANumber': '{option} is {value}. It must be a whole number from 1 to {limit, number}.',
  'command.headerInvalid': 'The header {header} cannot be sent. Write it as --header "Name: value".',
  'command.envInvalid': 'The variable {text} cannot be read. Write it as -e NAME=value.',
  'command.addressInvalid': '{address} is not an http or https address.',
  'command.addressOrCommand': 'Give the address of a server, or after -- the command that starts one.',
  'command.addressAndCommand': 'Give one address, a command after --, or --config, and only one of them.',
  'command.severalAddresses': 'Give one address. For several servers, write them into a file and use --config.',
  'command.optionNeeds': 'The option {option} means something only with {other}.',
  'command.headerNeedsRelay':
    '--header and --relay never do not go together: the relay adds the headers, so that no page learns them.',
  'command.fileUnreadable': 'The file {file} cannot be read. {problem}',
  'command.serverUnknown': 'There is no server {name} in {file}. It has {names}.',
  'command.variablesMissing':
    '{name} is not started: {variables} not set. Give each with -e NAME=value, in --env-file or in the environment.',
  'command.notLoopback': '{host} is not this machine: the page and the relay are for the person at it.',
  'command.portTaken': 'Port {port} is in use by another program.',
  'command.portRemedy': 'Give another one with --port, or none: the next free one is taken then.',
  'command.noFreePort': 'No port from {first} to {last} is free.',
  'command.filesMissing': 'The files of the page are not in this copy of mcp-embed. Install the package again.',
  'command.serverNotFound': 'This command has no server {id}.',
  'command.pageNotFound': 'There is no such file.',
  'command.watchInvalid': '{path} cannot be watched. {problem}',
  'command.restarted': 'The command starts it again, because {file} has changed.',
  'command.linesSkipped': {
    one: '({count, number} line was skipped: it came faster than it could be shown.)',
    other: '({count, number} lines were skipped: they came faster than they could be shown.)',
  },
  'command.recordExists': 'The file {file} is there already. Give another name, or delete it first.',
  'command.recordFailed': 'The file {file} cannot be made. {problem}',
  'command.recordFull': 'The recording has {megabytes} MB, its limit. What is said from here on is not recorded.',
  'command.recordBroken': 'The recording ends here: the file cannot be written. {problem}',
  'command.recordTooLong': 'A message is not in this file: it is longer than {megabytes} MB.',
  'command.recordLost': {
    one: '{count, number} message is not in this file: the page could not give it to the command.',
    other: '{count, number} messages are not in this file: the page could not give them to the command.',
  },
  'command.revisionUnknown': '{option} is {value}. This client speaks {choices}.',
  'command.needsPage': 'The option {option} is for the page, and --serve-only serves none.',
  'command.codeRefused': 'This code was used already, or is older than a minute.',
  'command.codeUsedTwice':
    'The link to the page was used twice, so another user of this computer may have opened it. Everything ends. Start again with --no-open.',
  'command.pageClosed': 'The page was closed.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
