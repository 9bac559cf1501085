import { aTimeout, expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { ApprovalQueue, type ToolCallApproval } from '../../src/approvals/index.js';
import { isMcpError, type McpError, type Session, type SessionOptions } from '../../src/index.js';
import type { ModelContext, RegisteredTool } from '../../src/util/model-context.js';
import {
  type ExposedTools,
  exposeTools,
  type ExposeToolsOptions,
  MAX_EXPOSED_ARGUMENTS_LENGTH,
  MAX_EXPOSED_CALLS,
  MAX_EXPOSED_DEPTH,
  MAX_EXPOSED_DESCRIPTION_LENGTH,
  MAX_EXPOSED_RESULT_LENGTH,
  MAX_EXPOSED_SCHEMA_LENGTH,
  MAX_EXPOSED_TOOLS,
} from '../../src/webmcp/index.js';
import { eventually } from '../fixtures/eventually.js';
import { browserModelContext, ScriptedModelContext } from '../fixtures/model-context.js';
import { PortServer, type PortTool } from '../fixtures/port-server.js';
import { sessions } from '../fixtures/sessions.js';

interface Given {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

describe('tools of a server for the agent of the page', () => {
  const { open } = sessions();
  let queue: ApprovalQueue;
  let ending: AbortController;
  beforeEach(() => {
    ending = new AbortController();
    queue = new ApprovalQueue();
    // Somebody looks at it.
    queue.pending.subscribe(() => {});
  });
  afterEach(() => ending.abort());

  /** What an agent of the page sees and does, as one in the page would. */
  class Agent {
    readonly context: ModelContext;
    constructor(context: ModelContext) {
      this.context = context;
    }
    async tools(): Promise<readonly RegisteredTool[]> {
      return this.context.getTools!();
    }
    async names(): Promise<readonly string[]> {
      return (await this.tools()).map(({ name }) => name);
    }
    async call(name: string, input: unknown = {}, signal?: AbortSignal): Promise<Given> {
      const tool = (await this.tools()).find((one) => one.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      const given = await this.context.executeTool!(tool, input, signal ? { signal } : {});
      return (typeof given === 'string' ? JSON.parse(given) : given) as Given;
    }
  }
  const expose = (session: Session, context: ModelContext, options: ExposeToolsOptions = {}): ExposedTools =>
    exposeTools(session, { modelContext: context, signal: ending.signal, ...options });
  const offered = async (exposed: ExposedTools, count = 1): Promise<readonly string[]> => {
    await eventually(() => exposed.tools.get().length >= count);
    await aTimeout(0);
    return exposed.tools.get().map(({ name }) => name);
  };
  const question = async (): Promise<ToolCallApproval> =>
    (await eventually(() => queue.pending.get()[0])) as ToolCallApproval;
  const allow = async (): Promise<void> => {
    const { id, asked } = await question();
    queue.approveCall(id, asked.arguments);
  };
  const ported = async (
    tools: readonly PortTool[],
    options: SessionOptions = {},
  ): Promise<{ server: PortServer; session: Session; context: ScriptedModelContext; agent: Agent }> => {
    const server = new PortServer(tools);
    const session = await open(server.endpoint, { approvals: queue, serverId: 'Ported', ...options });
    const context = new ScriptedModelContext();
    return { server, session, context, agent: new Agent(context) };
  };

  describe('with the document.modelContext of the browser and real servers', () => {
    let agent: Agent;
    beforeEach(function () {
      if (!browserModelContext) this.skip();
      agent = new Agent(browserModelContext);
    });

    it('are there with a prefix, their schemas and hints, and untrusted; each call waits for the person', async () => {
      const session = await open(everythingUrl, { approvals: queue });
      const exposed = exposeTools(session, { signal: ending.signal });
      const names = await offered(exposed, 5);
      const prefix = new URL(everythingUrl).host.replaceAll(/[.:]/g, '_');
      expect(names).to.include(`${prefix}__echo`);
      await eventually(async () => (await agent.names()).includes(`${prefix}__echo`));
      const echo = (await agent.tools()).find(({ name }) => name === `${prefix}__echo`)!;
      const listed = (await session.tools.list()).find(({ name }) => name === 'echo')!;
      expect(echo.inputSchema).to.deep.equal(listed.inputSchema);
      expect(echo.title).to.include(new URL(everythingUrl).host);
      expect(echo.description).to.include(`From the MCP server ${new URL(everythingUrl).host}, not from this page.`);
      expect(echo.annotations?.untrustedContentHint).to.equal(true);

      const call = agent.call(echo.name, { message: 'hello' });
      const { asked, why } = await question();
      expect([asked.tool.name, asked.arguments, asked.initiator, why]).to.deep.equal([
        'echo',
        { message: 'hello' },
        'model',
        'started-by',
      ]);
      await allow();
      expect((await call).content[0]?.text).to.equal('Echo: hello');
      exposed.close();
      await eventually(async () => !(await agent.names()).some((name) => name.startsWith(prefix)));
    });

    it('of two servers with the same tools, no name is taken twice, also where both have one host', async () => {
      const [one, two, three] = [
        await open(everythingUrl, { approvals: queue }),
        await open(everythingUrl, { approvals: queue }),
        await open(modernUrl, { approvals: queue }),
      ];
      const exposed = [one, two, three].map((session) => exposeTools(session, { signal: ending.signal }));
      const names = (await Promise.all(exposed.map((each) => offered(each, 2)))).flat();
      expect(new Set(names).size).to.equal(names.length);
      await eventually(async () => {
        const there = await agent.names();
        return names.every((name) => there.includes(name));
      });
      expect([one, two, three].flatMap((session) => session.problems.get())).to.deep.equal([]);
    });

    it('what an agent gives up is withdrawn', async () => {
      const session = await open(everythingUrl, { approvals: queue });
      const exposed = exposeTools(session, { signal: ending.signal });
      const name = (await offered(exposed, 5)).find((each) => each.endsWith('__echo'))!;
      const stop = new AbortController();
      await eventually(async () => (await agent.names()).includes(name));
      const call = agent.call(name, { message: 'hello' }, stop.signal).catch((error: Error) => error.name);
      await question();
      stop.abort();
      expect(await call).to.equal('AbortError');
      await eventually(() => queue.pending.get().length === 0);
    });
  });

  it('a call that the person refuses is not made, and the agent is told', async () => {
    const { server, session, context, agent } = await ported([{ name: 'wipe' }]);
    const [name] = await offered(expose(session, context));
    const call = agent.call(name!);
    queue.refuseCall((await question()).id);
    const { isError, content } = await call;
    expect([isError, content[0]?.text]).to.deep.equal([true, 'The person did not allow the call of wipe.']);
    expect(server.calls).to.deep.equal([]);
  });

  it('without anybody to ask nothing runs, and a tool that claims to read only is asked about too', async () => {
    const { server, session, context, agent } = await ported([{ name: 'read', annotations: { readOnlyHint: true } }], {
      approvals: undefined,
    });
    const [name] = await offered(expose(session, context));
    expect((await agent.call(name!)).isError).to.equal(true);
    expect(server.calls).to.deep.equal([]);
    const asking = await ported([{ name: 'read', annotations: { readOnlyHint: true } }]);
    const [other] = await offered(expose(asking.session, asking.context));
    const call = asking.agent.call(other!);
    await allow();
    expect((await call).content[0]?.text).to.equal('read ran');
  });

  it('the person’s edits are what is sent', async () => {
    const { server, session, context, agent } = await ported([{ name: 'note' }]);
    const [name] = await offered(expose(session, context));
    const call = agent.call(name!, { text: 'theirs' });
    queue.approveCall((await question()).id, { text: 'mine' });
    await call;
    expect(server.calls).to.deep.equal([{ name: 'note', arguments: { text: 'mine' } }]);
  });

  it('what the page forbids is not offered', async () => {
    const { session, context } = await ported(
      [{ name: 'keep' }, { name: 'delete_all' }, { name: 'read', annotations: { readOnlyHint: true } }],
      { policy: { tools: { deny: ['delete_*'], readOnly: true } } },
    );
    expect(await offered(expose(session, context))).to.deep.equal(['Ported__read']);
  });

  it('follows the list: what is gone or changed is taken away, what stays is not registered again', async () => {
    const { server, session, context } = await ported([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    const exposed = expose(session, context);
    await offered(exposed, 3);
    const [a] = context.tools;
    server.tools = [{ name: 'a' }, { name: 'b', description: 'Another.' }, { name: 'd' }];
    await eventually(() => exposed.tools.get().some(({ tool }) => tool.name === 'd'));
    await eventually(() => context.tools.length === 3);
    expect(context.tools.map(({ name }) => name).toSorted()).to.deep.equal(['Ported__a', 'Ported__b', 'Ported__d']);
    expect(context.tools).to.include(a);
    expect(context.tools.find(({ name }) => name.endsWith('b'))?.description).to.include('Another.');
  });

  it('a tool that changes while the person looks is asked about again; arguments of the old one are not sent', async () => {
    const { server, session, context, agent } = await ported([{ name: 'a' }]);
    const [name] = await offered(expose(session, context));
    const call = agent.call(name!, { x: 1 });
    const { id } = await question();
    server.tools = [{ name: 'a', description: 'Now it deletes.' }];
    await eventually(() => {
      const state = session.tools.state.get();
      return 'items' in state && state.items[0]?.description !== undefined;
    });
    queue.approveCall(id, { x: 1 });
    const { asked } = await eventually(() => queue.pending.get().find((one) => one.id !== id) as ToolCallApproval);
    expect(asked.tool.description).to.equal('Now it deletes.');
    queue.refuseCall(queue.pending.get()[0]!.id);
    expect((await call).isError).to.equal(true);
    expect(server.calls).to.deep.equal([]);
  });

  it('when the session closes in a call, the call fails and no tool is left', async () => {
    const { server, session, context, agent } = await ported([{ name: 'never', call: () => new Promise(() => {}) }]);
    const exposed = expose(session, context);
    const [name] = await offered(exposed);
    const call = agent.call(name!);
    await allow();
    await eventually(() => server.calls.length === 1);
    await session.close();
    const { isError, content } = await call;
    expect([isError, content[0]?.text]).to.deep.equal([
      true,
      'The session was closed before tools/call was answered. The request may have been carried out. Check before you try again.',
    ]);
    expect(context.tools).to.deep.equal([]);
    expect(exposed.tools.get()).to.deep.equal([]);
  });

  it('when the session connects again, they are back', async () => {
    const context = new ScriptedModelContext();
    const session = await open(everythingUrl, { approvals: queue });
    const exposed = expose(session, context);
    const before = await offered(exposed, 5);
    await session.close();
    expect(context.tools).to.deep.equal([]);
    await session.connect();
    expect(await offered(exposed, 5)).to.deep.equal(before);
  });

  it('close() takes all away and gives the prefix back; what an agent still holds does nothing', async () => {
    const { server, session, context } = await ported([{ name: 'a' }]);
    const exposed = expose(session, context);
    await offered(exposed);
    const { execute } = context.tools[0]!;
    exposed.close();
    expect(context.tools).to.deep.equal([]);
    const given = (await execute({} as never)) as Given;
    expect([given.isError, given.content[0]?.text]).to.deep.equal([
      true,
      'This tool is not offered any more. It was not called.',
    ]);
    expect(await offered(expose(session, context))).to.deep.equal(['Ported__a']);
    expect(server.calls).to.deep.equal([]);
  });

  it('names fit the draft, whatever a server calls its tools, and no two are the same', async () => {
    const names = ['a/b', 'a:b', 'ü', '\u202Eevil', 'x'.repeat(500), `${'x'.repeat(499)}y`, 'a.b-c_d', '__proto__'];
    const { session, context } = await ported(
      names.map((name) => ({ name })),
      { serverId: 'My Server ✓' },
    );
    const given = await offered(expose(session, context), names.length);
    expect(given.every((name) => /^[\w.-]{1,128}$/.test(name))).to.equal(true);
    expect(new Set(given).size).to.equal(names.length);
    expect(given).to.include('My_Server___a.b-c_d');
    expect(session.problems.get()).to.deep.equal([]);
  });

  it('titles and descriptions have no hidden characters and an end', async () => {
    const { session, context } = await ported([
      { name: 'a', title: 'safe\u202Eelif eteled', description: `\u200B${'d'.repeat(10_000)}` },
      { name: 'b' },
    ]);
    await offered(expose(session, context), 2);
    const [a, b] = context.tools;
    expect(a?.title).to.equal('safe‹U+202E›elif eteled (Ported)');
    expect(a?.description).to.match(/^From the MCP server Ported, not from this page\. ‹U\+200B›d+…$/);
    expect(a?.description?.length).to.be.at.most(MAX_EXPOSED_DESCRIPTION_LENGTH);
    expect(b?.description).to.equal('From the MCP server Ported, not from this page. b');
  });

  it('words in a schema have no hidden characters; names and values stay', async () => {
    const inputSchema = {
      type: 'object',
      title: 'a\u200Bb',
      properties: {
        description: { type: 'string', description: 'c\u200Bd', default: 'e\u200Bf', enum: ['e\u200Bf'] },
      },
    };
    const { session, context } = await ported([{ name: 'a', inputSchema }]);
    await offered(expose(session, context));
    const visible = structuredClone(inputSchema);
    visible.title = 'a‹U+200B›b';
    visible.properties.description.description = 'c‹U+200B›d';
    expect(context.tools[0]?.inputSchema).to.deep.equal(visible);
  });

  it('a tool with a schema of too many levels is left out, and the others are offered, also later', async () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 2 * MAX_EXPOSED_DEPTH; level++) deep = { type: 'array', items: deep };
    const bad = { name: 'deep', inputSchema: { type: 'object', properties: { x: deep } } };
    const { server, session, context } = await ported([{ name: 'a' }, bad]);
    const exposed = expose(session, context);
    expect(await offered(exposed)).to.deep.equal(['Ported__a']);
    expect(session.problems.get().map(({ key }) => key)).to.deep.equal(['webmcp.schemaTooDeep']);
    server.tools = [bad, { name: 'b' }];
    await eventually(() => exposed.tools.get().some(({ name }) => name === 'Ported__b'));
    expect(exposed.tools.get().map(({ name }) => name)).to.deep.equal(['Ported__b']);
  });

  it('a server in this page without a name is told as that', async () => {
    const { session, context } = await ported([{ name: 'a' }], { serverId: undefined });
    expect(await offered(expose(session, context))).to.deep.equal(['in-page__a']);
    expect(context.tools[0]?.description).to.match(/^From an MCP server that runs inside this page/);
  });

  it('hints: what is not said counts as the worst', async () => {
    const { session, context } = await ported([
      { name: 'silent' },
      { name: 'reads', annotations: { readOnlyHint: true } },
      { name: 'both', annotations: { readOnlyHint: true, destructiveHint: true } },
      { name: 'adds', annotations: { destructiveHint: false } },
    ]);
    await offered(expose(session, context), 4);
    expect(context.tools.map(({ annotations }) => annotations)).to.deep.equal([
      { readOnlyHint: false, untrustedContentHint: true, consequentialHint: true },
      { readOnlyHint: true, untrustedContentHint: true, consequentialHint: false },
      { readOnlyHint: false, untrustedContentHint: true, consequentialHint: true },
      { readOnlyHint: false, untrustedContentHint: true, consequentialHint: false },
    ]);
  });

  it('too many tools, too long schemas and names that are the browser’s are left out, and told once', async () => {
    const long = { type: 'object', description: 'x'.repeat(MAX_EXPOSED_SCHEMA_LENGTH) };
    const { server, session, context } = await ported([
      { name: 'long', inputSchema: long },
      { name: 'taken' },
      ...Array.from({ length: MAX_EXPOSED_TOOLS }, (_, at) => ({ name: `t${at}` })),
    ]);
    context.plant({ name: 'Ported__taken' });
    const exposed = expose(session, context);
    await offered(exposed, MAX_EXPOSED_TOOLS - 2);
    expect(exposed.tools.get()).to.have.length(MAX_EXPOSED_TOOLS - 2);
    const told = (): string[] =>
      session.problems
        .get()
        .map(({ key }) => key)
        .toSorted();
    expect(told()).to.deep.equal(['webmcp.notRegistered', 'webmcp.schemaTooLong', 'webmcp.tooManyTools']);
    server.tools = [{ name: 'long', inputSchema: long }];
    await eventually(() => exposed.tools.get().length === 0);
    expect(told()).to.have.length(3);
  });

  it('arguments of an agent: an object, also as JSON text, and not without end', async () => {
    const { server, session, context, agent } = await ported([{ name: 'a' }]);
    const [name] = await offered(expose(session, context));
    const refused = async (input: unknown): Promise<string | undefined> => {
      const { isError, content } = await agent.call(name!, input);
      expect(isError).to.equal(true);
      return content[0]?.text;
    };
    expect(await refused([1])).to.equal('The arguments of a tool must be an object.');
    expect(await refused('7')).to.equal('The arguments of a tool must be an object.');
    expect(await refused({ x: 'x'.repeat(MAX_EXPOSED_ARGUMENTS_LENGTH) })).to.include('not called');
    expect(await refused('{')).to.be.a('string');
    expect(queue.pending.get()).to.deep.equal([]);
    const call = agent.call(name!, '{"x":1}');
    await allow();
    await call;
    expect(server.calls).to.deep.equal([{ name: 'a', arguments: { x: 1 } }]);
  });

  it('an agent that calls without end fills no queue', async () => {
    const { session, context, agent } = await ported([{ name: 'a' }]);
    const [name] = await offered(expose(session, context));
    const calls = Array.from({ length: MAX_EXPOSED_CALLS + 5 }, (_, at) => agent.call(name!, { at }));
    await eventually(() => queue.pending.get().length === MAX_EXPOSED_CALLS);
    const [first] = await Promise.all(calls.slice(MAX_EXPOSED_CALLS));
    expect(first?.content[0]?.text).to.include(`${MAX_EXPOSED_CALLS} calls`);
    for (const { id } of queue.pending.get()) queue.refuseCall(id);
    await Promise.all(calls);
  });

  it('results: all that MCP has but notes for clients; what is huge or unreadable is said', async () => {
    const results: Record<string, unknown> = {
      whole: {
        content: [
          { type: 'text', text: 'hi', _meta: { secret: 1 } },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
        structuredContent: { n: 1 },
        _meta: { secret: 1 },
      },
      failed: { content: [{ type: 'text', text: 'no' }], isError: true },
      unreadable: { content: [{ type: 'hologram' }] },
      huge: { content: [{ type: 'text', text: 'x'.repeat(MAX_EXPOSED_RESULT_LENGTH) }] },
      deep: { content: [], structuredContent: JSON.parse('{"a":'.repeat(200) + '1' + '}'.repeat(200)) as object },
    };
    const { session, context, agent } = await ported(
      Object.entries(results).map(([name, result]) => ({ name, call: () => result })),
    );
    await offered(expose(session, context), 5);
    const given = async (name: string): Promise<Given> => {
      const call = agent.call(`Ported__${name}`);
      await allow();
      return call;
    };
    expect(await given('whole')).to.deep.equal({
      content: [
        { type: 'text', text: 'hi' },
        { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      ],
      structuredContent: { n: 1 },
    });
    expect(await given('failed')).to.deep.equal({ content: [{ type: 'text', text: 'no' }], isError: true });
    expect((await given('unreadable')).content[0]?.text).to.include('hologram');
    const huge = await given('huge');
    expect(huge.isError).to.equal(true);
    expect(huge.content[0]?.text).to.match(/^The tool ran\. Its result has \d+ characters/);
    expect((await given('deep')).content[0]?.text).to.match(/^The tool ran\. Its result has more than \d+ levels/);
  });

  it('the page’s own tools are not offered to it again', async () => {
    const context = new ScriptedModelContext();
    const session = await open(context);
    const thrown = ((): unknown => {
      try {
        return expose(session, context);
      } catch (error) {
        return error;
      }
    })();
    expect(isMcpError(thrown) && (thrown as McpError).key).to.equal('webmcp.ownTools');
  });
});
