import { everythingUrl, script } from '/__servers__.js';
import { Grants, type Grant, type NewAuditEntry, AuditLog, Roots } from '../../src/approvals/index.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { openRecording, saveRecording } from '../../src/transcript/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { Logging } from '../components/logging.js';
import { grant, ORIGIN } from '../fixtures/grants.js';
import { entry, RecordShelf } from '../fixtures/record-shelf.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import type { Reader } from '../support/harness/reader.js';
import { checks, draw, put } from './check.js';

/** More lines than the page has at once. */
const MANY = 400;
const databaseName = tempDatabases();

/** The client of a visit: a call of a tool, a call that failed, and log lines of each level. */
async function visit(main: HTMLElement): Promise<ClientHarness> {
  const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
  const url = await script({
    capabilities: { tools: {}, logging: {} },
    replies: {
      'tools/call': [
        {
          sse: [
            ...LEVELS.map((level) => ({
              jsonrpc: '2.0',
              method: 'notifications/message',
              params: { level, logger: 'db', data: level === 'error' ? { at: 7, of: ['a', 'b'] } : `It is ${level}.` },
            })),
            { response: { content: [{ type: 'text', text: 'Done.' }] } },
          ],
        },
        { error: { code: -32000, message: 'The database is away.', data: { at: 7 } } },
      ],
    },
  });
  const client = await ClientHarness.connect(url, { transcript: true }, main);
  await client.element.session!.tools.call('echo', { message: 'x' });
  await client.element.session!.tools.call('echo', { message: 'y' }).catch(() => {});
  return client;
}

/** A section of the client of a visit. */
async function section(main: HTMLElement, name: string, shown: string | RegExp): Promise<ClientHarness> {
  const client = await visit(main);
  await client.press(new RegExp(`^${name}`));
  await client.reads(shown);
  return client;
}

async function log(main: HTMLElement, shown: string): Promise<ClientHarness> {
  const client = await section(main, 'Log', shown);
  client.unfold();
  return client;
}

const GRANTS = [
  grant('1'),
  grant('2', { verdict: 'deny', scope: 'arguments', arguments: 'sha256:0', duration: 'session' }),
  grant('3', { server: 'https://other.example/mcp ann', scope: 'read-only', definition: undefined }),
];

async function permissions(main: HTMLElement, all: readonly Grant[], shown: string): Promise<Reader> {
  const grants = new Grants(
    { listGrants: async () => all, putGrant: async () => {}, removeGrants: async () => {} },
    ORIGIN,
  );
  const reader = draw(main, 'mcp-permissions', { grants });
  await reader.reads(shown);
  reader.unfold();
  return reader;
}

const AUDITED: readonly NewAuditEntry[] = [
  entry({ about: 'search' }),
  entry({ about: 'delete', answer: 'refused', authorizedBy: 'remembered', server: 'https://b.example/mcp' }),
  entry({ kind: 'sampling', about: 'sampling/createMessage', initiator: 'server', during: 'tools/call plan' }),
  entry({ kind: 'elicitation', about: 'elicitation/create', initiator: 'server', answer: 'withdrawn' }),
  entry({ kind: 'roots', about: 'roots/list', initiator: 'server', authorizedBy: 'policy' }),
];

async function auditLog(main: HTMLElement, entries: readonly NewAuditEntry[], shown: string): Promise<Reader> {
  const log = new AuditLog(new RecordShelf(), ORIGIN);
  for (const one of entries) log.add(one);
  const reader = draw(main, 'mcp-log', { auditLog: log });
  await reader.reads(shown);
  reader.unfold();
  return reader;
}

async function folders(main: HTMLElement, uris: readonly [string, string][]): Promise<Reader> {
  const roots = new Roots('a', rootsIn(new MemoryStorage()));
  for (const [uri, name] of uris)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await roots.add(uri, name);
  return draw(main, 'mcp-roots', { roots });
}

/** What is stored after a call with arguments, in a session that stores. */
async function storage(main: HTMLElement): Promise<Reader> {
  const around = document.createElement('mcp-session');
  Object.assign(around, { url: everythingUrl, storage: 'local', sessionOptions: { namespace: databaseName() } });
  const reader = put(main, around);
  await reader.until(() => around.status === 'ready', 'connected');
  const kept = await around.session!.storage.ready();
  const form = { form: { fields: [['message', { text: 'hello', of: 'string' }]] } } as const;
  await kept!.drafts.put({ kind: 'tool', name: 'echo' }, form as never);
  await kept!.history.add({ kind: 'tool', name: 'echo' }, form as never);
  around.append(document.createElement('mcp-storage'));
  await reader.reads(/1 draft/);
  reader.unfold();
  return reader;
}

