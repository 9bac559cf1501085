import { expect } from '@open-wc/testing';
import { everythingUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import type { McpToolFormElement } from '../../components/tool-form/tool-form.js';
import { decisionsAsJson } from '../../components/log/decision.js';
import { openGrants, openAuditLog } from '../../src/session/person/index.js';
import { saveHar, saveRecording } from '../../src/transcript/index.js';
import { OwnSignIn } from '../../src/auth/index.js';
import type { Json, JsonObject, Session, SessionOptions } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { everythingVisible, hearConsole, hearHandedOut, spellings } from '../fixtures/visible.js';
import { ClientHarness } from './client-harness.js';

const PASSWORD = 'hunter2-of-the-harbour';
const PIN = '4711-0815-2342';
const TOKEN = 'a-header-of-ours-0123456789';
const SECRETS = { 'a header': TOKEN, 'a password field': PASSWORD, 'an elicited secret': PIN };
/** Servers repeat what they were told, in every place that they have words for. */
const echo = `You said ${PASSWORD}, ${PIN} and Bearer ${TOKEN}.`;
const complete = (result: object): Reply => ({ result: { resultType: 'complete', ...result } });
const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });

const login = {
  name: 'login',
  description: 'Signs a visitor in.',
  inputSchema: {
    type: 'object',
    properties: { user: { type: 'string' }, word: { type: 'string', format: 'password' } },
    required: ['user', 'word'],
  },
};
const asksForPin = {
  result: {
    resultType: 'input_required',
    requestState: 'once',
    inputRequests: {
      pin: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `Is ${PASSWORD} yours? Your PIN, please.`,
          requestedSchema: { type: 'object', properties: { pin: { type: 'string' } }, required: ['pin'] },
        },
      },
    },
  },
};

const server = (): Promise<string> =>
  script({
    revision: '2026-07-28',
    replies: {
      'tools/list': complete({ tools: [login], ttlMs: 0, cacheScope: 'private' }),
      'tools/call': [
        asksForPin,
        complete({ ...text(echo), structuredContent: { said: [PASSWORD, PIN], header: `Bearer ${TOKEN}` } }),
        { error: { code: -32_000, message: echo } },
      ],
      'resources/read': complete({
        contents: [{ uri: 'test://one', text: echo }],
        ttlMs: 60_000,
        cacheScope: 'private',
      }),
    },
  });

