// A React application with one client, as the README has it.
import 'mcp-embed/define';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const url = new URLSearchParams(location.search).get('server');
createRoot(document.querySelector('#root')).render(createElement('mcp-client', { url }));
