import { expect } from '@open-wc/testing';
import { everythingSseUrl, everythingUrl, modernUrl, script } from '/__servers__.js';
import type { Sampler } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { textOf } from '../fixtures/sessions.js';
import { ClientHarness } from './client-harness.js';
import { verifies } from '../requirements/verifies.js';

/** Pages that were opened, instead of opening them. */
function pagesOpened(): string[] {
  const opened: string[] = [];
  const { open } = window;
  beforeEach(() => {
    opened.length = 0;
    window.open = (url, target, features) => {
      opened.push(`${String(url)} ${target} ${features}`);
      return null;
    };
  });
  afterEach(() => {
    window.open = open;
  });
  return opened;
}

/** Presses a button of the question: what runs behind it has one to cancel, too. */
async function decide(client: ClientHarness, name: string): Promise<void> {
  const isAsked = (button: HTMLElement): boolean =>
    (button.getRootNode() as ShadowRoot).host?.localName === 'mcp-elicitation-approval' &&
    button.textContent!.trim() === name;
  const button = await client.until(() => client.all('button').find(isAsked), `a question with the button ${name}`);
  button.click();
}

const opens = (url: string): string => `${url} _blank noopener,noreferrer`;

for (const [name, url] of [
  ['Streamable HTTP', () => everythingUrl],
  ['HTTP+SSE', () => everythingSseUrl],
] as const)
  describe(`a page to visit, server-everything over ${name}`, () => {
    const opened = pagesOpened();
    let client: ClientHarness;

    before(async () => {
      client = await ClientHarness.connect(url(), { capabilities: 'elicitation' });
    });
    after(() => client.remove());

    /** What the tool says in the end. @param errorPath another page comes first, and the call is refused until then */
    const run = (page: string, errorPath = false): Promise<string> => {
      const said = client.element
        .session!.tools.call('trigger-url-elicitation', { url: page, errorPath }, { initiator: 'person' })
        .then(({ content }) => JSON.stringify(content));
      said.catch(() => {});
      return said;
    };

    it('is opened by the person’s press, and the server is told', async () => {
      verifies('page-opened-by-consent', 'page-address-shown-whole');
      const said = run('https://pay.example/confirm?id=1');
      await client.reads('Open a page on pay.example?');
      await client.reads(/pay\.example ?\/confirm\?id=1/);
      expect(opened).to.be.empty;
      await client.press('Open pay.example');
      expect(await said).to.contain('User completed');
      expect(opened).to.deep.equal([opens('https://pay.example/confirm?id=1')]);
    });

    for (const [button, action] of [
      ['Decline', 'decline'],
      ['Cancel', 'cancel'],
    ] as const)
      it(`is not opened: ${action}`, async () => {
        verifies('decline-is-not-cancel');
        const said = run(`https://pay.example/${action}`);
        await client.reads('Open a page on pay.example?');
        await decide(client, button);
        expect(await said).to.contain(action === 'decline' ? 'User declined' : 'User cancelled');
        expect(opened).to.be.empty;
      });

    it('comes before the call (−32042): it goes on when the person is back', async () => {
      verifies('call-repeated-after-the-page');
      const said = run('https://pay.example/first', true);
      await client.reads('Open a page on modelcontextprotocol.io?');
      await client.press('Open modelcontextprotocol.io');
      await client.reads('Are you done on modelcontextprotocol.io?');
      await client.press('Continue with trigger-url-elicitation');
      // The server then goes on to what the call was about.
      await client.press('Open pay.example');
      expect(await said).to.contain('User completed');
      expect(opened).to.deep.equal([opens('https://modelcontextprotocol.io/'), opens('https://pay.example/first')]);
    });

    it('comes before the call (−32042), and the person gives it up', async () => {
      verifies('call-repeated-after-the-page');
      const said = run('https://pay.example/given-up', true);
      await client.press('Open modelcontextprotocol.io');
      await client.reads('Are you done on modelcontextprotocol.io?');
      await decide(client, 'Cancel');
      expect((await failureOf(said)).code).to.equal('declined');
    });
  });

describe('a page that its server knows to be done', () => {
  const opened = pagesOpened();

  it('sends the call again by itself', async () => {
    verifies('call-repeated-after-the-page');
    const page = { mode: 'url', message: 'Sign in.', url: 'https://login.example/', elicitationId: 'e-1' };
    const complete = {
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'e-1' },
    };
    const url = await script({
      replies: {
        'tools/call': [
          { error: { code: -32042, message: 'Sign in first.', data: { elicitations: [page] } } },
          { sse: [complete, { response: { content: [] } }] },
          { result: { content: [{ type: 'text', text: 'You are signed in.' }] } },
        ],
      },
    });
    const client = await ClientHarness.connect(url, { capabilities: 'elicitation' });
    const said = client.element.session!.tools.call('echo', { message: 'x' }, { initiator: 'person' });
    await client.press('Open login.example');
    await client.reads('Are you done on login.example?');
    // What brings the news is a call of its own.
    await client.element.session!.tools.call('add');
    expect(textOf(await said)).to.equal('You are signed in.');
    await client.reads('says that its page is done');
    expect(opened).to.deep.equal([opens('https://login.example/')]);
    client.remove();
  });
});

describe('a server of 2026-07-28 that asks for more', () => {
  const opened = pagesOpened();
  let client: ClientHarness;
  /** A model that looks at both tables before it answers. */
  const sampler: Sampler = async ({ messages, tools = [] }) => {
    const results = messages.at(-1)!.content.flatMap((block) => (block.type === 'tool_result' ? block.content : []));
    if (results.length > 0)
      return `Because of this: ${results.map((block) => (block.type === 'text' ? block.text : '')).join(' ')}`;
    return {
      role: 'assistant',
      content: tools.map(({ name }, index) => ({
        type: 'tool_use',
        id: `call-${index}`,
        name,
        input: { port: 'Kiel' },
        _meta: { signature: name },
      })),
      model: 'test-model',
      stopReason: 'toolUse',
    };
  };

  before(async () => {
    client = await ClientHarness.connect(modernUrl, { capabilities: 'sampling elicitation', sampler });
  });
  after(() => client.remove());

  it('a page: the call goes on when the person is back', async () => {
    await client.choose('Tools', 'pay-dues');
    await client.press('Run pay-dues');
    await client.press('Open example.com');
    await client.reads('Are you done on example.com?');
    await client.press('Continue with pay-dues');
    await client.reads('Dues for berth 7 are settled.');
    expect(opened).to.deep.equal([opens('https://example.com/harbour/dues?berth=7')]);
  });

  it('a page: the person says no, and the server knows', async () => {
    await client.choose('Tools', 'pay-dues');
    await client.press('Run pay-dues');
    await client.reads('Open a page on example.com?');
    await decide(client, 'Decline');
    await client.reads('Not paid: decline.');
    expect(opened).to.be.empty;
  });

  it('a model with tools: the person sees each turn, the server runs what it asks for', async () => {
    verifies('sampling-tool-results-balanced', 'person-decides-on-sampling');
    await client.choose('Tools', 'plan-voyage');
    await client.press('Run plan-voyage');
    await client.reads('When it is high water at a port today.');
    await client.press('Ask the model');
    await client.reads(/The model wants Harbour to use 2 tools/);
    await client.press(/^Send to/);
    await client.reads(/result of get_wind/);
    await client.reads('Wind at Kiel: south-west, 4 Beaufort.');
    await client.press('Ask the model');
    await client.reads(/Because of this/);
    await client.press(/^Send to/);
    await client.reads(/Because of this: High water at Kiel: 10:42 and 23:05\. Wind at Kiel/);
  });
});
