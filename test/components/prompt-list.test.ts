import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { everythingUrl, script } from '/__servers__.js';
import '../../components/define/mcp-prompt-list.js';
import type { McpPromptListElement, McpPromptSelectEvent } from '../../components/index.js';
import { Session } from '../../src/index.js';

const opened: Session[] = [];

async function listOf(url: string): Promise<McpPromptListElement> {
  const session = new Session(url, { storage: 'none' });
  opened.push(session);
  await session.connect();
  return fixture<McpPromptListElement>(html`<mcp-prompt-list .session=${session}></mcp-prompt-list>`);
}

const options = (el: HTMLElement): HTMLElement[] => [
  ...el.shadowRoot!.querySelectorAll<HTMLElement>('[role="option"]'),
];

describe('<mcp-prompt-list>', () => {
  afterEach(() => {
    for (const session of opened.splice(0)) void session.close();
  });

  it('lists the prompts of a real server, and axe finds nothing', async () => {
    const el = await listOf(everythingUrl);
    await waitUntil(() => options(el).length > 0);
    expect(el.shadowRoot!.textContent).to.contain('simple-prompt');
    await expect(el).to.be.accessible();
  });

  it('tells the page which prompt was chosen', async () => {
    const el = await listOf(await script({}));
    await waitUntil(() => options(el).length > 0);
    setTimeout(() => options(el)[0]!.click());
    const { prompt } = await oneEvent<McpPromptSelectEvent>(el, 'mcp-prompt-select');
    expect(prompt.name).to.equal('greet');
    await el.updateComplete;
    expect(el.getAttribute('selected')).to.equal('greet');
  });

  it('says that a server offers none', async () => {
    const el = await listOf(await script({ capabilities: { tools: {} } }));
    await waitUntil(() => el.shadowRoot!.textContent.includes('This server offers no prompts.'));
  });
});
