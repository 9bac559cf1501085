// The same with our client alone, without an element: what is left between the two is the protocol core, not the screen.
import { itemsOf, Session } from 'mcp-embed';

const page = document.querySelector('main');
const session = new Session(new URLSearchParams(location.search).get('server'));
await session.connect();
await session.tools.refresh();
for (const { name, inputSchema } of itemsOf(session.tools.state.get())) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => show(name, Object.keys(inputSchema.properties ?? {})));
  page.append(button);
}

function show(name, [field]) {
  const input = document.createElement('input');
  const run = document.createElement('button');
  const result = document.createElement('pre');
  run.textContent = 'Run';
  run.addEventListener('click', async () => {
    const { content } = await session.tools.call(name, { [field]: input.value });
    result.textContent = content[0].text;
  });
  page.replaceChildren(input, run, result);
}
