import type { McpError } from '../errors.js';
import type { Transport } from '../jsonrpc/transport.js';
import { ChannelTransport } from '../transport/channel.js';
import { postableChannel } from '../transport/message-port.js';
import { webSocketChannel } from '../transport/web-socket.js';
import type { Endpoint } from './session-options.js';

/** What carries the messages of an endpoint that is not HTTP. */
export function openTransport(target: Endpoint, url: string, onProblem: (problem: McpError) => void): Transport {
  const inThisPage = typeof target === 'object' && 'postMessage' in target;
  return new ChannelTransport(inThisPage ? postableChannel(target) : webSocketChannel(url), onProblem);
}
