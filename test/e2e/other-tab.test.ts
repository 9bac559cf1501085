import { expect } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { textOf } from '../fixtures/sessions.js';
import { otherTab } from './other-tab.js';
import { RememberingClient } from './remembering-client.js';

describe('what the person decides in another tab', () => {
  const tab = otherTab();
  const here = new RememberingClient(everythingUrl, (client) => client.press('About this server'));

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
