import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../components/define/all.js';
import { type CatalogState, HttpError, ProtocolError, type ToolResult, verbatim } from '../../src/index.js';
import { said } from '../../src/errors.js';
import { script } from '/__servers__.js';
import { choose, clientOf, openSection, parts, root } from '../support/harness/client.js';
import { inside, Marks } from './marks.js';
import { Connection, part, run } from './tool-connection.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

pressAtOnce();

/* Whatever field a server writes: what is hidden in it is seen as a sign, and never reaches the page as it is. */
describe('server text everywhere', () => {
  let marks: Marks;
  beforeEach(() => {
    marks = new Marks();
  });
  const of = (field: string): string => marks.of(field);

  describe('in <mcp-client>', () => {
    const capabilities = { tools: {}, resources: {}, prompts: {}, logging: {}, completions: {} };
    const serving = (replies: object): Promise<string> =>
      script({
        session: false,
        replies: {
          initialize: {
            result: {
              protocolVersion: '2025-11-25',
              capabilities,
              serverInfo: {
                name: marks.again('server name'),
                title: marks.again('server title'),
                version: marks.again('server version'),
              },
              instructions: marks.again('instructions'),
            },
          },
          ...replies,
        },
      });

    it('who the server is, and its tools', async () => {
      const url = await serving({
        'tools/list': {
          result: {
            tools: [
              {
                name: of('tool name'),
                title: of('tool title'),
                description: of('tool description'),
                inputSchema: { type: 'object' },
              },
              { name: of('broken tool'), inputSchema: 3 },
            ],
          },
        },
      });
      const element = await clientOf(url);
      const status = root(element).querySelector('mcp-connection-status')!;
      status.shadowRoot!.querySelector<HTMLElement>('[data-name~="details-button"]')?.click();
      for (const field of ['server name', 'server title', 'server version', 'instructions']) of(field);
      await marks.allSeenIn(element);
      of('tool description');
      await choose(element, 'tool title');
      await marks.allSeenIn(element);
    });

    it('resources, templates, and what is read', async () => {
      const uri = `test://${of('uri')}`;
      const url = await serving({
        'resources/list': {
          result: {
            resources: [
              {
                uri,
                name: marks.again('resource name'),
                title: of('resource title'),
                description: of('resource description'),
                mimeType: marks.again('resource type'),
              },
              { uri: 7, name: of('broken resource') },
            ],
          },
        },
        'resources/templates/list': {
          result: {
            resourceTemplates: [
              {
                uriTemplate: `test://${marks.again('template')}/{which}`,
                name: marks.again('template name'),
                title: of('template title'),
                description: of('template description'),
              },
            ],
          },
        },
        'resources/read': {
          result: { contents: [{ uri, mimeType: `text/${marks.again('type')}`, text: of('contents') }] },
        },
      });
      const element = await clientOf(url);
      await openSection(element, 'Resources');
      await choose(element, 'resource title');
      await marks.allSeenIn(element);
      of('template');
      of('template description');
      await choose(element, 'template title');
      await marks.allSeenIn(element);
    });

    it('prompts, their arguments and their messages', async () => {
      const name = of('prompt name');
      const url = await serving({
        'prompts/list': {
          result: {
            prompts: [
              {
                name,
                title: of('prompt title'),
                description: of('prompt description'),
                arguments: [
                  { name: marks.again('argument'), title: of('argument title'), description: of('argument says') },
                ],
              },
            ],
          },
        },
        'prompts/get': {
          result: {
            description: of('result description'),
            messages: [{ role: 'user', content: { type: 'text', text: of('message') } }],
          },
        },
      });
      const element = await clientOf(url);
      await openSection(element, 'Prompts');
      await choose(element, 'prompt title');
      const form = root(element).querySelector('mcp-prompt-form')!;
      await waitUntil(() => form.shadowRoot?.querySelector('[part~="submit-button"]'), 'the form is there');
      form.shadowRoot!.querySelector<HTMLElement>('[part~="submit-button"]')!.click();
      await marks.allSeenIn(element);
    });

    it('why a list could not be had', async () => {
      const refused = { error: { code: -32603, message: of('error message') } };
      const element = await fixture(
        html`<mcp-client url=${await serving({ 'tools/list': refused })} storage="none"></mcp-client>`,
      );
      await waitUntil(() => parts(element as HTMLElement, 'sections').length > 0, 'sections');
      root(element as HTMLElement)
        .querySelector('mcp-connection-status')!
        .shadowRoot!.querySelector<HTMLElement>('[data-name~="details-button"]')
        ?.click();
      await marks.allSeenIn(element);
    });
  });

  describe('in <mcp-tool-form>', () => {
    let connection: Connection;
    beforeEach(() => {
      connection = new Connection();
    });
    const show = async (name: string): Promise<HTMLElementTagNameMap['mcp-tool-form']> => {
      const element = await fixture<HTMLElementTagNameMap['mcp-tool-form']>(
        html`<mcp-tool-form .tool=${name} .session=${connection.session}></mcp-tool-form>`,
      );
      await aTimeout(0);
      return element;
    };

    it('every word of a schema', async () => {
      const choices = (count: number, name: string) =>
        Array.from({ length: count }, (_, at) => ({ const: `${at}`, title: at ? `Choice ${at}` : of(name) }));
      connection.list({
        name: 'all',
        inputSchema: {
          type: 'object',
          properties: {
            [marks.again('property')]: { type: 'string', title: of('title'), description: of('says') },
            [of('bare property')]: { type: 'number' },
            usual: { type: 'string', default: of('default') },
            example: { type: 'string', examples: [of('example')] },
            pattern: { type: 'string', pattern: of('pattern') },
            constant: { const: of('constant') },
            few: { oneOf: choices(3, 'choice of three') },
            some: { enum: [of('enum of six'), 'b two', 'c three', 'd four', 'e five long', 'f six long'] },
            many: { oneOf: choices(20, 'choice of many') },
            either: {
              anyOf: [
                { type: 'object', title: of('alternative'), properties: { [of('inner')]: { type: 'string' } } },
                { type: 'number', title: of('other alternative') },
              ],
            },
            list: { type: 'array', items: { enum: [of('box'), 'y'] } },
            nested: {
              type: 'object',
              description: of('nested says'),
              properties: { a: { title: of('nested title') } },
            },
          },
          required: ['usual', 'nested'],
        },
      });
      const element = await show('all');
      const fields = element.renderRoot.querySelector('mcp-schema-field')!;
      fields.renderRoot.querySelector<HTMLElement>('[data-name~="fold-button"]')!.click();
      fields.focusFirstIssue();
      await aTimeout(300);
      for (const box of inside<HTMLElement>(element, 'input[role="combobox"]')) box.click();
      const alternatives = inside<HTMLSelectElement>(element, 'select[data-name~="alternatives"]').at(-1);
      alternatives!.value = '0';
      alternatives!.dispatchEvent(new Event('change'));
      await marks.allSeenIn(element);
    });

    it('the definition as it was written', async () => {
      connection.list({
        name: 'all',
        inputSchema: { type: 'object', properties: {}, $comment: of('comment'), [of('keyword')]: 1 },
      });
      const element = await show('all');
      part(element, 'menu-button').click();
      await element.updateComplete;
      part(element, 'definition-button').click();
      await marks.allSeenIn(element);
    });

    it('how a call goes, what comes back and what is wrong with it', async () => {
      connection.list({
        name: of('name'),
        title: of('title'),
        description: of('says'),
        inputSchema: { type: 'object' },
      });
      const [tool] = (connection.catalog.get() as Extract<CatalogState<{ name: string }>, { phase: 'ready' }>).items;
      const element = await show(tool!.name);
      await run(element);
      const [call] = connection.calls;
      call!.options.onProgress?.({ progress: 1, message: of('progress') });
      await marks.allSeenIn(element);
      call!.answer({
        isError: true,
        content: [
          { type: 'text', text: of('text') },
          { type: of('kind of block'), words: of('words of it') } as unknown as ToolResult['content'][number],
        ],
        structuredContent: { [of('key')]: of('value') },
        outputIssues: [said(verbatim(of('output issue')))],
      } as ToolResult);
      await marks.allSeenIn(element);
      await run(element);
      connection.calls[1]!.fail(new ProtocolError(-32000, verbatim(of('protocol error'))));
      await marks.allSeenIn(element);
      await run(element);
      connection.calls[2]!.fail(
        new HttpError('http', verbatim(of('http error')), {
          status: 500,
          contentType: of('content type'),
          excerpt: of('excerpt'),
        } as never),
      );
      await marks.allSeenIn(element);
    });

    it('a tool that is not there', async () => {
      connection.catalog.set({
        phase: 'ready',
        items: [],
        problems: [{ index: 0, name: marks.again('gone'), ...said(verbatim(of('fault'))) }],
        fetchedAt: Date.now(),
      });
      of('gone');
      await marks.allSeenIn(await show(marks.again('gone')));
    });
  });

  describe('in boxes, which hold text exactly', () => {
    it('a text from the server stays as it is, and what is hidden in it is told beside', async () => {
      const node = {
        type: 'object',
        properties: { text: { type: 'string', default: of('held') } },
        required: ['text'],
      };
      const connection = new Connection();
      connection.list({ name: 'held', inputSchema: node });
      const element = await fixture<HTMLElementTagNameMap['mcp-tool-form']>(
        html`<mcp-tool-form .tool=${'held'} .session=${connection.session}></mcp-tool-form>`,
      );
      await aTimeout(0);
      await marks.allSeenIn(element);
      const [box] = inside<HTMLInputElement>(element, 'input, textarea');
      expect(box!.value).to.equal(marks.again('held'));
      await run(element);
      expect(connection.calls[0]!.args).to.deep.equal({ text: marks.again('held') });
      part(element, 'json-button').click();
      await element.updateComplete;
      expect(element.renderRoot.querySelector<HTMLTextAreaElement>('#json')!.value).to.contain('\u202E');
      expect(element.renderRoot.querySelector('#json-hidden')!.textContent).to.contain('RIGHT-TO-LEFT OVERRIDE');
    });
  });
});
