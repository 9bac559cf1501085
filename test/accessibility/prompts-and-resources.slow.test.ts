import { waitUntil } from '@open-wc/testing';
import { everythingUrl, type Reply, script, scriptedUrl } from '/__servers__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { checks, type Draw } from './check.js';

const databaseName = tempDatabases();

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

/** The messages of a prompt, sent to this model of the page. */
const prompted =
  (sampler: () => Promise<string>, shown: string): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(everythingUrl, { sessionOptions: { sampler } }, main);
    await client.choose('Prompts', 'Simple Prompt');
    await client.press(/^Get/);
    await client.act('model-button');
    await client.reads(shown);
    client.unfold();
    return client;
  };

/** A resource of which the server tells this, and that it reads like this. */
const resource =
  (more: object, reply: Reply, shown: string): Draw =>
  async (main) => {
    const resources = [{ uri: 'test://one', name: 'one', ...more }];
    const url = await script({
      replies: { 'resources/list': { result: { resources } }, 'resources/read': reply },
    });
    const client = await ClientHarness.connect(url, {}, main);
    await client.choose('Resources', 'one');
    await client.reads(shown);
    return client;
  };

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
  'a prompt that the model answers': prompted(() => new Promise(() => {}), 'The model answers.'),
  'a prompt that the model answered': prompted(async () => 'Hello **you**', 'The model answered.'),
  'a prompt that the model did not answer': prompted(
    () => Promise.reject(new Error('No key')),
    'No answer from the model.',
  ),
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
  'a resource that loads': resource({}, { hang: true }, 'Reading.'),
  'a resource that is large, not read yet': resource({ size: 120_000_000 }, { hang: true }, 'Not read yet'),
  'a resource of an earlier visit, without a connection': async (main) => {
    const namespace = databaseName();
    const first = await ClientHarness.connect(everythingUrl, { storage: 'local', sessionOptions: { namespace } }, main);
    await first.choose('Resources', 'architecture');
    await first.reads('Loaded');
    const kept = await first.element.session!.storage.ready();
    await waitUntil(async () => (await kept!.storage.list('resource')).length > 0, 'it is stored', { timeout: 5000 });
    first.remove();
    const gone = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    const client = await ClientHarness.open(
      everythingUrl,
      { storage: 'local', sessionOptions: { namespace, fetch: gone } },
      main,
    );
    await client.choose('Resources', 'architecture');
    await client.reads('there is no connection to the server');
    return client;
  },
  'a resource that could not be read': async (main) => {
    const client = await ClientHarness.connect(await refusing('resources/read'), {}, main);
    await client.choose('Resources', 'one');
    await client.reads('The database is away.');
    client.unfold();
    return client;
  },
});
