import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'jsonrpc.batchTooLong': 'The server sent {count} messages in one batch; {limit} were read.',
  'jsonrpc.moreBroken': '{count} messages of one batch are broken and were skipped. The first {limit} were reported.',
  'jsonrpc.cancelled': '{method} was cancelled.',
  'jsonrpc.timeout': 'The server did not answer {method} within {seconds} s.',
  'jsonrpc.raiseTimeout': 'The option {option} allows more time.',
  'jsonrpc.tryAgain': 'The server may be stuck or busy. Try again.',
  'jsonrpc.noOpenRequest': 'An answer was skipped: no request with its id ({id}) is open.',
  'jsonrpc.questionWithdrawn': 'The server withdrew its question.',
  'jsonrpc.callEnded': 'The call that this question belonged to has ended.',
  'jsonrpc.sessionClosed': 'The session was closed.',
  'jsonrpc.closed': '{method} was not sent: the session is closed.',
  'jsonrpc.closedMeanwhile': 'The session was closed before {method} was answered.',
  'jsonrpc.connectFirst': 'Connect first.',
  'jsonrpc.streamEnded': 'The server closed the connection before answering {method}.',
  'jsonrpc.checkFirst': 'The request may have been carried out. Check before you try again.',
  'jsonrpc.notJson': 'A message from the server is not JSON and was skipped: {quote}',
  'jsonrpc.notJsonRpc': 'A message from the server is not a JSON-RPC 2.0 message and was skipped: {quote}',
  'jsonrpc.tooManyRequests':
    'The server asks too much: {method} was refused. {limit} requests of this server are open already. Ask again later.',
  'jsonrpc.requestNotAllowed': 'A request of the server ({method}) was ignored: requests are not allowed here.',
  'jsonrpc.requestTwice': 'A request of the server ({method}) was ignored: a request with the same id is open already.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
