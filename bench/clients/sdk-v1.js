// @modelcontextprotocol/sdk, as its documentation shows it for a page.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** @param {{ shape?: 'http' | 'sse', onProblem?: (error: Error) => void }} options */
export async function open(url, { shape = 'http', onProblem } = {}) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no EventTarget
  if (onProblem) client.onerror = onProblem;
  const address = new URL(url);
  await client.connect(shape === 'sse' ? new SSEClientTransport(address) : new StreamableHTTPClientTransport(address));
  return {
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args, { onProgress } = {}) =>
      client.callTool({ name, arguments: args }, undefined, onProgress ? { onprogress: onProgress } : {}),
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    close: () => client.close(),
  };
}
