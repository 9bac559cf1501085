import { everythingUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import type { Reader } from '../support/harness/reader.js';
import { checks, draw } from './check.js';

const open = async (main: HTMLElement): Promise<Reader<McpClientElement>> => {
  const reader = draw(main, 'mcp-client', { url: everythingUrl, storage: 'none', messages: true });
  await reader.until(() => reader.element.status === 'ready', 'connected');
  await reader.press(/^Log/);
  return reader;
};
const row = async (reader: Reader<McpClientElement>, title: string): Promise<void> => {
  reader.all('[data-name="close-button"]')[0]?.click();
  const found = await reader.until(
    () => reader.all('[role="option"]').find((each) => new RegExp(`\\b${title}\\b`).test(each.textContent)),
    title,
  );
  found.click();
};

checks('messages', {
  'messages below the tools': async (main) => {
    const reader = await open(main);
    await reader.reads('initialize');
    return reader;
  },
  'a message with its HTTP exchange': async (main) => {
    const reader = await open(main);
    await row(reader, 'initialize');
    await reader.until(() => reader.all('[data-name="http"]')[0], 'its exchange');
    reader.unfold();
    await reader.reads('Headers of the answer that this page may see');
    return reader;
  },
  'a message that is edited': async (main) => {
    const reader = await open(main);
    await row(reader, 'tools/list');
    await reader.press('Edit and send');
    await reader.fill('Parameters, as JSON', '{');
    await reader.press('Send');
    await reader.reads('These parameters are not JSON');
    return reader;
  },
  'two messages compared': async (main) => {
    const reader = await open(main);
    await row(reader, 'tools/list');
    await reader.press('Compare');
    await row(reader, 'initialize');
    await reader.reads('What is different from');
    return reader;
  },
  'messages to save, with the warning of secrets': async (main) => {
    const reader = await open(main);
    await reader.reads('initialize');
    await reader.openLogMenu();
    await reader.press('With secrets…');
    await reader.reads('Whoever has this file can use your tokens');
    return reader;
  },
  'messages of a connection that failed': async (main) => {
    const reader = draw(main, 'mcp-client', { url: 'http://127.0.0.1:9/mcp', storage: 'none', messages: true });
    await reader.reads('server/discover');
    return reader;
  },
});