describe('after a session with a header, a password argument and an elicited secret', function () {
  this.timeout(30_000);
  const names = tempDatabases();
  let client: ClientHarness;
  afterEach(() => client.remove());

  it('none of them is in anything that is stored', async () => {
    const url = await server();
    const namespace = names();
    client = await ClientHarness.connect(url, {
      storage: 'local',
      capabilities: 'elicitation',
      headers: { authorization: `Bearer ${TOKEN}` },
      sessionOptions: { identity: 'ada', namespace },
      transcript: true,
    });
    await client.choose('Tools', 'login');
    await client.fill('user', 'ada');
    await client.fill('word', PASSWORD);
    // Long enough for a draft to be written.
    await pause(700);
    await client.press(/^Run login/);
    await client.fill('pin', PIN);
    await client.press(/^Send to/);
    await client.reads('You said');
    // The same once more, with an error at the end; nobody asks for the PIN again.
    await client.fill('word', PASSWORD);
    await client.press(/^Run login/);
    await eventually(
      async () => (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call').length,
      (count) => count === 3,
      8000,
    );
    await client.choose('Resources', 'one');
    await eventually(
      async () => (await scriptedLog(url)).some(({ body }) => body?.method === 'resources/read'),
      Boolean,
      8000,
    );
    await client.element.session!.close();
    // Everything is written behind.
    await pause(1500);
    // What is on the screen is the person’s.
    client.remove();
    const seen = await everythingVisible(namespace);
    // They were sent, the session is there, and what is harmless of it was kept.
    expect(JSON.stringify(await scriptedLog(url)))
      .to.contain(PASSWORD)
      .and.contain(PIN)
      .and.contain(TOKEN);
    for (const kept of ['tools/call', 'resources/read', 'ada', '"kind":"arguments"', '"kind":"audit"'])
      expect(seen['databases'], kept).to.contain(kept);
    for (const [what, secret] of Object.entries(SECRETS))
      for (const [place, words] of Object.entries(seen).filter(([place]) => place !== 'document'))
        expect(
          spellings(secret).some((one) => words.includes(one)),
          `${what} in ${place}`,
        ).to.equal(false);
  });
});

// Everything that a run writes, searched for secrets that were planted everywhere.

const KEY = `sk-${'pLaNt3d'.repeat(5)}`;
const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.${'pLaNt3dJwt'.repeat(4)}`;
/** One for each way in which a field can be secret; each is sent by the person. */
const FIELDS = {
  plain: 'planted-plain-01',
  writeOnly: 'planted-write-02',
  byRef: 'planted-ref-03',
  byAllOf: 'planted-allof-04',
  byOneOf: 'planted-oneof-05',
  nested: 'planted-nested-06',
  item: 'planted-item-07',
  additional: 'planted-additional-08',
  byPattern: 'planted-pattern-09',
  byThen: 'planted-then-10',
  byPlace: 'planted-place-11',
  number: 8_675_309_042,
  named: 'planted-named-12',
  inList: 'planted-list-13',
  cookie: 'planted-cookie-14',
  assigned: 'planted-assigned-15',
  userInfo: 'planted-userinfo-16',
  parameter: 'planted-parameter-17',
  described: 'planted-described-18',
  key: KEY,
  jwt: JWT,
} as const;
const HEADERS = {
  authorization: 'planted-bearer-21',
  'x-api-key': 'planted-header-22',
  'x-custom': 'planted-custom-23',
};
const ELICITED = { pin: 'planted-pin-31', declared: 'planted-declared-32' };
const PROMPTED = 'planted-prompt-41';
const ACCESS_TOKEN = 'planted-access-token-51';
const ADDRESSED = {
  parameter: 'planted-address-61',
  fragment: 'planted-fragment-62',
  path: `sk-${'pAth5eCret'.repeat(4)}`,
};

const word = { type: 'string', format: 'password' };
const vault: JsonObject = {
  name: 'vault',
  description: 'Opens a vault.',
  inputSchema: {
    type: 'object',
    $defs: { word },
    properties: {
      user: { type: 'string' },
      plain: word,
      writeOnly: { type: 'string', writeOnly: true },
      byRef: { $ref: '#/$defs/word' },
      byAllOf: { allOf: [{ type: 'string' }, { writeOnly: true }] },
      byOneOf: { oneOf: [{ type: 'number' }, { ...word, title: 'Word' }] },
      nested: { type: 'object', properties: { deep: { type: 'object', properties: { x: word } } } },
      items: { type: 'array', items: { type: 'object', properties: { x: word } } },
      map: { type: 'object', additionalProperties: word },
      patterns: { type: 'object', patternProperties: { '^x': word } },
      places: { type: 'array', prefixItems: [{ type: 'string' }, word] },
      number: { type: 'integer', format: 'password' },
      apiKey: { type: 'string' },
      tokens: { type: 'array', items: { type: 'string' } },
      headers: { type: 'array', items: { type: 'object', properties: { name: {}, value: {} } } },
      text: { type: 'string' },
      urls: { type: 'array', items: { type: 'string' } },
      other: { type: 'string', description: 'Your password for the vault.' },
      kind: { type: 'string' },
    },
    if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
    then: { properties: { extra: word } },
  },
};
const filledIn: JsonObject = {
  user: 'ada',
  plain: FIELDS.plain,
  writeOnly: FIELDS.writeOnly,
  byRef: FIELDS.byRef,
  byAllOf: FIELDS.byAllOf,
  byOneOf: FIELDS.byOneOf,
  nested: { deep: { x: FIELDS.nested } },
  items: [{ x: FIELDS.item }],
  map: { any: FIELDS.additional },
  patterns: { xy: FIELDS.byPattern },
  places: ['open', FIELDS.byPlace],
  number: FIELDS.number,
  apiKey: FIELDS.named,
  tokens: [FIELDS.inList],
  headers: [{ name: 'Cookie', value: FIELDS.cookie }],
  text: `PASSWORD=${FIELDS.assigned} and ${FIELDS.key} and Bearer ${FIELDS.jwt}`,
  urls: [`https://ada:${FIELDS.userInfo}@files.example/`, `https://files.example/?api_key=${FIELDS.parameter}`],
  other: FIELDS.described,
  kind: 'x',
  extra: FIELDS.byThen,
};

