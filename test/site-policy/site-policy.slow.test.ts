import { expect } from '@open-wc/testing';
import { script, scriptedLog } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import type { McpError, SitePolicy } from '../../src/index.js';
import { closePages, pageAfter, type PolicyPage, pageWith } from './policy-page.js';

async function errorOf(promise: Promise<unknown>): Promise<McpError> {
  try {
    await promise;
  } catch (error) {
    return error as McpError;
  }
  throw new Error('It did not fail.');
}

const TOOLS = ['echo', 'delete_all'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const LISTS = {
  'tools/list': { result: { tools: TOOLS } },
  'tools/call': { result: { content: [{ type: 'text', text: 'done' }] } },
};
const server = (): Promise<string> => script({ capabilities: { tools: {} }, replies: LISTS });

const requestsTo = async (url: string): Promise<number> => (await scriptedLog(url)).length;

async function clientOf(page: PolicyPage, url: string, text: RegExp, attributes = ''): Promise<McpClientElement> {
  return (await page.shows(`<mcp-client url="${url}" ${attributes}></mcp-client>`, text)) as McpClientElement;
}

describe('the policy of a site', () => {
  afterEach(closePages);

  it('disabled: no element and no code connects, and the element says so', async () => {
    const url = await server();
    const page = await pageWith({ disabled: true });
    const client = await clientOf(page, url, /This site has switched off connections to MCP servers on this page\./);
    expect(client.status).to.equal('failed');
    expect(page.textOf(client)).not.to.match(/Try again/);
    await page.shows(`<mcp-session url="${url}"><p>Inside</p></mcp-session>`, /This site has switched off .* Inside/);
    for (const asked of [page.library.connect(url), page.library.diagnose(url)])
      expect(await errorOf(asked)).to.include({ code: 'declined', key: 'policy.disabled' });
    expect(() => new page.library.Session(new MessageChannel().port1)).to.throw(/switched off/);
    expect(await requestsTo(url)).to.equal(0);
  });

  it('servers: only these', async () => {
    const url = await server();
    const { origin } = new URL(url);
    const page = await pageWith({ servers: ['https://mcp.example.com', '*.tools.example'] });
    await clientOf(page, url, /This site does not allow connections to 127\.0\.0\.1:\d+\./);
    expect((await errorOf(page.library.connect(url))).code).to.equal('declined');
    expect(await requestsTo(url)).to.equal(0);
    const made = (address: string) => () => new page.library.Session(address, { storage: 'none' });
    for (const allowed of [
      'https://mcp.example.com/mcp',
      'wss://mcp.example.com/mcp',
      'https://a.tools.example/',
      'https://a.b.tools.example/',
    ])
      expect(made(allowed), allowed).not.to.throw();
    for (const refused of [
      'http://mcp.example.com/mcp',
      'https://mcp.example.com:8443/mcp',
      'https://mcp.example.com.evil.example/',
      'https://tools.example/',
      'https://eviltools.example/',
      'http://a.tools.example/',
      'https://a.tools.example:444/',
    ])
      expect(made(refused), refused).to.throw(/does not allow connections/);
    expect(() => new page.library.Session(new MessageChannel().port1)).to.throw(/servers inside the page/);
    const exact = await pageWith({ servers: [origin] });
    await (await exact.library.connect(url, { storage: 'none' })).close();
    const words = await pageWith({ servers: ['loopback', 'in-page'] });
    await (await words.library.connect(url, { storage: 'none' })).close();
    expect(() => new words.library.Session(new MessageChannel().port1)).not.to.throw();
    expect(() => new words.library.Session('https://example.com')).to.throw(/does not allow/);
  });

  it('tools: an element and a session can narrow it, and not widen it', async () => {
    const url = await server();
    const page = await pageWith({ tools: { deny: ['delete_*'] } });
    const client = await clientOf(page, url, /echo/, 'allow-tools="*" storage="none"');
    const core = await page.library.connect(url, {
      storage: 'none',
      policy: { tools: { allow: ['*'] }, calls: () => 'allow' },
    });
    const plain = await page.library.connect(url, { storage: 'none' });
    for (const session of [client.session!, core, plain]) {
      expect((await errorOf(session.tools.call('delete_all'))).code).to.equal('declined');
      expect((await errorOf(session.tools.call('delete_all', {}, { initiator: 'person' }))).code).to.equal('declined');
      expect((await errorOf(session.request('tools/call', { name: 'delete_all' }))).code).to.equal('declined');
      expect((await session.tools.call('echo')).content).to.have.lengthOf(1);
    }
    const narrower = await page.library.connect(url, { storage: 'none', policy: { tools: { deny: ['echo'] } } });
    expect((await errorOf(narrower.tools.call('echo'))).code).to.equal('declined');
    const called = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(called.map(({ body }) => (body!.params as { name: string }).name)).to.deep.equal(['echo', 'echo', 'echo']);
  });

  it('resources and prompts: an element and a session can narrow them, and not widen them', async () => {
    const url = await script({ capabilities: { tools: {}, resources: {}, prompts: {} }, replies: LISTS });
    const page = await pageWith({ resources: { deny: ['file:///secret/*'] }, prompts: { allow: ['read_*'] } });
    const client = await clientOf(page, url, /echo/, 'allow-resources="*" allow-prompts="*" storage="none"');
    const policy = { resources: { allow: ['*'] }, prompts: { allow: ['*'] } };
    const core = await page.library.connect(url, { storage: 'none', policy });
    for (const session of [client.session!, core]) {
      expect((await errorOf(session.resources.read('file:///secret/a'))).code).to.equal('declined');
      expect((await errorOf(session.request('resources/read', { uri: 'file:///secret/a' }))).code).to.equal('declined');
      expect((await errorOf(session.prompts.get('write'))).code).to.equal('declined');
    }
    const sent = (await scriptedLog(url)).map(({ body }) => body?.method as string);
    expect(sent).not.to.include('resources/read').and.not.to.include('prompts/get');
  });

  it('tools.readOnly: a tool that does not say that it only reads is not called', async () => {
    const url = await server();
    const page = await pageWith({ tools: { readOnly: true } });
    const session = await page.library.connect(url, { storage: 'none' });
    expect((await errorOf(session.tools.call('echo'))).code).to.equal('declined');
  });

  for (const [cap, wanted, lasts] of [
    ['none', 'local', 'page'],
    ['none', 'session', 'page'],
    ['session', 'local', 'tab'],
    ['session', 'none', 'page'],
    ['local', 'local', 'browser'],
  ] as const)
    it(`storage: ${wanted} under ${cap} lasts as long as the ${lasts}`, async () => {
      const url = await server();
      const page = await pageWith({ storage: cap });
      const namespace = `policy-${crypto.randomUUID()}`;
      const session = await page.library.connect(url, { storage: wanted, namespace });
      await session.tools.list();
      expect(session.storage.lifetime).to.equal(lasts);
      const made = (await indexedDB.databases()).filter(({ name }) => name?.includes(namespace));
      expect(made.length > 0).to.equal(lasts !== 'page');
      if (cap === 'local') expect(() => new page.library.IndexedDbTokenStore()).not.to.throw();
      else expect(() => new page.library.IndexedDbTokenStore()).to.throw(/does not allow sign-ins to be stored/);
      await session.close();
    });

  it('storage: a storage of the page’s own is used only where `local` is allowed', async () => {
    const url = await server();
    const page = await pageWith({ storage: 'session' });
    let uses = 0;
    const own = new Proxy(
      {},
      {
        get: () => {
          uses++;
          return async () => [];
        },
      },
    ) as never;
    const session = await page.library.connect(url, { storage: own, namespace: `policy-${crypto.randomUUID()}` });
    await session.tools.list();
    expect(uses).to.equal(0);
    await session.close();
  });

  it('capabilities: a server is told of no others, whoever would answer', async () => {
    const url = await server();
    const page = await pageWith({ capabilities: ['elicitation'] });
    const client = await clientOf(page, url, /echo/, 'capabilities="sampling elicitation roots" storage="none"');
    await page.library.connect(url, { storage: 'none', sampler: async () => ({}) as never, roots: async () => [] });
    const offered = (await scriptedLog(url))
      .filter(({ body }) => body?.method === 'initialize')
      .map(({ body }) => Object.keys((body!.params as { capabilities: object }).capabilities));
    expect(offered).to.deep.equal([['elicitation'], []]);
    expect(client.session!.permissions.roots).to.equal(undefined);
  });

  it('remember: no decision is remembered, and the question does not offer it', async () => {
    const url = await server();
    const page = await pageWith({ remember: false });
    const client = await clientOf(page, url, /echo/, 'storage="none"');
    const answer = client.session!.tools.call('echo', {}, { initiator: 'model' });
    answer.catch(() => {});
    await until(() => String(client.session!.approvals!.pending.get().length), /1/);
    const asking = page.document.createElement('mcp-tool-approval');
    asking.approval = client.session!.approvals!.pending.get()[0] as never;
    page.document.body.append(asking);
    const text = await until(() => page.textOf(asking), /echo/);
    expect(text).not.to.match(/Remember my choice|Never run this tool/);
    const [question] = client.session!.approvals!.pending.get();
    client.session!.approvals!.approveCall(question!.id, {}, { scope: 'tool', duration: 'always' });
    await answer;
    expect(await client.session!.permissions.grants.refresh()).to.deep.equal([]);
  });

  it('remoteHosts: nothing is offered to be loaded from elsewhere, and nothing is', async () => {
    const page = await pageWith({ remoteHosts: ['https://img.example.com'] });
    const refused = await page.shows(
      '<mcp-remote-media src="https://tracker.example/a.png"></mcp-remote-media>',
      /This site does not allow anything to be loaded from tracker\.example\./,
    );
    expect(refused.shadowRoot!.querySelector('button')).to.equal(null);
    await page.shows('<mcp-remote-media src="https://img.example.com/a.png"></mcp-remote-media>', /Load once/);
  });

  it('modelContext: off, in both directions', async () => {
    const url = await server();
    const page = await pageWith({ modelContext: false });
    const registered: unknown[] = [];
    Object.defineProperty(page.document, 'modelContext', {
      value: {
        registerTool: async (tool: unknown) => registered.push(tool),
        getTools: async () => [],
        executeTool() {},
      },
    });
    await page.shows(
      '<mcp-client endpoint="model-context"></mcp-client>',
      /This site does not allow WebMCP \(`document\.modelContext`\) to be used\./,
    );
    expect(await errorOf(page.library.connect(page.library.modelContextServer()))).to.include({
      code: 'declined',
      key: 'policy.modelContextNotAllowed',
    });
    const client = await clientOf(page, url, /echo/, 'expose-tools');
    const problems = client.session!.problems;
    for (let tries = 0; tries < 200 && problems.get().length === 0; tries++)
      // oxlint-disable-next-line no-await-in-loop -- it waits
      await new Promise((resolve) => setTimeout(resolve, 25));
    expect(problems.get().map(({ key }) => key)).to.deep.equal(['policy.modelContextNotAllowed']);
    expect(registered).to.deep.equal([]);
  });

  it('transcript: off, and in memory', async () => {
    const url = await server();
    const off = await pageWith({ transcript: false });
    const session = await off.library.connect(url, { storage: 'none', transcript: true });
    expect(await session.transcript.load()).to.equal(undefined);
    const memory = await pageWith({ transcript: 'memory' });
    const recorded = await memory.library.connect(url, { storage: 'none', transcript: true });
    expect(await recorded.transcript.load()).not.to.equal(undefined);
    const none = await memory.library.connect(url, { storage: 'none', transcript: false });
    expect(await none.transcript.load()).to.equal(undefined);
  });

  it('maxSessions: one more fails, and can be tried again when another is closed', async () => {
    const url = await server();
    const page = await pageWith({ maxSessions: 1 });
    const first = await page.library.connect(url, { storage: 'none' });
    const second = new page.library.Session(url, { storage: 'none' });
    expect(await errorOf(second.connect())).to.include({ code: 'limit' });
    await clientOf(
      page,
      url,
      /This page has 1 open sessions?, as many as the site allows\. .*Try again/,
      'storage="none"',
    );
    await first.close();
    await second.connect();
    await second.close();
    await (await page.library.connect(url, { storage: 'none' })).close();
  });

  it('without one, nothing is restricted', async () => {
    const url = await server();
    const page = await pageAfter('');
    expect(page.library.sitePolicy()).to.deep.equal({});
    await (await page.library.connect(url, { storage: 'none' })).close();
  });
});

async function until(read: () => string, text: RegExp): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    if (text.test(read())) return read();
    // oxlint-disable-next-line no-await-in-loop -- it waits
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`It does not show ${String(text)}, but: ${read()}`);
}

