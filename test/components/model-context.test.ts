import { expect, fixture, html } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpClientElement, McpWorkspaceElement } from '../../components/index.js';
import { eventually } from '../fixtures/eventually.js';
import { browserModelContext, ScriptedModelContext } from '../fixtures/model-context.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';
import { Reader } from '../support/harness/reader.js';

const prefixOf = (url: string): string => `${new URL(url).host.replaceAll(/[.:]/g, '_')}__`;

describe('WebMCP in the elements', () => {
  pressAtOnce();
  let context: ScriptedModelContext | NonNullable<typeof browserModelContext>;
  const own = Object.getOwnPropertyDescriptor(document, 'modelContext');
  const put = (value: unknown): void =>
    void Object.defineProperty(document, 'modelContext', { value, configurable: true });
  const restore = (): void => {
    delete (document as { modelContext?: unknown }).modelContext;
    if (own) Object.defineProperty(document, 'modelContext', own);
  };
  let life: AbortController;
  beforeEach(() => {
    life = new AbortController();
    // In a browser without WebMCP the same holds for the interface alone.
    context = browserModelContext ?? new ScriptedModelContext();
    if (!browserModelContext) put(context);
  });
  afterEach(() => {
    life.abort();
    restore();
  });

  const names = async (): Promise<readonly string[]> => (await context.getTools!()).map(({ name }) => name);
  const call = async (name: string, input: object): Promise<string> => {
    const tool = (await context.getTools!()).find((one) => one.name === name)!;
    const given = await context.executeTool!(tool, input, {});
    return typeof given === 'string' ? given : JSON.stringify(given);
  };
  const register = (name: string, execute: () => unknown): Promise<unknown> =>
    context.registerTool(
      { name, description: `It is ${name}.`, execute: async () => execute() },
      { signal: life.signal },
    );

  describe('the page’s tools, endpoint="model-context"', () => {
    it('are listed like those of a server, and run when the person presses the button', async () => {
      await register('greet', () => 'Good morning');
      const element = await fixture<McpClientElement>(html`<mcp-client endpoint="model-context"></mcp-client>`);
      const reader = new Reader(element);
      (await reader.option('greet')).click();
      await reader.press(/^Run/);
      await reader.reads('Good morning');
      await reader.reads('this page');
    });

    it('without WebMCP says so and what to do, and tries again', async () => {
      put(undefined);
      const element = await fixture<McpClientElement>(html`<mcp-client endpoint="model-context"></mcp-client>`);
      const reader = new Reader(element);
      await reader.reads('This page has no `document.modelContext`: WebMCP is not there.');
      await reader.reads('chrome://flags/#enable-webmcp-testing');
      expect(element.status).to.equal('failed');
      const polyfill = new ScriptedModelContext();
      polyfill.plant({ name: 'late' });
      put(polyfill);
      await reader.press('Try again');
      await reader.option('late');
    });

    it('another word in `endpoint` is an error, and no address', async () => {
      const element = await fixture<McpClientElement>(html`<mcp-client endpoint="page"></mcp-client>`);
      await new Reader(element).reads('This `endpoint` names no server.');
      expect(element.session).to.equal(undefined);
      element.setAttribute('endpoint', '');
      element.url = everythingUrl;
      await new Reader(element).option('echo');
    });

    it('stand in a workspace by name, beside other servers', async () => {
      await register('greet', () => 'Good morning');
      const element = await fixture<McpWorkspaceElement>(
        html`<mcp-workspace
          .servers=${[{ endpoint: 'model-context', name: 'This page' }, { url: everythingUrl }]}
          .sessionOptions=${{ storage: 'none' }}
        ></mcp-workspace>`,
      );
      const reader = new Reader(element);
      await reader.option('greet');
      expect(element.session?.url).to.match(/^port:\?/);
      await reader.press(new RegExp(`^${new URL(everythingUrl).host}`));
      await reader.option('echo');
    });
  });

  it('are listed in a workspace by one attribute, after the servers of the page', async () => {
    await register('greet', () => 'Good morning');
    const element = await fixture<McpWorkspaceElement>(html`<mcp-workspace model-context></mcp-workspace>`);
    const reader = new Reader(element);
    await reader.option('greet');
    expect(element.servers).to.deep.equal([]);
    element.modelContext = false;
    await reader.reads('No server yet');
  });

  describe('tools for the agent of the page, expose-tools', () => {
    const exposing = async (): Promise<McpClientElement> => {
      const element = await fixture<McpClientElement>(
        html`<mcp-client url=${everythingUrl} storage="none" expose-tools></mcp-client>`,
      );
      await eventually(async () => (await names()).includes(`${prefixOf(everythingUrl)}echo`));
      return element;
    };

    it('without the attribute none is offered', async () => {
      const element = await fixture<McpClientElement>(
        html`<mcp-client url=${everythingUrl} storage="none"></mcp-client>`,
      );
      await new Reader(element).option('echo');
      expect(await names()).to.deep.equal([]);
    });

    it('a call shows the question of every call of a model: refused, and then allowed', async () => {
      const reader = new Reader(await exposing());
      const name = `${prefixOf(everythingUrl)}echo`;
      const refused = call(name, { message: 'hello' });
      await reader.press('Review');
      await reader.reads('A model wants to make this call; no person asked for it.');
      await reader.press('Don’t run');
      expect(await refused).to.include('The person did not allow the call of echo.');
      const allowed = call(name, { message: 'hello' });
      await reader.press('Review');
      await reader.press(/^Run .+ on /);
      expect(await allowed).to.include('Echo: hello');
    });

    it('a page that prevents mcp-tool-call-request refuses', async () => {
      const element = await exposing();
      element.addEventListener('mcp-tool-call-request', (event) => event.preventDefault());
      expect(await call(`${prefixOf(everythingUrl)}echo`, { message: 'hello' })).to.include('"isError":true');
      expect(element.session!.approvals!.pending.get()).to.deep.equal([]);
    });

    it('taking the attribute away takes the tools away, with the same session; so does removing the element', async () => {
      const element = await exposing();
      const { session } = element;
      element.exposeTools = false;
      await eventually(async () => (await names()).length === 0);
      expect(element.session).to.equal(session);
      expect(element.status).to.equal('ready');
      element.exposeTools = true;
      await eventually(async () => (await names()).length > 0);
      const { parentElement } = element;
      element.remove();
      await eventually(async () => (await names()).length === 0);
      parentElement!.append(element);
      await eventually(async () => (await names()).length > 0);
      await element.disconnect();
      await eventually(async () => (await names()).length === 0);
    });

    it('of all servers of a workspace, each with its prefix; not the page’s own once more', async () => {
      await register('greet', () => 'Good morning');
      const element = await fixture<McpWorkspaceElement>(
        html`<mcp-workspace
          expose-tools
          .servers=${[{ endpoint: 'model-context', name: 'This page' }, { url: everythingUrl }, { url: modernUrl }]}
          .sessionOptions=${{ storage: 'none' }}
        ></mcp-workspace>`,
      );
      for (const [, server] of element.servers.entries()) element.open(server);
      await eventually(async () => {
        const there = await names();
        return [everythingUrl, modernUrl].every((url) => there.includes(`${prefixOf(url)}echo`));
      });
      expect((await names()).filter((name) => name.includes('greet'))).to.deep.equal(['greet']);
      element.remove();
      await eventually(async () => (await names()).length === 1);
    });
  });
});
