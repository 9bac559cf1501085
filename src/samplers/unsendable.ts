import { McpError } from '../errors.js';

/** What is shown must be what is sent: a part that the wire has no words for is not left out quietly. */
export function unsendable(what: string, host: string): McpError {
  return new McpError('invalid-input', `${host} takes no ${what}.`, {
    remedy: 'Leave it out, answer it yourself, or use another model.',
  });
}
