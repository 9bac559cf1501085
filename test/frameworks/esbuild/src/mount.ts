import 'mcp-embed/define';

const url = new URLSearchParams(location.search).get('url') ?? '';

export function mount(): void {
  const client = document.createElement('mcp-client');
  client.url = url;
  client.headers = { 'X-Fixture': 'esbuild' };
  client.addEventListener('mcp-state-change', ({ state }) => show('phase', state.phase));
  client.addEventListener('mcp-tool-result', ({ result: { content } }) =>
    show('result-text', content.map((block) => ('text' in block ? block.text : '')).join('')),
  );
  document.querySelector('main')?.append(client);
}

function show(id: string, text: string): void {
  document.querySelector(`#${id}`)?.replaceChildren(text);
}
