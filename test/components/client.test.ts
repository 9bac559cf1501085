import { expect, html, waitUntil } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { everythingUrl, script, scriptedLog, changeGate, gate } from '/__servers__.js';
import {
  choose,
  clientOf,
  isVisible,
  list,
  openSection,
  options,
  parts,
  place,
  root,
  sections,
  seek,
  someServer,
  sought,
  words,
} from '../support/harness/client.js';
import { verifies } from '../requirements/verifies.js';
import type { McpClientElement } from '../../components/index.js';

describe('<mcp-client>', () => {
  describe('sections', () => {
    it('are those the server offers, with their amounts', async () => {
      const el = await clientOf(await script({}));
      // One resource and one template, in lists of their own.
      await waitUntil(() => sections(el)[1] === 'Resources 2' && sections(el)[2] === 'Prompts 1');
      expect(sections(el)).to.deep.equal(['Tools 2', 'Resources 2', 'Prompts 1']);
      expect(parts(el, 'section-button')[0]!.getAttribute('aria-current')).to.equal('true');
    });

    it('are not shown where the server offers none of it', async () => {
      const el = await clientOf(await script({ capabilities: { tools: {}, prompts: {} } }));
      expect(sections(el).map((each) => each.split(' ')[0])).to.deep.equal(['Tools', 'Prompts']);
    });

    it('are no choice where there is only one', async () => {
      const el = await clientOf(await script({ capabilities: { tools: {} } }));
      expect(parts(el, 'sections')).to.have.length(0);
    });

    it('are replaced by a sentence where there is nothing at all', async () => {
      const el = await place(html`<mcp-client url=${await script({ capabilities: {} })} storage="none"></mcp-client>`);
      await waitUntil(() => words(el).includes('This server offers no tools, resources or prompts.'));
    });

    it('keep the list of one while another is opened at once', async () => {
      const el = await clientOf();
      const tools = list(el);
      await openSection(el, 'Prompts');
      expect(list(el).localName).to.equal('mcp-prompt-list');
      // Until everything is asked for.
      await waitUntil(() => /^Resources \d/.test(sections(el)[1] ?? ''));
      await openSection(el, 'Tools');
      expect(list(el) === tools, 'the same element').to.equal(true);
    });

    it('keep what was chosen, sought and scrolled to in the others', async () => {
      const el = await clientOf();
      await choose(el, 'get-sum');
      const tools = list(el);
      await seek(el, 'get');
      await openSection(el, 'Prompts');
      expect(list(el).localName).to.equal('mcp-prompt-list');
      await openSection(el, 'Tools');
      expect(list(el) === tools, 'the same element').to.equal(true);
      expect(sought(el)).to.equal('get');
      expect(tools.selected).to.equal('get-sum');
    });
  });

  describe('choosing', () => {
    it('says what to do until something is chosen, and shows the tool, the resource and the prompt that was', async () => {
      const el = await clientOf(everythingUrl);
      expect(parts(el, 'detail-pane')[0]!.textContent).to.contain('Choose a tool to see what it does and to run it.');
      await choose(el, 'echo');
      expect(root(el).querySelector('mcp-tool-form')!.tool).to.equal('echo');
      await openSection(el, 'Resources');
      await choose(el, 'features.md');
      expect(root(el).querySelector('mcp-resource-view')!.uri).to.equal('demo://resource/static/document/features.md');
      await openSection(el, 'Prompts');
      await choose(el, 'simple-prompt');
      expect(root(el).querySelector('mcp-prompt-form')!.prompt).to.equal('simple-prompt');
    });

    it('starts afresh with another server', async () => {
      const el = await clientOf();
      await choose(el, 'echo');
      el.url = await script({});
      await waitUntil(() => el.status === 'ready' && options(el).length > 0);
      expect(root(el).querySelector('mcp-tool-form')).to.equal(null);
    });
  });

  describe('states', () => {
    it('says what to do without an address', async () => {
      const el = await place(html`<mcp-client></mcp-client>`);
      expect(el.status).to.equal('idle');
      expect(words(el)).to.contain('<mcp-client url="https://example.com/mcp">');
    });

    it('says what happened, to what and what to do, and tries again', async () => {
      const url = await script({
        replies: {
          initialize: [
            { status: 500, text: 'Down' },
            { status: 500, text: 'Down' },
          ],
        },
      });
      const el = await place(html`<mcp-client url=${url} storage="none"></mcp-client>`);
      await waitUntil(() => el.status === 'failed');
      await el.updateComplete;
      expect(parts(el, 'error')).to.have.length(1);
      expect(words(el)).to.contain(`No connection to ${new URL(url).host}.`);
      expect(root(el).querySelector('details')!.open).to.equal(false);
      const before = (await scriptedLog(url)).length;
      parts(el, 'retry-button')[0]!.focus();
      parts(el, 'retry-button')[0]!.click();
      await waitUntil(async () => (await scriptedLog(url)).length > before);
      expect(root(el).activeElement, 'the focus is not lost with the button').to.not.equal(null);
    });

    it('shows what an earlier visit left when the server is gone', async () => {
      const url = await script({
        replies: { 'tools/list': { result: { tools: [{ name: 'kept', inputSchema: { type: 'object' } }] } } },
      });
      const visit = await place(
        html`<mcp-client url=${url} .sessionOptions=${{ namespace: 'client-test' }}></mcp-client>`,
      );
      await waitUntil(() => options(visit).length > 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      visit.remove();

      const gone = async (): Promise<Response> => {
        throw new TypeError('Failed to fetch');
      };
      const el = await place(
        html`<mcp-client url=${url} .sessionOptions=${{ namespace: 'client-test', fetch: gone }}></mcp-client>`,
      );
      await waitUntil(() => el.status === 'failed' && options(el).length > 0);
      expect(options(el)[0]!.textContent).to.contain('kept');
      expect(root(list(el)).textContent).to.match(/Updated/);
      expect(parts(el, 'error')).to.have.length(1);
    });

    it('can be connected again after leaving', async () => {
      const el = await clientOf(await script({}));
      await el.session!.close();
      await waitUntil(() => el.status === 'closed');
      const status = root(el).querySelector('mcp-connection-status')!;
      await status.updateComplete;
      root(status).querySelector<HTMLButtonElement>('[data-name~="connect-button"]')!.click();
      await waitUntil(() => el.status === 'ready');
    });
  });

  describe('properties', () => {
    it('offers forms to the server by itself, sampling only with a sampler', async () => {
      verifies('forms-offered-where-answered');
      const offered = async (template: (url: string) => TemplateResult): Promise<string[]> => {
        const url = await script({});
        const el = await place(template(url));
        await waitUntil(() => el.status === 'ready');
        const greeting = (await scriptedLog(url)).find(({ body }) => body?.method === 'initialize');
        return Object.keys(greeting!.body.params.capabilities).toSorted();
      };
      expect(await offered((url) => html`<mcp-client url=${url} storage="none"></mcp-client>`)).to.deep.equal([
        'elicitation',
      ]);
      expect(
        await offered((url) => html`<mcp-client url=${url} storage="none" .sampler=${async () => ''}></mcp-client>`),
      ).to.deep.equal(['elicitation', 'sampling']);
    });

    it('is light or dark as it is told, else as the page is', async () => {
      const el = await place(html`<mcp-client></mcp-client>`);
      const scheme = (): string => getComputedStyle(el).colorScheme;
      expect(scheme()).to.equal('normal');
      el.theme = 'dark';
      await el.updateComplete;
      expect(scheme()).to.equal('dark');
      el.theme = 'light';
      await el.updateComplete;
      expect(scheme()).to.equal('light');
    });
  });

  describe('slots and parts', () => {
    it('takes another element for each of its own', async () => {
      const url = await someServer();
      const el = await place(html`
        <mcp-client url=${url} storage="none">
          <p slot="status">My status</p>
          <p slot="tools">My tools</p>
        </mcp-client>
      `);
      await waitUntil(() => el.status === 'ready');
      await el.updateComplete;
      for (const child of el.children) expect(isVisible(child), child.textContent).to.equal(true);
      expect(isVisible(root(el).querySelector('mcp-connection-status')!)).to.equal(false);
    });

    it('gives the session to what stands in a slot', async () => {
      const el = await place(html`
        <mcp-client url=${await script({})} storage="none"><mcp-tool-list slot="tools"></mcp-tool-list></mcp-client>
      `);
      const mine = el.querySelector('mcp-tool-list')!;
      await waitUntil(() => root(mine).querySelector('[role="option"]'));
      root(mine).querySelector<HTMLElement>('[role="option"]')!.click();
      await el.updateComplete;
      expect(root(el).querySelector('mcp-tool-form')!.tool).to.equal('echo');
    });

    it('names its parts for the page', async () => {
      const el = await clientOf();
      for (const part of ['base', 'header', 'sections', 'section-button', 'list-pane', 'detail-pane'])
        expect(parts(el, part).length, part).to.be.above(0);
    });
  });
});

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
];