const values = (secrets: object): readonly string[] => Object.values(secrets).map(String);
/** In every spelling that a server may give them. */
const repeat = (secrets: readonly string[]): string =>
  [
    ...secrets,
    ...secrets.map((one) => `in "${one}", x${one}y`),
    ...secrets.map((one) => encodeURIComponent(one)),
    ...secrets.flatMap((one) => [btoa(one), btoa(`x${one}`), btoa(`xy${one}`)]),
    JSON.stringify(Object.fromEntries(secrets.map((one, at) => [`n${at}`, one]))),
  ].join(' ; ');
/** A member of every kind that a result can have. */
const everywhere = (echo: string, first: string): object => ({
  content: [
    { type: 'text', text: echo, annotations: { audience: ['user'], lastModified: first } },
    { type: first, text: 'x' },
    { type: 'image', data: btoa(echo), mimeType: `image/${first}` },
    { type: 'image', data: btoa(`${'a picture '.repeat(600)}${echo}`), mimeType: 'image/png' },
    { type: 'resource', resource: { uri: `test://${first}`, text: echo } },
    { type: 'resource_link', uri: `test://two/${first}`, name: first, description: echo },
  ],
  structuredContent: { said: [echo], [first]: 1, type: first },
  _meta: { 'example.com/said': echo },
});

/** Everything that was written or handed out, by where it is. */
async function everythingWritten(
  session: Session,
  options: SessionOptions,
  handedOut: ReturnType<typeof hearHandedOut>,
): Promise<Record<string, string>> {
  const transcript = await session.transcript.load();
  await transcript?.flush();
  const entries = [...(transcript?.entries.get() ?? [])];
  const earlier = [...((await transcript?.older(undefined, 1000)) ?? [])].toReversed();
  const kept = (await session.storage.ready())!;
  const files: Record<string, string> = {};
  for (const level of ['shapes', 'values'] as const) {
    const blob = (hash: string): Promise<string | undefined> => transcript!.blob(hash);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    files[`recording, ${level}`] = (await saveRecording(entries, { level, blob }))!.join('');
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    files[`stored recording, ${level}`] = (await saveRecording(earlier, { level, blob }))!.join('');
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    files[`HAR, ${level}`] = (await saveHar(entries, { level }))!.join('');
  }
  const record = openAuditLog(options);
  await record.refresh();
  return {
    ...files,
    record: decisionsAsJson(record.all.get()),
    usage: JSON.stringify(await kept.storage.usage()),
    ...(await handedOut.texts()),
    ...(await everythingVisible(options.namespace!)),
  };
}

function findIn(
  written: Record<string, string>,
  secrets: readonly string[],
  ...but: readonly string[]
): readonly string[] {
  return Object.entries(written)
    .filter(([place]) => place !== 'document' && !but.includes(place))
    .flatMap(([place, text]) =>
      secrets
        .filter((secret) => spellings(secret).some((one) => text.includes(one)))
        .map((secret) => `${secret} in ${place}: ${aroundIn(text, secret)}`),
    );
}

function aroundIn(text: string, secret: string): string {
  const at = Math.min(...spellings(secret).flatMap((one) => (text.includes(one) ? [text.indexOf(one)] : [])));
  return text.slice(Math.max(0, at - 120), at + 60);
}