const block = (text: string, attributes = 'type="application/json"'): string =>
  `document.head.append(document.createRange().createContextualFragment(${JSON.stringify(
    `<script id="mcp-embed-policy" ${attributes}>${text}</script>`,
  )}))`;

describe('the ways to give a policy', () => {
  afterEach(closePages);

  const ways: Readonly<Record<string, string>> = {
    'a property of the global object': 'globalThis.mcpEmbedPolicy = { disabled: true }',
    'a variable of a script': 'var mcpEmbedPolicy = { disabled: true }',
    'a constant of a script': 'const mcpEmbedPolicy = { disabled: true }',
    'a frozen property':
      'Object.defineProperty(globalThis, "mcpEmbedPolicy", { value: Object.freeze({ disabled: true }) })',
    'JSON in a script element': block('{"disabled": true}'),
    'JSON in a script element with another type': block('{"disabled": true}', 'type="text/plain"'),
  };
  for (const [way, script] of Object.entries(ways))
    it(way, async () => {
      const page = await pageAfter(script);
      expect(page.library.sitePolicy()).to.deep.equal({ disabled: true });
      expect(() => new page.library.Session('https://example.com')).to.throw(/switched off/);
    });

  const wrong: Readonly<Record<string, readonly [script: string, says: RegExp]>> = {
    'an unknown member': ['globalThis.mcpEmbedPolicy = { disable: true }', /unknown member: disable/],
    'a pattern that is no text': [
      'globalThis.mcpEmbedPolicy = { resources: { deny: [7] } }',
      /resources\.deny\[0\] must be the URI of a resource/,
    ],
    'a rule that resources do not have': [
      'globalThis.mcpEmbedPolicy = { prompts: { readOnly: true } }',
      /unknown member: prompts\.readOnly/,
    ],
    'a wrong type': ['globalThis.mcpEmbedPolicy = { servers: "https://example.com" }', /servers must be a list/],
    'no object': ['globalThis.mcpEmbedPolicy = null', /must be an object/],
    'a getter that throws': [
      'globalThis.mcpEmbedPolicy = { get servers() { throw new Error("no") } }',
      /cannot be read: Error: no/,
    ],
    'JSON that is none': [block('{disabled: true}'), /is not JSON/],
    'an empty script element': [block(''), /is not JSON/],
    'two of them': [`${block('{}')};${block('{}')}`, /more than one site policy/],
    'both ways': [`${block('{}')};globalThis.mcpEmbedPolicy = {}`, /more than one site policy/],
  };
  for (const [what, [script, says]] of Object.entries(wrong))
    it(`${what}: nothing connects, and the element and the core say why`, async () => {
      const url = await server();
      const page = await pageAfter(script);
      await clientOf(page, url, says);
      await page.shows(`<mcp-session url="${url}"></mcp-session>`, says);
      const error = await errorOf(page.library.connect(url));
      expect(error.code).to.equal('invalid-input');
      expect(error.message).to.match(says);
      expect(error.remedy).to.match(/nothing connects/);
      expect(await requestsTo(url)).to.equal(0);
    });

  it('set too late: an error that says so, and the earlier one stays', async () => {
    const page = await pageWith({ tools: { deny: ['x'] } });
    const { library, window } = page;
    expect(() => new library.Session('https://example.com')).not.to.throw();
    expect(() => {
      (window as { mcpEmbedPolicy?: SitePolicy }).mcpEmbedPolicy = { disabled: false };
    }).to.throw(/was set too late/);
    expect(library.sitePolicy()).to.deep.equal({ tools: { deny: ['x'] } });
    expect((window as { mcpEmbedPolicy?: SitePolicy }).mcpEmbedPolicy).to.deep.equal({ tools: { deny: ['x'] } });
    expect(() => delete (window as { mcpEmbedPolicy?: SitePolicy }).mcpEmbedPolicy).to.throw(TypeError);
  });

  it('a script element that comes too late: no further session', async () => {
    const page = await pageAfter('');
    expect(() => new page.library.Session('https://example.com')).not.to.throw();
    const late = page.document.createElement('script');
    late.type = 'application/json';
    late.id = 'mcp-embed-policy';
    late.textContent = '{"disabled": true}';
    page.document.body.append(late);
    expect(() => new page.library.Session('https://example.com')).to.throw(/was set too late/);
  });

  it('an element of the page with that name or id is no policy', async () => {
    const page = await pageAfter(
      'document.head.insertAdjacentHTML("beforeend", `<a id="mcpEmbedPolicy"></a><a id="mcp-embed-policy"></a>`)',
    );
    expect(page.library.sitePolicy()).to.deep.equal({});
  });
});
