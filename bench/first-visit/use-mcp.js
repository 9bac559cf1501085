// The least that shows and runs tools with use-mcp and React: its README’s hook, and bare elements.
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useMcp } from 'use-mcp/react';

const url = new URLSearchParams(location.search).get('server');

function App() {
  const { state, tools, callTool } = useMcp({ url, clientName: 'page', transportType: 'http' });
  const [chosen, choose] = useState();
  const [value, setValue] = useState('');
  const [result, setResult] = useState('');
  if (state !== 'ready') return h('p', null, state);
  if (!chosen) return tools.map((tool) => h('button', { key: tool.name, onClick: () => choose(tool) }, tool.name));
  const [field] = Object.keys(chosen.inputSchema.properties ?? {});
  const run = async () => setResult((await callTool(chosen.name, { [field]: value })).content[0].text);
  return [
    h('input', { key: 'value', value, onChange: ({ target }) => setValue(target.value) }),
    h('button', { key: 'run', onClick: run }, 'Run'),
    h('pre', { key: 'result' }, result),
  ];
}

createRoot(document.querySelector('#root')).render(h(App));