describe('everything that a run writes', function () {
  this.timeout(60_000);
  const names = tempDatabases();
  const said = hearConsole();
  const handedOut = hearHandedOut(said);
  let client: ClientHarness | undefined;
  afterEach(() => {
    client?.remove();
    client = undefined;
  });
  after(() => handedOut.end());

  /** The form of the tool on the screen, filled in as a whole. */
  async function fillForm(one: ClientHarness, filled: JsonObject): Promise<McpToolFormElement> {
    const form = await one.until(() => one.all<McpToolFormElement>('mcp-tool-form')[0], 'a form');
    await one.until(() => form.renderRoot.querySelector('mcp-schema-field'), 'fields');
    (form as unknown as { draft: { fillArguments(filled: JsonObject, by: 'page'): void } }).draft.fillArguments(
      filled,
      'page',
    );
    // Long enough for a draft to be written.
    await pause(700);
    return form;
  }

  /** Presses what saves, in what shows the transcript and the audit log of a session. @returns how many files were saved */
  async function saveEverything(session: Session): Promise<number> {
    const before = handedOut.count();
    let presses = 0;
    const press = async (element: HTMLElement, selector: string): Promise<void> => {
      const control = await eventually(
        () => element.shadowRoot?.querySelector<HTMLElement>(`${selector}:not([disabled])`),
        Boolean,
        8000,
      );
      control!.click();
      await pause(50);
    };
    const log = Object.assign(document.createElement('mcp-log'), { session });
    document.body.append(log);
    for (const level of ['shapes', 'values']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (level === 'values') await press(log, '[data-name~="values-check"]');
      for (const button of ['json-button', 'har-button']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        await press(log, `[data-name~="${button}"]`);
        presses++;
      }
    }
    await press(log, '[data-name~="decisions-button"]');
    presses++;
    await eventually(
      () => handedOut.count(),
      (count) => count >= before + presses,
      8000,
    );
    log.remove();
    return presses;
  }

  it('holds nothing of what a person typed, of headers and of what was elicited, though a server repeats it everywhere', async () => {
    const secrets = [...values(FIELDS), ...values(HEADERS), ...values(ELICITED), PROMPTED];
    const echo = repeat(secrets);
    // Nobody can repeat what is not yet said.
    const before = repeat(secrets.filter((one) => one !== PROMPTED));
    const first = FIELDS.plain;
    const prompt = { name: 'greet', arguments: [{ name: 'who' }, { name: 'password' }] };
    const inputRequests = {
      ask: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Who are you?',
          requestedSchema: {
            type: 'object',
            properties: { pin: { type: 'string' }, word: { type: 'string', format: 'password' } },
            required: ['pin'],
          },
        },
      },
    };
    const resources = [
      { uri: 'test://one', name: 'one' },
      { uri: `test://one?api_key=${FIELDS.parameter}`, name: 'two', description: echo },
    ];
    const url = await script({
      revision: '2026-07-28',
      replies: {
        'tools/list': [
          complete({ tools: [vault], ttlMs: 600_000, cacheScope: 'private' }),
          complete({
            tools: [
              { ...vault, title: first, description: echo, annotations: { title: echo } },
              { ...vault, name: first },
            ],
            ttlMs: 600_000,
            cacheScope: 'private',
          }),
        ],
        'tools/call': [
          { result: { resultType: 'input_required', requestState: 'once', inputRequests } },
          complete(everywhere(before, first)),
          { error: { code: -32_000, message: before, data: { before, [first]: first } } },
        ],
        'resources/list': [
          complete({ resources: [{ uri: 'test://one', name: 'one' }], ttlMs: 600_000, cacheScope: 'private' }),
          complete({ resources, ttlMs: 600_000, cacheScope: 'private' }),
        ],
        'resources/read': complete({
          contents: [
            { uri: 'test://one', text: echo },
            { uri: 'test://one', blob: btoa(echo) },
          ],
          ttlMs: 600_000,
          cacheScope: 'private',
        }),
        'prompts/list': [
          complete({ prompts: [prompt], ttlMs: 600_000, cacheScope: 'private' }),
          complete({ prompts: [{ ...prompt, description: echo }], ttlMs: 600_000, cacheScope: 'private' }),
        ],
        'prompts/get': complete({
          description: echo,
          messages: [{ role: 'user', content: { type: 'text', text: echo } }],
        }),
        'completion/complete': complete({ completion: { values: [echo] } }),
      },
    });
    const namespace = names();
    const sessionOptions: SessionOptions = {
      identity: 'ada',
      namespace,
      headers: async () => ({ ...HEADERS, authorization: `Bearer ${HEADERS.authorization}` }),
    };
    client = await ClientHarness.connect(url, {
      storage: 'local',
      capabilities: 'elicitation',
      sessionOptions,
      transcript: true,
    });
    const session = client.element.session!;
    await client.choose('Tools', 'vault');
    await fillForm(client, filledIn);
    // As text too: half of it, and all of it with something more.
    await client.press('JSON');
    const box = await client.until(() => client!.all<HTMLTextAreaElement>('textarea')[0], 'the text');
    for (const text of [JSON.stringify(filledIn).slice(0, -40), `${JSON.stringify(filledIn)} `]) {
      box.value = text;
      box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await pause(500);
    }
    await client.press('Form');
    await client.press(/^Run vault/);
    await client.fill('pin', ELICITED.pin);
    await client.fill('word', ELICITED.declared);
    await client.press(/^Send to/);
    await client.reads('in "planted-plain-01"');
    const kept = (await session.storage.ready())!;
    const tool = { kind: 'tool', name: 'vault' } as const;
    await eventually(
      () => kept.history.list(tool),
      ({ length }) => length > 0,
      5000,
    );
    await kept.history.keepAs(tool, (await kept.drafts.get(tool)) ?? {}, `with ${FIELDS.key}`);
    await client.press(/^Run vault/);
    const calls = async (): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call').length;
    await eventually(calls, (count) => count === 3, 8000);
    // The lists of the second look say it too, and it is allowed for good as it is described now.
    await session.prompts.get('greet', { who: 'ada', password: PROMPTED });
    await session
      .complete({ type: 'ref/prompt', name: 'greet' }, { name: 'password', value: PROMPTED })
      .catch(() => {});
    for (const list of [session.tools, session.prompts, session.resources]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await list.refresh();
    }
    const tools = await session.tools.list();
    await openGrants(sessionOptions).remember(
      {
        server: kept.server,
        serverName: `Server of ${first}`,
        tool: tools[0]!,
        arguments: filledIn,
        tools,
        isConfirmed: true,
      },
      'allow',
      { scope: 'tool', duration: 'always' },
    );
    for (const { uri } of resources) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await session.resources.read(uri);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await kept.subscriptions.add(uri);
    }
    await session.resources.list();
    await kept.views.put('a view', { open: `test://one?api_key=${FIELDS.parameter}`, said: echo } as Json);
    await pause(1500);
    await saveEverything(session);
    await session.close();
    const written = await everythingWritten(session, { ...sessionOptions, storage: 'local' }, handedOut);
    client.remove();
    // It was sent, and what is harmless was written.
    const log = JSON.stringify(await scriptedLog(url));
    for (const secret of [...values(ELICITED), ...values(HEADERS), FIELDS.plain, PROMPTED])
      expect(log).to.contain(secret);
    for (const harmless of [
      'vault',
      'ada',
      '"kind":"list"',
      '"kind":"draft"',
      '"kind":"grant"',
      '"kind":"audit"',
      '"kind":"savedArguments"',
    ])
      expect(written['databases'], harmless).to.contain(harmless);
    for (const harmless of ['"format": "mcp-embed-audit-log"', '"log"', 'vault'])
      expect(written['saved'], harmless).to.contain(harmless);
    expect(findIn(written, secrets, 'performance')).to.deep.equal([]);
  });

  it('nor in progress, news, log lines, what is copied and saved of them, in the older era', async () => {
    const secrets = [FIELDS.plain, FIELDS.named, FIELDS.key, ...values(HEADERS)];
    const echo = repeat(secrets);
    const params = { progressToken: '$progressToken', progress: 1, message: echo };
    const note = (method: string, said: object): object => ({ jsonrpc: '2.0', method, params: said });
    const url = await script({
      revision: '2025-11-25',
      session: false,
      capabilities: { tools: { listChanged: true }, logging: {}, resources: { subscribe: true, listChanged: true } },
      replies: {
        initialize: {
          headers: { 'mcp-session-id': 'planted-session-71' },
          result: {
            protocolVersion: '2025-11-25',
            capabilities: { tools: { listChanged: true }, logging: {}, resources: { subscribe: true } },
            serverInfo: { name: `scripted ${HEADERS['x-api-key']}`, title: repeat(values(HEADERS)), version: '1' },
            instructions: repeat(values(HEADERS)),
          },
        },
        'tools/list': { result: { tools: [vault] } },
        'tools/call': {
          sse: [
            note('notifications/progress', params),
            note('notifications/message', { level: 'error', logger: FIELDS.plain, data: { echo, [FIELDS.plain]: 1 } }),
            note('notifications/message', { level: 'error', data: `${echo} planted-session-71` }),
            note('notifications/resources/updated', { uri: `test://${FIELDS.plain}` }),
            note('notifications/example.com/news', { echo }),
            { response: everywhere(`${echo} planted-session-71`, FIELDS.plain) },
          ],
        },
        'logging/setLevel': { result: {} },
      },
    });
    const sessionOptions: SessionOptions = {
      identity: 'ada',
      namespace: names(),
      headers: { ...HEADERS, authorization: `Bearer ${HEADERS.authorization}` },
    };
    client = await ClientHarness.connect(url, { storage: 'local', sessionOptions, transcript: true });
    const session = client.element.session!;
    await client.choose('Tools', 'vault');
    await fillForm(client, { user: 'ada', plain: FIELDS.plain, apiKey: FIELDS.named, text: FIELDS.key });
    await client.press(/^Run vault/);
    await client.reads('in "planted-plain-01"');
    await client.press(/^Log/);
    await client.reads(/\d+ entries/);
    await client.openLogMenu();
    for (const name of ['copy-button', 'download-button']) {
      const ofLog = (): HTMLElement | undefined =>
        client!
          .all(`[data-name="${name}"]`)
          .find((each) => (each.getRootNode() as ShadowRoot).host.localName === 'mcp-log');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      (await client.until(ofLog, name)).click();
    }
    await eventually(
      () => handedOut.count(),
      (count) => count >= 2,
      5000,
    );
    await pause(1500);
    await saveEverything(session);
    const written = await everythingWritten(session, { ...sessionOptions, storage: 'local' }, handedOut);
    await session.close();
    expect(JSON.stringify(await scriptedLog(url))).to.contain(FIELDS.named);
    expect(written['copied'], 'it was copied').to.contain('error');
    expect(written['saved'], 'it was saved').to.contain('error');
    expect(findIn(written, [...secrets, 'planted-session-71'])).to.deep.equal([]);
  });

  it('nor tokens', async () => {
    const echo = repeat([ACCESS_TOKEN]);
    const url = await script({
      revision: '2025-11-25',
      replies: {
        'tools/list': { result: { tools: [{ ...vault, description: echo }] } },
        'tools/call': { result: everywhere(echo, ACCESS_TOKEN) },
        'resources/read': { result: { contents: [{ uri: 'test://one', text: echo }] } },
      },
    });
    const sessionOptions: SessionOptions = {
      identity: 'ada',
      namespace: names(),
      auth: new OwnSignIn({ getToken: () => ACCESS_TOKEN }),
    };
    client = await ClientHarness.connect(url, { storage: 'local', sessionOptions, transcript: true });
    const session = client.element.session!;
    await session.tools.call('vault', { user: 'ada' }, { initiator: 'person' });
    await session.resources.read('test://one');
    await pause(1500);
    const written = await everythingWritten(session, { ...sessionOptions, storage: 'local' }, handedOut);
    await session.close();
    expect(JSON.stringify(await scriptedLog(url))).to.contain(ACCESS_TOKEN);
    expect(written['databases']).to.contain('vault').and.contain('tools/call');
    expect(findIn(written, [ACCESS_TOKEN])).to.deep.equal([]);
  });

  it('nor what is secret in the address of the server', async () => {
    const { parameter, fragment, path } = ADDRESSED;
    const url = `${await script({ revision: '2025-11-25' })}/${path}?api_key=${parameter}#access_token=${fragment}`;
    const secrets = values(ADDRESSED);
    for (const identity of ['ada', undefined]) {
      const sessionOptions: SessionOptions = { namespace: names(), ...(identity !== undefined && { identity }) };
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      client = await ClientHarness.connect(url, { storage: 'local', sessionOptions, transcript: true });
      const session = client.element.session!;
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await session.tools.call('echo', { message: `harbour of ${identity}` }, { initiator: 'person' });
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await pause(1500);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const written = await everythingWritten(session, { ...sessionOptions, storage: 'local' }, handedOut);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await session.close();
      client.remove();
      expect(written['databases']!.includes(`harbour of ${identity}`), `kept for ${identity}`).to.equal(
        identity !== undefined,
      );
      // The browser notes addresses that were asked for.
      expect(findIn(written, secrets, 'performance'), `for ${identity}`).to.deep.equal([]);
    }
  });

  it('is searched for: what is planted is found', async () => {
    const namespace = names();
    const sessionOptions: SessionOptions = { namespace };
    client = await ClientHarness.connect(everythingUrl, { storage: 'local', sessionOptions, transcript: true });
    const session = client.element.session!;
    const leak = 'leaked-on-purpose-99';
    await session.tools.call('echo', { message: leak }, { initiator: 'person' });
    await (await caches.open(namespace)).put('/leak', new Response(leak));
    sessionStorage.setItem(namespace, leak);
    // oxlint-disable-next-line no-console
    console.warn({ deep: [leak] });
    await navigator.clipboard.writeText(leak).catch(() => {});
    URL.revokeObjectURL(URL.createObjectURL(new Blob([leak])));
    await pause(1500);
    const written = await everythingWritten(session, { ...sessionOptions, storage: 'local' }, handedOut);
    await session.close();
    sessionStorage.removeItem(namespace);
    await caches.delete(namespace);
    const found = findIn(written, [leak]).join('\n');
    for (const place of [
      'databases',
      'caches',
      'sessionStorage',
      'console',
      'copied',
      'saved',
      'recording, values',
      'HAR, values',
      'record',
    ])
      expect(found, place).to.contain(`in ${place}`);
  });
});
