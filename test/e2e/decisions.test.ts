import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { eventually } from '../fixtures/eventually.js';
import { textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';
import { ClientHarness } from './client-harness.js';
import { otherTab } from './other-tab.js';
import { RememberingClient } from './remembering-client.js';

describe('decisions that are remembered, in <mcp-client>', () => {
  const here = new RememberingClient(modernUrl, (client) => client.press(/About this server/));
  const echo = (): Promise<string> =>
    here.client.element.session!.tools.call('echo', { message: 'hello' }, { initiator: 'model' }).then(textOf);
  const unfold = async (words: RegExp): Promise<void> => {
    const summary = await here.client.until(
      () => here.client.all('summary').find((each) => words.test(each.textContent)),
      `a fold ${String(words)}`,
    );
    summary.click();
  };
  /** Allows the call that waits, always, whatever the arguments. */
  const allowAlways = async (): Promise<void> => {
    await here.client.press('Review');
    await choose('For 90 days');
    await choose('any arguments');
    await here.client.press(/^Run .+ on /);
  };
  const choose = async (words: string): Promise<void> => {
    const label = await here.client.until(
      () => here.client.all('label').find((each) => each.textContent.includes(words)),
      `a choice “${words}”`,
    );
    label.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('allowed always: listed, kept over a reload, taken back, asked again; and all of it is recorded', async () => {
    verifies('tool-use-is-recorded', 'tool-calls-can-be-denied', 'person-stays-in-control');
    expect(here.client.all('summary').some((each) => each.textContent.includes('Decisions'))).to.equal(false);
    const first = echo();
    await allowAlways();
    expect(await first).to.contain('hello');
    await here.client.reads(/Decisions \( ?1 ?\)/);

    // As after a reload: another element, another session, the same browser.
    here.client.remove();
    await here.visit();
    expect(await echo(), 'not asked').to.contain('hello');
    await unfold(/Decisions \(1\)/);
    await here.client.reads(/Allowed\s+echo/);
    await here.client.press(/^Revoke: allowed echo/);
    await here.client.reads('Revoked: echo. You will be asked again.');

    const again = echo().catch((error: unknown) => (error as { code: string }).code);
    await here.client.press('Review');
    await here.client.press('Don’t run');
    expect(await again).to.equal('declined');

    await unfold(/^\s*Log \(/);
    await here.client.reads(/You allowed it after/);
    await here.client.reads(/Allowed by what you decided earlier/);
    await here.client.reads(/You refused it after/);
  });
});

describe('what the person decides in another tab', () => {
  const tab = otherTab();
  const here = new RememberingClient(everythingUrl, (client) => client.press(/About this server/));

  const echo = (): Promise<string> =>
    here.client.element.session!.tools.call('echo', { message: 'hello' }, { initiator: 'model' }).then(textOf);
  const act = async (act: 'allow always' | 'never'): Promise<void> => {
    const { session } = here.client.element;
    const tool = (await session!.tools.list()).find(({ name }) => name === 'echo')!;
    const call = {
      server: session!.url,
      serverName: session!.server.name,
      tool,
      arguments: {},
      tools: [tool],
      isConfirmed: true,
    };
    await tab.does(here.namespace, { act, call: structuredClone(call) });
  };

  it('“always” is listed here at once, and not asked about', async () => {
    await act('allow always');
    await here.client.reads(/Decisions \( ?1 ?\)/);
    expect(await echo()).to.contain('hello');
    // The person decided it elsewhere, so it is told here once, in sight, with no form open.
    await here.client.reads(/ran without a question for the model: you allowed this on \d+ \w+ 20\d\d\./);
    await here.client.press(/^Revoke the permission for echo/);
    await here.client.reads('Revoked: “echo”. You will be asked again.');
    const asked = echo();
    await here.client.press('Review');
    await here.client.press(/^Run echo on /);
    expect(await asked).to.contain('hello');
  });

  it('taken back: it leaves the list here at once, and the next call asks', async () => {
    await act('allow always');
    await here.client.reads(/Decisions \( ?1 ?\)/);
    await tab.does(here.namespace, { act: 'take back all' });
    await here.client.until(
      () => !here.client.all('summary').some((each) => each.textContent.includes('Decisions')),
      'no decision',
    );
    const asked = echo();
    await here.client.press('Review');
    await here.client.press(/^Run echo on /);
    expect(await asked).to.contain('hello');
  });

  it('“never” holds here at the next call', async () => {
    await act('allow always');
    expect(await echo()).to.contain('hello');
    await act('never');
    const failure = await echo().catch((error: unknown) => (error as Error).message);
    expect(failure).to.contain('decided earlier that echo must not be called');
  });
});

describe('what leaves the page of what a person fills in', () => {
  const SECRET = 'The tide tables of Porto';
  const replies: Readonly<Record<string, Reply>> = {
    'tools/list': {
      result: {
        tools: [{ name: 'weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } }],
      },
    },
  };
  /** The methods a server was sent, and whatever stood in them. */
  async function heard(url: string): Promise<{ readonly methods: string[]; readonly all: string }> {
    const bodies = (await scriptedLog(url)).map(({ body }) => body as { method?: string } | undefined);
    return { methods: bodies.flatMap((body) => body?.method ?? []), all: JSON.stringify(bodies) };
  }

  it('is nothing, until they press the button', async () => {
    verifies('data-exposed-by-consent', 'person-understands-and-agrees');
    const url = await script({ replies });
    const client = await ClientHarness.connect(url);
    await client.choose('Tools', 'weather');
    await client.fill('city', SECRET);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await heard(url)).all).not.to.contain(SECRET);
    expect((await heard(url)).methods).not.to.include('tools/call');
    await client.press('Run weather');
    await eventually(async () => (await heard(url)).methods.includes('tools/call'));
    expect((await heard(url)).all).to.contain(SECRET);
    client.remove();
  });

  it('is nothing when another server answers at the address, until the person presses again', async () => {
    const welcome = (name: string): Reply => ({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, prompts: {} },
        serverInfo: { name, version: '1' },
      },
    });
    const url = await script({
      session: false,
      replies: {
        'server/discover': { status: 404, text: '' },
        initialize: [welcome('weather'), welcome('other')],
        ...replies,
      },
    });
    const client = await ClientHarness.connect(url);
    await client.choose('Tools', 'weather');
    await client.fill('city', SECRET);
    await client.element.disconnect();
    await client.element.connect();
    await eventually(() => client.element.session!.server.name === 'other');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await heard(url)).methods).not.to.include('tools/call');
    expect((await heard(url)).all).not.to.contain(SECRET);
    expect(client.element.session!.problems.get().map(({ code }) => code)).to.include('server-changed');
    client.remove();
  });
});
