import { waitUntil } from '@open-wc/testing';
import { everythingUrl, modernUrl, script } from '/__servers__.js';
import type { McpToolFormElement } from '../../components/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { checks, type Draw } from './check.js';

const MANY = 400;
const databaseName = tempDatabases();

/** Everything that a form can show. */
const KINDS = {
  type: 'object',
  description: 'What is needed to **send** a parcel.',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'Of who gets it', minLength: 2, maxLength: 40 },
    note: { type: 'string', format: 'multi-line', description: 'Several lines' },
    weight: { type: 'number', minimum: 0, maximum: 30, 'x-unit': 'kg' },
    size: { type: 'integer', minimum: 1, default: 3 },
    express: { type: 'boolean', default: false },
    kind: { type: 'string', enum: ['letter', 'parcel', 'crate'], enumDescriptions: ['flat', 'small', 'large'] },
    country: { type: 'string', enum: Array.from({ length: 30 }, (_, at) => `country-${at}`) },
    zone: { type: 'string', enum: ['a', 'b', 'c', 'd'], enumDescriptions: ['near', 'far', 'farther', 'away'] },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    services: { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['sms', 'e-mail', 'insured'] } },
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    colour: { type: 'string', format: 'color' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    phone: { type: 'string', format: 'phone' },
    password: { type: 'string', format: 'password', writeOnly: true },
    api_key: { type: 'string' },
    label: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    tags: { type: 'array', items: { type: 'string' } },
    stops: {
      type: 'array',
      items: { type: 'object', properties: { city: { type: 'string' }, hours: { type: 'number' } } },
    },
    place: { type: 'array', prefixItems: [{ type: 'number', title: 'Longitude' }, { type: 'number' }], items: false },
    limits: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { soft: { type: 'integer' } } },
    },
    block: {
      oneOf: Array.from({ length: 8 }, (_, at) => ({
        title: `Kind ${at}`,
        type: 'object',
        required: ['type'],
        properties: { type: { const: `kind-${at}` }, text: { type: 'string' } },
      })),
    },
    address: { type: 'object', required: ['street'], properties: { street: { type: 'string' } } },
    extra: { type: 'object', additionalProperties: { type: 'string' } },
    payer: {
      oneOf: [
        { title: 'Sender', type: 'object', properties: { account: { type: 'string' } } },
        { title: 'Receiver', type: 'object', properties: { code: { type: 'integer' } } },
      ],
    },
    either: { type: ['string', 'null'] },
    fixed: { const: 'v2' },
    old: { type: 'string', deprecated: true },
    id: { type: 'string', readOnly: true },
    anything: {},
  },
};

/** A value that is wrong for each, and one that no field has. */
const WRONG = {
  name: '',
  weight: 99,
  size: 'x',
  kind: 'ship',
  zone: 'e',
  stars: 9,
  services: ['sms', 'fax'],
  day: 'today',
  at: 'now',
  mail: 'nowhere',
  page: 'x',
  label: '!',
  tags: [1, ''],
  stops: [{ city: 1, hours: 'x' }],
  place: ['x'],
  limits: { cpu: { soft: 'x' } },
  block: { type: 'kind-3', text: 5 },
  address: {},
  also: 'x',
};

/** A client with the form of a tool that takes these. */
async function form(main: HTMLElement, inputSchema: object, more: object = {}): Promise<ClientHarness> {
  const tools = [{ name: 'send_parcel', title: 'Send a parcel', inputSchema, ...more }];
  const url = await script({
    session: false,
    capabilities: { tools: {} },
    replies: { 'tools/list': { result: { tools } } },
  });
  const client = await ClientHarness.connect(url, {}, main);
  (await client.option('Send a parcel')).click();
  await client.until(() => client.button(/^Run/), 'a form');
  return client;
}

const ofTool =
  (tool: string, then: (client: ClientHarness) => Promise<unknown>): Draw =>
  async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.choose('Tools', tool);
    await client.until(() => client.button(/^Run/), 'a form');
    await then(client);
    return client;
  };

