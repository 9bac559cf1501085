import { McpError, isMcpError } from '../errors.js';
import type { AnswerAsk } from '../protocol/ask.js';

/** Why a call ends that asked something and got no answer which could be sent. */
export function refusedAnswer(error: unknown): McpError {
  if (!isMcpError(error))
    return new McpError('invalid-input', `This page could not answer the server: ${String(error)}`, { cause: error });
  if (error.code === 'declined')
    return new McpError('declined', 'The call ended because what the server asked for was declined.', { cause: error });
  // Refused by the rules, or because nobody could be asked: the words are ours, and must not look like an error that the server sent.
  if (error.code !== 'server-error' && 'rpcCode' in error)
    return new McpError(error.code, `The server asked what cannot be answered. ${error.message}`, {
      cause: error,
      remedy: error.remedy,
    });
  return error;
}

/** A question that this page never said it answers. */
export function notOffered(method: string): McpError {
  return new McpError('bad-message', `The server asked for ${method}, which this page did not offer.`);
}

/** @throws McpError `bad-message` */
export function refuseUnoffered(...[method]: Parameters<AnswerAsk>): never {
  throw notOffered(method);
}
