import { mount } from './mount';

let session = mount();

document.querySelector('#mount')?.addEventListener('click', () => (session = mount()));
document.querySelector('#unmount')?.addEventListener('click', async () => {
  document.querySelector('mcp-tool-form')?.remove();
  await (await session).close();
});
