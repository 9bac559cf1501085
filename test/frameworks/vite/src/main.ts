import 'mcp-embed/define';
import { textOf, write } from './page';

const url = new URLSearchParams(location.search).get('url') ?? '';

function mount(): void {
  // #region example
  const client = document.createElement('mcp-client');
  client.url = url;
  client.headers = { 'X-Fixture': 'vite' };
  client.readOnly = false;
  client.addEventListener('mcp-state-change', ({ state }) => write('phase', state.phase));
  client.addEventListener('mcp-tool-result', ({ result }) => write('result-text', textOf(result)));
  document.querySelector('main')?.append(client);
  // #endregion
}

document.querySelector('#mount')?.addEventListener('click', mount);
document.querySelector('#unmount')?.addEventListener('click', () => document.querySelector('mcp-client')?.remove());
mount();
