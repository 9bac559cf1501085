import { connect, type Session } from 'mcp-embed';
import 'mcp-embed/define/mcp-tool-form';

const url = new URLSearchParams(location.search).get('url') ?? '';

export async function mount(): Promise<Session> {
  const session = await connect(url, { headers: { 'X-Fixture': 'tool-form' } });
  const form = document.createElement('mcp-tool-form');
  form.session = session;
  form.tool = 'echo';
  form.addEventListener('mcp-tool-result', ({ result: { content } }) =>
    show('result-text', content.map((block) => ('text' in block ? block.text : '')).join('')),
  );
  show('phase', session.state.get().phase);
  document.querySelector('main')?.append(form);
  return session;
}

function show(id: string, text: string): void {
  document.querySelector(`#${id}`)?.replaceChildren(text);
}
