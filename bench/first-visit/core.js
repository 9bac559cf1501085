// Our client without an element.
import { Session } from 'mcp-embed';
import { showTools } from './bare-page.js';

export async function start() {
  const session = new Session(new URLSearchParams(location.search).get('server'));
  await session.connect();
  showTools(await session.tools.list(), (name, args) => session.tools.call(name, args));
}