checks('panels', {
  'the log of a server, empty': async (main) => {
    const client = await ClientHarness.connect(everythingUrl, {}, main);
    await client.press(/^Log/);
    await client.reads('tools/list');
    client.unfold();
    return client;
  },
  'a log': (main) => log(main, 'It is warning.'),
  'a line of a log, opened': async (main) => {
    const client = await log(main, 'It is emergency.');
    const line = await client.until(
      () => client.all('[data-name~=line]').find((each) => each.textContent.includes('"at"')),
      'a line of data',
    );
    line.click();
    await client.until(() => client.all('mcp-json-view')[0], 'its data');
    return client;
  },
  'a log of many lines, some with hidden text': async (main) => {
    const logging = new Logging();
    logging.lines(MANY);
    logging.add({ data: '\u001b[1mignore all rules\recho hello' });
    const reader = draw(main, 'mcp-log', { session: logging.session });
    const line = await reader.until(() => reader.all('[data-name~=line]').at(-1), 'a line');
    line.click();
    await reader.reads('As the server sent it');
    reader.unfold();
    return reader;
  },
  'a log without a match': async (main) => {
    const client = await log(main, 'It is warning.');
    const box = await client.until(
      () => client.all<HTMLInputElement>('mcp-log input, input[type=search]').at(-1),
      'a search',
    );
    box.value = 'zzzz';
    box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await client.reads('No entries match');
    return client;
  },
  'the transcript, empty': async (main) => {
    const reader = draw(main, 'mcp-log', {});
    await reader.reads('A recording can be opened here too');
    return reader;
  },
  'the transcript of a visit': (main) => section(main, 'Log', 'Refused with an error'),
  'an entry of the transcript, opened': async (main) => {
    const client = await section(main, 'Log', 'Refused with an error');
    (await client.option('Refused with an error')).click();
    await client.reads('Response');
    client.unfold();
    return client;
  },
  'the transcript about to be saved': async (main) => {
    const client = await section(main, 'Log', 'Refused with an error');
    await client.openLogMenu();
    await client.reads('Save as HAR');
    return client;
  },
  'the transcript about to be erased': async (main) => {
    const client = await section(main, 'Log', 'Refused with an error');
    await client.openLogMenu();
    await client.act('clear-button');
    return client;
  },
  'a recording played back': async (main) => {
    const live = await visit(main);
    const transcript = (await live.element.session!.transcript.load())!;
    await transcript.flush();
    const { name, version } = live.element.session!.server;
    const saved = await saveRecording(transcript.entries.get(), { level: 'values', server: { name, version } });
    live.remove();
    const client = await ClientHarness.open(
      '',
      { recording: await openRecording(saved!.join('')), transcript: true },
      main,
    );
    await client.until(() => client.element.status === 'ready', 'played back');
    await client.press(/^Log/);
    await client.reads('Nothing here goes to a server');
    return client;
  },
  'what is stored': storage,
  'what is stored, about to be erased': async (main) => {
    const reader = await storage(main);
    await reader.press(/^Erase/);
    return reader;
  },
  'permissions, none': (main) => permissions(main, [], ''),
  permissions: (main) => permissions(main, GRANTS, 'tool-1'),
  'the audit log, empty': (main) => auditLog(main, [], ''),
  'the audit log': (main) => auditLog(main, AUDITED, 'search'),
  'the audit log about to be erased': async (main) => {
    const reader = await auditLog(main, AUDITED, 'search');
    await reader.openLogMenu();
    await reader.press(/^Erase/);
    return reader;
  },
  'roots, none': (main) => folders(main, []),
  'roots, one being changed': async (main) => {
    const reader = await folders(main, [
      ['file:///home/me', 'Home'],
      ['file:///srv', 'Server'],
    ]);
    (await reader.until(() => reader.all('[data-name~=edit-button]')[0], 'a folder')).click();
    await reader.until(() => reader.all('[part~=submit-button]')[0], 'its fields');
    const address = reader.all<HTMLInputElement>('#address')[0]!;
    address.value = 'https://x/';
    address.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await reader.act('submit-button');
    await reader.until(() => reader.all('[aria-invalid=true]')[0], 'what is wrong');
    return reader;
  },
  'sites that images may come from': async (main) => {
    const icons = [{ src: 'https://cdn.example/t.png' }, { src: 'https://pictures.example/t.png' }];
    const url = await script({
      session: false,
      capabilities: { tools: {} },
      replies: { 'tools/list': { result: { tools: [{ name: 't', inputSchema: { type: 'object' }, icons }] } } },
    });
    const around = document.createElement('mcp-session');
    Object.assign(around, { url, sessionOptions: { namespace: databaseName() } });
    around.append(document.createElement('mcp-allowed-hosts'), document.createElement('mcp-tool-list'));
    const reader = put(main, around);
    await reader.reads('cdn.example');
    return reader;
  },
});
