// @modelcontextprotocol/client, as its documentation shows it for a page.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * @param {{ mode?: 'legacy' | 'auto', shape?: 'http' | 'sse', onProblem?: (error: Error) => void }} options `legacy` is
 *   its default, `auto` finds out what the server speaks
 */
export async function open(url, { mode = 'auto', shape = 'http', onProblem } = {}) {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode } });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no EventTarget
  if (onProblem) client.onerror = onProblem;
  const address = new URL(url);
  await client.connect(shape === 'sse' ? new SSEClientTransport(address) : new StreamableHTTPClientTransport(address));
  return {
    listTools: async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools,
    callTool: (name, args, { onProgress } = {}) =>
      client.callTool({ name, arguments: args }, onProgress ? { onprogress: onProgress } : {}),
    readResource: async (uri) => (await client.readResource({ uri }, { cacheMode: 'refresh' })).contents,
    close: () => client.close(),
  };
}
