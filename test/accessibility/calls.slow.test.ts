import { changeGate, everythingUrl, gate, script, type Scenario } from '/__servers__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { checks, type Draw } from './check.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
];
const DELETE = {
  name: 'delete_file',
  title: 'Delete a file',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  outputSchema: { type: 'object', required: ['at', 'of'], properties: { at: { type: 'number' } } },
};

/** Runs a tool whose server replies like this, until that is to be read. */
const call =
  (
    reply: NonNullable<Scenario['replies']>[string],
    shown: string | RegExp,
    then: (client: ClientHarness) => Promise<unknown> = async () => {},
    tool: object = DELETE,
  ): Draw =>
  async (main) => {
    const url = await script({
      session: false,
      capabilities: { tools: {} },
      replies: { 'tools/list': { result: { tools: [tool] } }, 'tools/call': reply },
    });
    const client = await ClientHarness.connect(url, {}, main);
    (await client.option('Delete a file')).click();
    await client.press(/^Run/);
    await then(client);
    await client.reads(shown);
    client.unfold();
    return client;
  };

checks('calls', {
  'a call with progress': call(
    {
      sse: [
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: '$progressToken', progress: 2, total: 5, message: 'The second of five.' },
        },
      ],
      end: false,
    },
    'The second of five',
  ),
  'a call that waits for the person': async (main) => {
    const client = await ClientHarness.connect(everythingUrl, { capabilities: 'elicitation' }, main);
    await client.choose('Tools', 'trigger-elicitation-request');
    await client.press(/^Run/);
    await client.reads('asks for information');
    return client;
  },
  'a call that was cancelled': call({ hang: true }, 'Cancelled.', async (client) => {
    await client.press('Cancel');
  }),
  'a call that failed, with data': call(
    { error: { code: -32000, message: 'The database is away.', data: { at: 7, of: ['a', 'b'] } } },
    'The database is away.',
  ),
  'a call whose tool reports an error': call(
    { result: { isError: true, content: [{ type: 'text', text: 'Nothing was written.' }] } },
    'Nothing was written.',
  ),
  'a call cut off by a lost connection': async (main) => {
    const url = await gate('everything', LINES);
    const client = await ClientHarness.connect(url, { transcript: true }, main);
    await client.choose('Tools', 'get-tiny-image');
    await client.until(() => client.button(/^Run/), 'a form');
    await changeGate(url, { down: true });
    await client.press(/^Run/);
    await client.reads('Run again');
    client.unfold();
    return client;
  },
  'a result that is not as declared': call(
    { result: { content: [], structuredContent: { at: 'seven' } } },
    'own output schema',
  ),
  'a call that the person did not confirm': call(
    { result: { content: [] } },
    'You didn’t run',
    (client) => client.press('Don’t run'),
    { ...DELETE, annotations: { destructiveHint: true } },
  ),
});
