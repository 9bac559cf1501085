import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { script } from '/__servers__.js';
import { LIST_CHANGE } from '../../components/internal/client-around.js';
import { choose, clientOf, list, openSection, parts, root, sections, WIDE, NARROW } from '../support/harness/client.js';

const named = (...names: string[]): object[] => names.map((name) => ({ name, inputSchema: { type: 'object' } }));

const server = (): Promise<string> =>
  script({
    capabilities: { tools: {}, resources: {}, prompts: {} },
    replies: {
      'tools/list': { result: { tools: named('weather_now', 'echo') } },
      'resources/list': {
        result: { resources: ['weather map', 'weather table', 'other'].map((name) => ({ name, uri: `x://${name}` })) },
      },
      'resources/templates/list': {
        result: { resourceTemplates: [{ name: 'weather of', uriTemplate: 'x://w/{city}' }] },
      },
      'prompts/list': { result: { prompts: named('weather report', 'greet') } },
    },
  });

const buttons = (el: HTMLElement): HTMLElement[] => parts(el, 'elsewhere-button');
const found = (el: HTMLElement): string[] => buttons(el).map((button) => button.textContent.trim());

describe('the search of a client', () => {
  for (const width of [WIDE, NARROW])
    it(`says how many match in the other sections, and goes there with what is sought, at ${width} px`, async () => {
      const el = await clientOf(await server(), width);
      await waitUntil(() => sections(el).length === 3 && sections(el)[2] === 'Prompts 2');
      list(el).focusSearch();
      await sendKeys({ type: 'weather' });
      await waitUntil(() => found(el).length > 0);
      expect(found(el)).to.deep.equal(['3 in Resources', '1 in Prompts']);
      buttons(el)[0]!.click();
      await waitUntil(() => list(el).localName === 'mcp-resource-list');
      expect(list(el).sought).to.equal('weather');
      await waitUntil(() => root(list(el)).activeElement?.localName === 'input', 'the search has the focus');
      await waitUntil(() => found(el).join() === '1 in Tools,1 in Prompts');
    });

  it('says nothing of other sections once the search is empty, or where they have nothing', async () => {
    const el = await clientOf(await server());
    await waitUntil(() => sections(el)[2] === 'Prompts 2');
    list(el).focusSearch();
    await sendKeys({ type: 'weather' });
    await waitUntil(() => found(el).length === 2);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => found(el).length === 0);
    await sendKeys({ type: 'echo' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(found(el)).to.deep.equal([]);
  });

  it('is told once of each letter that is sought, and of no letter in an argument', async () => {
    const argument = { type: 'object', properties: { place: { type: 'string' } } };
    const url = await script({
      capabilities: { tools: {} },
      replies: { 'tools/list': { result: { tools: [{ name: 'weather_now', inputSchema: argument }] } } },
    });
    const el = await clientOf(url);
    await choose(el, 'weather_now');
    const form = root(el).querySelector('mcp-tool-form')!;
    const input = (): HTMLInputElement | null | undefined =>
      form.shadowRoot
        ?.querySelector('mcp-schema-field')
        ?.shadowRoot?.querySelector('mcp-schema-field')
        ?.shadowRoot?.querySelector('input');
    await waitUntil(input);
    let told = 0;
    el.addEventListener(LIST_CHANGE, () => told++);
    input()!.focus();
    await sendKeys({ type: 'Oslo' });
    expect(input()!.value).to.equal('Oslo');
    expect(told).to.equal(0);
    list(el).focusSearch();
    await sendKeys({ type: 'now' });
    await waitUntil(() => list(el).sought === 'now');
    await list(el).updateComplete;
    expect(told).to.equal(3);
  });

  it('asks nobody to choose where there is nothing to choose', async () => {
    const el = await clientOf(
      await script({
        capabilities: { tools: {}, prompts: {} },
        replies: {
          'tools/list': { result: { tools: named('a') } },
          'prompts/list': { result: { prompts: [] } },
        },
      }),
    );
    await openSection(el, 'Prompts');
    await waitUntil(() => parts(el, 'detail-pane')[0]!.textContent.includes('No prompts to choose from.'));
    expect(parts(el, 'detail-pane')[0]!.textContent).to.not.contain('Choose a prompt');
    expect(parts(el, 'detail-pane')[0]!.querySelector('kbd')).to.equal(null);
  });
});
