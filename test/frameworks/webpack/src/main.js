import { mount } from './mount.js';

mount();
document.querySelector('#mount')?.addEventListener('click', mount);
document.querySelector('#unmount')?.addEventListener('click', () => document.querySelector('mcp-client')?.remove());
