import { everythingUrl, script, scriptedUrl } from '/__servers__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { checks, type Draw } from './check.js';

/** The client of the reference server with that item, and what is done then. */
const choosing =
  (section: 'Resources' | 'Prompts', item: string, then: (client: ClientHarness) => Promise<unknown>): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.choose(section, item);
    await then(client);
    return client;
  };

const refusing = (method: string): Promise<string> =>
  script({ replies: { [method]: { error: { code: -32000, message: 'The database is away.', data: { at: 7 } } } } });

checks('prompts and resources', {
  'a prompt to fill in, with suggestions': async (main) => {
    const client = await ClientHarness.connect(scriptedUrl('rev-2025-11-25'), {}, main);
    await client.choose('Prompts', 'greet');
    const field = await client.until(() => client.all('input[role=combobox]')[0], 'a field with suggestions');
    field.focus();
    document.execCommand('insertText', false, 'o');
    await client.until(
      () =>
        client
          .all('mcp-schema-field [role=option]')
          .concat(client.all('[role=option]'))
          .find((each) => each.textContent.trim() === 'two'),
      'suggestions',
    );
    return client;
  },
  'the messages of a prompt': choosing('Prompts', 'Simple Prompt', async (client) => {
    await client.press(/^Get/);
    await client.reads('This is a simple prompt');
  }),
  'a prompt that failed': async (main) => {
    const client = await ClientHarness.connect(await refusing('prompts/get'), {}, main);
    await client.choose('Prompts', 'greet');
    await client.fill('who', 'you');
    await client.press(/^Get/);
    await client.reads('The database is away.');
    client.unfold();
    return client;
  },
  'a template of resources to fill in': choosing('Resources', 'Dynamic Text Resource', async (client) => {
    await client.until(() => client.all('mcp-resource-view')[0], 'the fields of the template');
  }),
  'a resource that is followed': choosing('Resources', 'architecture', async (client) => {
    await client.act('follow-switch');
    await client.act('refresh-switch');
  }),
  'a resource that could not be read': async (main) => {
    const client = await ClientHarness.connect(await refusing('resources/read'), {}, main);
    await client.choose('Resources', 'one');
    await client.reads('The database is away.');
    client.unfold();
    return client;
  },
});
