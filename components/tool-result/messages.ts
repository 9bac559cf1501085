import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'toolResult.headlines.server-error': 'The server answered with an error.',
  'toolResult.headlines.timeout': 'No answer in time.',
  'toolResult.headlines.cancelled': 'Cancelled.',
  'toolResult.headlines.declined': 'Declined.',
  'toolResult.headlines.stream-ended': 'The connection ended before the answer.',
  'toolResult.headlines.network': 'No connection to the server.',
  'toolResult.headlines.unauthorized': 'The server needs a sign-in or an access token.',
  'toolResult.headlines.forbidden': 'The server does not allow this.',
  'toolResult.headlines.invalid-input': 'The arguments cannot be used.',
  'toolResult.headlines.closed': 'Not connected.',
  'toolResult.inAll': '{all} in all',
  'toolResult.milliseconds': '{value} ms',
  'toolResult.seconds': '{value} s',
  'toolResult.youDidntRun': 'You didn’t run {tool}.',
  'toolResult.theCallFailed': 'The call failed.',
  'toolResult.result': 'Result',
  'toolResult.rawResult': 'Raw result',
  'toolResult.theToolReportedAn': 'The tool reported an error.',
  'toolResult.theToolReturnedNothing': 'The tool returned nothing.',
  'toolResult.noResult': 'No result',
  'toolResult.rawError': 'Raw error',
  'toolResult.dataFromTheServer': 'Data from the server',
  'toolResult.structuredResult': 'Structured result',
  'toolResult.structuredResultRepeated': 'Structured result, the same as the text',
  'toolResult.mismatchAt': 'Does not match the tool’s own output schema: {issue}',
  'toolResult.mismatchInSeveralPlaces': 'Does not match the tool’s own output schema, in several places',
  'toolResult.morePlaces': { one: '{count, number} more place', other: '{count, number} more places' },
  'toolResult.blocks': { one: '{count, number} block', other: '{count, number} blocks' },
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
