import { aTimeout, expect } from '@open-wc/testing';
import {
  connect,
  isMcpError,
  type McpError,
  modelContextServer,
  type Session,
  type ToolResult,
} from '../../src/index.js';
import { MAX_MESSAGE_SIZE } from '../../src/transport/response-body.js';
import type { ModelContext, RegisteredTool } from '../../src/util/model-context.js';
import { eventually } from '../fixtures/eventually.js';
import { browserModelContext, ScriptedModelContext } from '../fixtures/model-context.js';
import { NOTIFICATION_GAP_MS } from '../../src/session/notifications.js';
import { ManualClock } from '../fixtures/clock.js';

const failure = async (run: Promise<unknown>): Promise<McpError> =>
  run.then(
    () => expect.fail('nothing was thrown'),
    (error: unknown) => (isMcpError(error) ? error : expect.fail(String(error))),
  );
const texts = ({ content }: ToolResult): unknown[] =>
  content.map((block) => ('text' in block ? block.text : block.type));

describe('tools of the page as a server', () => {
  let open: Session[] = [];
  afterEach(async () => {
    await Promise.all(open.map((session) => session.close()));
    open = [];
  });
  const connected = async (context: ModelContext): Promise<Session> => {
    const session = await connect(context);
    open.push(session);
    return session;
  };

  describe('with the document.modelContext of the browser', () => {
    let life: AbortController;
    beforeEach(function () {
      if (!browserModelContext) this.skip();
      life = new AbortController();
    });
    afterEach(() => life?.abort());
    const register = (name: string, execute: (input: never, how?: { signal?: AbortSignal }) => unknown, more = {}) =>
      browserModelContext!.registerTool(
        {
          name,
          description: `It is ${name}.`,
          execute: async (input, how) => execute(input as never, how as never),
          ...more,
        },
        { signal: life.signal },
      );

    it('lists them with their schemas and hints, and calls them', async () => {
      await register('add', ({ a, b }: { a: number; b: number }) => a + b, {
        title: 'Add',
        inputSchema: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
        annotations: { readOnlyHint: true },
      });
      await register('wipe', () => undefined, { annotations: { consequentialHint: true } });
      const session = await connected(modelContextServer());
      expect(session.server.name).to.equal(location.host);
      const tools = await session.tools.list();
      const add = tools.find(({ name }) => name === 'add');
      expect(add?.title).to.equal('Add');
      expect(add?.inputSchema).to.deep.equal({
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      });
      expect(add?.annotations).to.deep.equal({ readOnlyHint: true });
      expect(tools.find(({ name }) => name === 'wipe')?.annotations).to.deep.equal({ destructiveHint: true });
      expect(texts(await session.tools.call('add', { a: 2, b: 3 }))).to.deep.equal(['5']);
      expect((await session.tools.call('wipe')).content).to.deep.equal([]);
    });

    describe('while the page changes them', () => {
      const clock = new ManualClock();

      it('follows the list as the page changes it', async () => {
        const session = await connected(modelContextServer());
        const names = (): string[] => {
          const state = session.tools.state.get();
          return 'items' in state ? state.items.map(({ name }) => name) : [];
        };
        const end = session.tools.state.subscribe(() => {});
        await eventually(() => session.tools.state.get().phase === 'ready');
        expect(names()).not.to.include('late');
        await register('late', () => 'here');
        await eventually(() => names().includes('late'));
        life.abort();
        await clock.skipWaits(
          eventually(() => !names().includes('late')),
          NOTIFICATION_GAP_MS,
        );
        end();
      });
    });

    it('gives a result of MCP as it is, text as text, an object as JSON', async () => {
      await register('result', () => ({ content: [{ type: 'text', text: 'hi' }], structuredContent: { a: 1 } }));
      await register('failed', () => ({ content: [{ type: 'text', text: 'no' }], isError: true }));
      await register('text', () => '{ "not": json');
      await register('object', () => ({ content: 'about us' }));
      const { tools } = await connected(modelContextServer());
      const result = await tools.call('result');
      expect([texts(result), result.structuredContent]).to.deep.equal([['hi'], { a: 1 }]);
      expect((await tools.call('failed')).isError).to.equal(true);
      expect(texts(await tools.call('text'))).to.deep.equal(['{ "not": json']);
      expect(texts(await tools.call('object'))).to.deep.equal(['{"content":"about us"}']);
    });

    it('tells of a tool that throws, and of what is no JSON, as a failed tool', async () => {
      await register('throws', () => {
        throw new Error('boom');
      });
      const loop: Record<string, unknown> = {};
      loop['self'] = loop;
      await register('loop', () => loop);
      const { tools } = await connected(modelContextServer());
      for (const name of ['throws', 'loop']) {
        // oxlint-disable-next-line no-await-in-loop -- one call after the other
        const result = await tools.call(name);
        expect(result.isError, name).to.equal(true);
        expect(texts(result)[0], name).to.be.a('string').that.is.not.empty;
      }
    });

    describe('that never returns', () => {
      const clock = new ManualClock();

      it('is cancelled, and told so', async () => {
        const heard: string[] = [];
        await register('never', (_, how) => {
          heard.push('called');
          how?.signal?.addEventListener('abort', () => heard.push('cancelled'));
          return new Promise(() => {});
        });
        const { tools } = await connected(modelContextServer());
        const late = failure(tools.call('never', {}, { timeoutMs: 100 }));
        await eventually(() => heard.length === 1);
        await clock.advance(100);
        expect((await late).code).to.equal('timeout');
        await eventually(() => heard.length === 2);
        const stop = new AbortController();
        const call = failure(tools.call('never', {}, { signal: stop.signal }));
        await eventually(() => heard.length === 3);
        stop.abort();
        expect((await call).code).to.equal('cancelled');
        await eventually(() => heard.length === 4);
      });
    });

    it('gives a result of a tool that was taken away meanwhile, and refuses the next call', async () => {
      const own = new AbortController();
      await browserModelContext!.registerTool(
        {
          name: 'gone',
          description: 'It goes.',
          execute: async () => {
            own.abort();
            await aTimeout(20);
            return 'still';
          },
        },
        { signal: own.signal },
      );
      const { tools } = await connected(modelContextServer());
      expect(texts(await tools.call('gone'))).to.deep.equal(['still']);
      const refused = await failure(tools.call('gone'));
      expect([refused.code, refused.message]).to.deep.equal(['server-error', refused.message]);
      expect(refused.message).to.include('gone');
    });
  });

  it('without one says so, and what to do', async () => {
    const own = Object.getOwnPropertyDescriptor(document, 'modelContext');
    Object.defineProperty(document, 'modelContext', { value: undefined, configurable: true });
    try {
      modelContextServer();
      expect.fail('nothing was thrown');
    } catch (error) {
      const { code, message, remedy } = error as McpError;
      expect(code).to.equal('unsupported-method');
      expect(message).to.include('document.modelContext');
      expect(remedy).to.include('chrome://flags/#enable-webmcp-testing');
    } finally {
      if (own) Object.defineProperty(document, 'modelContext', own);
      else delete (document as { modelContext?: unknown }).modelContext;
    }
  });

  it('one that only registers is refused, and so is a frame without the right', async () => {
    const error = await failure(connect({ registerTool: async () => {} }));
    expect([error.code, error.message]).to.deep.equal([
      'unsupported-method',
      'The WebMCP of this browser does not let a page list and run its own tools.',
    ]);
    const context = new ScriptedModelContext();
    context.getTools = async () => {
      throw new DOMException('disallowed by permissions policy', 'NotAllowedError');
    };
    const refused = await failure(connect(context));
    expect(refused.code).to.equal('declined');
    expect(refused.message).to.include('disallowed by permissions policy');
    expect(refused.remedy).to.include('Permissions-Policy');
  });

  it('hostile names, schemas and hints stay data; what is no tool is left out by name', async () => {
    const context = new ScriptedModelContext();
    const bidi = 'safe\u202Eegap_eteled';
    context.plant({ name: bidi, title: '\u200B', description: '<img src=x onerror=alert(1)>' });
    context.plant({ name: '__proto__', inputSchema: JSON.parse('{"__proto__":{"polluted":true}}') as object });
    context.plant({ name: 'text-schema', inputSchema: '{"properties":{"a":{"type":"string"}}}' });
    context.plant({ name: 'broken-schema', inputSchema: '{"properties"' });
    context.plant({ name: 7 as never });
    context.plant({ name: 'claims', annotations: 'all' as never });
    const session = await connected(context);
    const tools = await session.tools.list();
    expect(tools.map(({ name }) => name)).to.deep.equal([bidi, '__proto__', 'text-schema', 'claims']);
    expect(tools[2]?.inputSchema).to.deep.equal({ type: 'object', properties: { a: { type: 'string' } } });
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    const state = session.tools.state.get();
    expect('problems' in state && state.problems.map(({ index }) => index)).to.deep.equal([3, 4]);
  });

  it('of two tools with one name, the page’s own counts', async () => {
    const context = new ScriptedModelContext();
    context.plant({ name: 'same', description: 'Of a frame.', window: {} });
    context.plant({ name: 'same', description: 'Of the page.', window });
    const { tools } = await connected(context);
    expect((await tools.list()).map(({ description }) => description)).to.deep.equal(['Of the page.']);
  });

  describe('as Chromium 160 has them: objects of a class, whose members are on its prototype', () => {
    class Tool {
      readonly #of: Record<string, unknown>;
      constructor(of: Record<string, unknown>) {
        this.#of = of;
      }
      get name(): string {
        return this.#of['name'] as string;
      }
      get description(): string {
        return this.#of['description'] as string;
      }
      get title(): unknown {
        return this.#of['title'] ?? null;
      }
      get inputSchema(): unknown {
        return this.#of['inputSchema'] ?? null;
      }
      get outputSchema(): unknown {
        return this.#of['outputSchema'] ?? null;
      }
      get annotations(): unknown {
        return this.#of['annotations'] ?? null;
      }
      get source(): unknown {
        return this.#of['source'];
      }
    }
    class NewModelContext extends ScriptedModelContext {
      override async getTools(): Promise<readonly RegisteredTool[]> {
        return this.tools.map((tool) => new Tool({ ...tool }) as RegisteredTool);
      }
    }

    it('a tool without a schema and hints is there, and the page’s own counts before that of a frame', async () => {
      const context = new NewModelContext();
      context.plant({ name: 'plain', source: window });
      context.plant({ name: 'same', description: 'Of a frame.', source: {} });
      context.plant({ name: 'same', description: 'Of the page.', source: window });
      const { tools } = await connected(context);
      expect(await tools.list()).to.deep.equal([
        { name: 'plain', description: 'Planted.', inputSchema: { type: 'object' }, annotations: {} },
        { name: 'same', description: 'Of the page.', inputSchema: { type: 'object' }, annotations: {} },
      ]);
      expect(texts(await tools.call('plain'))).to.deep.equal(['planted']);
    });

    it('hints and an output schema are read; what it gives is held against that', async () => {
      const context = new NewModelContext();
      context.plant({
        name: 'add',
        source: window,
        annotations: { readOnlyHint: true },
        outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
        execute: () => ({ sum: 5 }),
      });
      const { tools } = await connected(context);
      expect((await tools.list())[0]).to.deep.include({ annotations: { readOnlyHint: true } });
      const result = await tools.call('add');
      expect(result.structuredContent).to.deep.equal({ sum: 5 });
      expect(result.outputIssues).to.equal(undefined);
    });
  });

  it('does not read what is too large, and says that the tool ran', async () => {
    const context = new ScriptedModelContext();
    context.plant({ name: 'huge', execute: () => 'x'.repeat(MAX_MESSAGE_SIZE + 1) });
    const { tools } = await connected(context);
    const result = await tools.call('huge');
    expect(result.isError).to.equal(true);
    expect(texts(result)).to.deep.equal([
      'What the page gave has over 64 MB and was not read. If it is the result of a tool, the tool ran.',
    ]);
  });

  it('values and errors that cannot be written fail the call alone', async () => {
    const context = new ScriptedModelContext();
    context.plant({ name: 'big', execute: () => 1n });
    context.plant({
      name: 'thrown',
      execute: () => {
        throw { toString: () => expect.fail('read') }; // oxlint-disable-line no-throw-literal -- a page may
      },
    });
    context.plant({ name: 'deep', execute: () => `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}` });
    const { tools } = await connected(context);
    expect((await tools.call('big')).isError).to.equal(true);
    expect(texts(await tools.call('thrown'))).to.deep.equal(['The tool failed.']);
    expect((await tools.call('deep')).content).to.have.length(1);
    expect(texts(await tools.call('planted').catch(() => tools.call('big')))).to.have.length(1);
  });

  it('gives arguments as JSON text where the interface wants text', async () => {
    const context = new ScriptedModelContext();
    context.plant({ name: 'echo', execute: (input: unknown) => `${typeof input} ${String(input)}` });
    const { executeTool } = context;
    context.executeTool = (tool: never, input: unknown, ...more: never[]) =>
      executeTool.call(context, tool, input, ...more);
    const { tools } = await connected(context);
    expect(texts(await tools.call('echo', { a: 1 }))).to.deep.equal(['string {"a":1}']);
  });

  it('when the session closes, calls that run are aborted and changes are not heard', async () => {
    const context = new ScriptedModelContext();
    context.plant({ name: 'never', execute: () => new Promise(() => {}) });
    const session = await connected(context);
    const call = failure(session.tools.call('never'));
    await eventually(() => context.calls.length === 1);
    await session.close();
    expect((await call).code).to.equal('closed');
    expect(context.calls[0]?.signal?.aborted).to.equal(true);
    context.change();
    // And it can be connected to again.
    await session.connect();
    expect((await session.tools.list()).map(({ name }) => name)).to.deep.equal(['never']);
  });
});
