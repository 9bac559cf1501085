import { everythingUrl, modernUrl, scriptedUrl } from '/__servers__.js';
import type { McpWorkspaceElement, WorkspaceServer } from '../../components/index.js';
import type { Reader } from '../support/harness/reader.js';
import { checks, draw } from './check.js';

const workspace = async (
  main: HTMLElement,
  servers: readonly WorkspaceServer[],
): Promise<Reader<McpWorkspaceElement>> => {
  const reader = draw(main, 'mcp-workspace', { servers, storage: 'none' });
  await reader.element.updateComplete;
  return reader;
};
const type = (element: HTMLElement, id: string, value: string): void => {
  const field = element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
};

checks('workspaces', {
  'a workspace without a server': (main) => workspace(main, []),
  'several servers, one of them chosen': async (main) => {
    const reader = await workspace(main, [
      { url: everythingUrl, name: 'First' },
      { url: modernUrl, name: 'Second' },
      { url: `${modernUrl}?of=another`, name: 'Second' },
    ]);
    await reader.until(() => reader.element.client?.status === 'ready', 'connected');
    return reader;
  },
  'token and options of a server, one of them wrong': async (main) => {
    const reader = await workspace(main, []);
    type(reader.element, 'url', 'http://example.com/mcp');
    type(reader.element, 'token', 'x');
    type(reader.element, 'headers', 'no header');
    await reader.press('Connect');
    await reader.reads('Line 1 is no header');
    return reader;
  },
  'a list of servers that was pasted': async (main) => {
    const reader = await workspace(main, []);
    const list = {
      mcpServers: {
        far: { url: 'https://far.example/mcp', headers: { 'X-Key': '${KEY}' } },
        near: { url: 'http://localhost:3000/mcp' },
        files: { command: 'npx', args: ['-y', 'a-server', '/tmp/a b'] },
        bad: { url: 'ftp://x' },
      },
    };
    type(reader.element, 'url', JSON.stringify(list));
    await reader.press('Connect');
    await reader.reads('3 servers in what you pasted');
    return reader;
  },
  'a server that wants a token': async (main) => {
    const reader = await workspace(main, [{ url: scriptedUrl('unauthorized') }]);
    await reader.reads('needs a sign-in or an access token');
    return reader;
  },
});
