import { everythingUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import type { Reader } from '../support/harness/reader.js';
import { checks, draw } from './check.js';

const open = async (main: HTMLElement): Promise<Reader<McpClientElement>> => {
  const reader = draw(main, 'mcp-client', { url: everythingUrl, storage: 'none', messages: true });
  await reader.until(() => reader.element.status === 'ready', 'connected');
  if (reader.all('mcp-message-log').length === 0) await reader.act('messages-button');
  return reader;
};
const row = async (reader: Reader<McpClientElement>, title: string): Promise<void> => {
  const found = await reader.until(
    () => reader.all('[data-name="message"]').find((each) => each.textContent.includes(title)),
    title,
  );
  found.click();
};

checks('messages', {
  'messages below the tools': async (main) => {
    const reader = await open(main);
    await reader.reads('answer to initialize');
    return reader;
  },
  'a message with its HTTP exchange': async (main) => {
    const reader = await open(main);
    await row(reader, 'answer to initialize');
    await reader.reads('Copy as');
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
    await row(reader, 'answer to tools/list');
    await reader.reads('What is different from');
    return reader;
  },
  'messages to save, with the warning of secrets': async (main) => {
    const reader = await open(main);
    await reader.reads('answer to initialize');
    reader.unfold();
    await reader.press('With secrets…');
    await reader.reads('Whoever has this file can use your tokens');
    return reader;
  },
  'no message yet': async (main) => {
    const reader = draw(main, 'mcp-client', {
      url: everythingUrl,
      storage: 'none',
      messages: true,
      connectWhen: 'press',
    });
    await reader.element.updateComplete;
    if (reader.all('mcp-message-log').length === 0) await reader.act('messages-button');
    await reader.reads('Nothing was said yet');
    return reader;
  },
});
