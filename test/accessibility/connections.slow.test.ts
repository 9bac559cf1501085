import { changeGate, everythingSseUrl, everythingUrl, gate, modernUrl, script, scriptedUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { checks, type Draw } from './check.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
];

const at =
  (url: string, settings: Partial<McpClientElement> = {}): Draw =>
  (main) =>
    ClientHarness.open(url, settings, main);

const withDetails =
  (url: string): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(url, {}, main);
    await client.press(/About this server/);
    client.unfold();
    return client;
  };

/** No connection, and why, with everything that is known of it. */
const failed =
  (url: string): Draw =>
  async (main) => {
    const client = await ClientHarness.open(url, {}, main);
    await client.until(() => client.element.status === 'failed', 'a failure');
    client.unfold();
    return client;
  };

/** The diagnosis. Where no answer comes, it starts by itself on this machine. */
const diagnosed =
  (url: string, startsBy: 'itself' | 'Find out why'): Draw =>
  async (main) => {
    const client = await ClientHarness.open(url, {}, main);
    await client.until(() => client.element.status === 'failed', 'a failure');
    if (startsBy !== 'itself') await client.press(startsBy);
    await client.reads('Copy report');
    client.unfold();
    return client;
  };

checks('connections', {
  'no server yet': at(''),
  'not connected yet': at(everythingUrl, { connectWhen: 'press' }),
  connecting: at(scriptedUrl('never-answers-at-all')),
  'connected, with what is known of the server': withDetails(everythingUrl),
  'connected over HTTP+SSE': withDetails(everythingSseUrl),
  'connected to a server of the newest revision': withDetails(modernUrl),
  'a server that is not what it was': async (main) => {
    const [before, now] = ['2025-11-25', '2025-03-26'].map((protocolVersion, at) => ({
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: `Server ${at}`, version: '1' } },
    }));
    const url = await script({
      session: false,
      replies: { 'server/discover': { status: 404, text: '' }, initialize: [before!, now!] },
    });
    const client = await ClientHarness.connect(url, {}, main);
    await client.press('Disconnect');
    await client.press('Connect');
    await client.reads('Another server may answer');
    return client;
  },
  'lost, counting down to the next attempt': async (main) => {
    const url = await gate('everything', LINES);
    const client = await ClientHarness.connect(url, {}, main);
    await changeGate(url, { down: true });
    await client.element.session!.tools.call('echo', { message: 'x' }).catch(() => {});
    await client.reads(/reconnecting in/);
    return client;
  },
  disconnected: async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.press('Disconnect');
    await client.reads('Disconnected');
    return client;
  },
  'nobody answers': failed(scriptedUrl('dead')),
  'a web page answers, and no MCP server': failed(scriptedUrl('html')),
  'not found': failed(scriptedUrl('not-found')),
  forbidden: failed(scriptedUrl('forbidden')),
  'an error of the server': failed(scriptedUrl('server-down')),
  'the browser hides the answer': failed(scriptedUrl('no-cors')),
  'a sign-in that the page does not offer': failed(scriptedUrl('unauthorized')),
  'a revision that nobody knows': failed(scriptedUrl('unknown-revision')),
  'an address that is none': failed('htps:/nowhere'),
  'why: the browser hides the answer': diagnosed(scriptedUrl('no-cors'), 'itself'),
  'why: a sign-in, and nobody says where': diagnosed(scriptedUrl('unauthorized'), 'Find out why'),
  'a server that offers nothing': async (main) => {
    const client = await ClientHarness.connect(await script({ capabilities: {} }), {}, main);
    await client.reads('offers no tools');
    return client;
  },
  'the keys': async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.press('Keyboard');
    await client.reads('Page Down');
    return client;
  },
});