const formOf = (client: ClientHarness): McpToolFormElement => client.all<McpToolFormElement>('mcp-tool-form')[0]!;

/** The client of somebody who is here again, with the form of that tool. */
async function again(
  main: HTMLElement,
  url: string,
  tool: string,
  before: (client: ClientHarness) => Promise<unknown>,
): Promise<ClientHarness> {
  const open = async (): Promise<ClientHarness> => {
    const client = await ClientHarness.connect(
      url,
      { storage: 'local', capabilities: 'elicitation', sessionOptions },
      main,
    );
    await client.choose('Tools', tool);
    await client.until(() => client.button(/^Run/), 'a form');
    return client;
  };
  const sessionOptions = { namespace: databaseName() };
  const first = await open();
  await before(first);
  first.remove();
  return open();
}

const until = (is: () => Promise<boolean>): Promise<void> => waitUntil(is, 'it is stored', { timeout: 5000 });

checks('forms', {
  'a form of two fields': ofTool('get-sum', async () => {}),
  'a form with mistakes': ofTool('get-sum', async (client) => {
    await client.fill('a', 'x');
    await client.press('Run get-sum');
    await client.reads(/Fix \d fields/);
  }),
  'a form with each kind of field': async (main) => {
    const client = await form(main, KINDS);
    await client.act('fold-button');
    await client.reads('Receiver');
    for (const add of client.all('[data-name=add-button]')) add.click();
    client.unfold();
    return client;
  },
  'mistakes in each kind of field': async (main) => {
    const client = await form(main, KINDS);
    formOf(client).renderRoot.querySelector('mcp-schema-field')!.form!.setValue(WRONG);
    await client.press(/^Run/);
    await client.reads(/Fix \d+ fields/);
    await client.reads('Also sent');
    client.unfold();
    return client;
  },
  'a form of 400 fields': (main) =>
    form(main, {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`field_${at}`, { type: 'string' }])),
    }),
  'a form without fields': (main) => form(main, { type: 'object' }),
  'arguments as JSON': ofTool('get-sum', async (client) => {
    await client.press('JSON');
    await client.reads('Arguments as JSON');
  }),
  'arguments that are no JSON': ofTool('get-sum', async (client) => {
    await client.press('JSON');
    await client.fill('Arguments as JSON', '{"a": ');
    await client.press('Run get-sum');
    await client.until(() => client.all('[aria-invalid=true]')[0], 'a mistake');
  }),
  'the definition of a tool': async (main) => {
    const client = await form(main, KINDS, {
      description: 'Sends it.',
      outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { destructiveHint: true, openWorldHint: true },
      _meta: { 'example.com/team': 'post' },
    });
    await client.act('menu-button');
    await client.act('definition-button');
    await client.reads('example.com/team');
    return client;
  },
  'the menu of a form': ofTool('get-sum', async (client) => {
    await client.act('menu-button');
    await client.reads('Show definition');
  }),
  'the history of a form': (main) =>
    again(main, everythingUrl, 'echo', async (client) => {
      await client.fill('message', 'hello');
      await client.press('Run echo');
      await client.reads('Echo: hello');
    }).then(async (client) => {
      await client.act('earlier-button');
      await client.reads('Save current as…');
      return client;
    }),
  'a draft that was restored': (main) =>
    again(main, everythingUrl, 'echo', async (client) => {
      await client.fill('message', 'hello');
      const kept = await client.element.session!.storage.ready();
      await until(async () => (await kept!.drafts.get({ kind: 'tool', name: 'echo' })) !== undefined);
    }).then(async (client) => {
      await client.reads('Draft restored');
      return client;
    }),
  'a run that may still go on': (main) =>
    again(main, modernUrl, 'survey-berth', async (client) => {
      formOf(client).renderRoot.querySelector('mcp-schema-field')!.form!.setValue({ berth: 3, seconds: 5 });
      await client.press(/^Run/);
      const kept = await client.element.session!.storage.ready();
      await until(async () => (await kept!.tasks.list('survey-berth')).length === 1);
    }).then(async (client) => {
      await client.reads('may still be going on at the server');
      return client;
    }),
});
