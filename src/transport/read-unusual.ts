import type { McpError } from '../errors.js';
import type { RpcMessage } from '../jsonrpc/messages.js';
import { readMessages } from '../jsonrpc/read-message.js';
import type { HttpEndpoint } from './http-exchange.js';
import { tooLarge } from './limits.js';
import type { BodyText } from './read-body.js';

/**
 * Delivers what a JSON body holds that is not one message: a batch, or what can be made of it.
 * @throws McpError `limit`; `bad-message` where nothing in it is a message
 */
export function readUnusual(
  { text, cut }: BodyText,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
): void {
  if (cut) throw tooLarge();
  let problem: McpError | undefined;
  const messages = readMessages(text, (found) => {
    problem ??= found;
    endpoint.onProblem(found);
  });
  // Nothing readable at all is an answer too, and this is what is wrong with it.
  if (messages.length === 0 && problem) throw problem;
  for (const message of messages) deliver(message);
}