async function callThatIsLost(transcript: boolean): Promise<{ el: McpClientElement; form: ShadowRoot }> {
  const url = await gate('everything', LINES);
  const el = await place(html`<mcp-client url=${url} storage="none" ?transcript=${transcript}></mcp-client>`);
  await waitUntil(() => options(el).length > 0, 'a list is shown');
  await choose(el, 'get-tiny-image');
  const form = (): ShadowRoot | null | undefined => root(el).querySelector('mcp-tool-form')?.shadowRoot;
  await waitUntil(() => form()?.querySelector('[part~="submit-button"]'));
  await changeGate(url, { down: true });
  form()!.querySelector<HTMLElement>('[part~="submit-button"]')!.click();
  await waitUntil(() => form()!.querySelector('[data-name="run-again-button"]'), 'it failed');
  return { el, form: form()! };
}

describe('a call cut off by a lost connection', () => {
  it('offers “Look” beside “Run again”, which opens what the log knows of the call', async () => {
    const { el, form } = await callThatIsLost(true);
    const look = form.querySelector<HTMLElement>('[data-name="look-button"]')!;
    expect(look.textContent!.trim()).to.equal('Look');
    look.focus();
    look.click();
    const log = (): ShadowRoot | null | undefined => root(el).querySelector('mcp-log')?.shadowRoot;
    await waitUntil(() => log()?.querySelector('.detail')?.textContent?.includes('get-tiny-image'), 'opened');
    await waitUntil(() => log()!.activeElement !== null, 'has the focus');
  });

  it('offers no “Look” where there is nothing to look at', async () => {
    const { form } = await callThatIsLost(false);
    expect(form.querySelector('[data-name="look-button"]')).to.equal(null);
  });
});
