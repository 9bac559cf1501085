import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';
import { RememberingClient } from './remembering-client.js';

for (const [era, url] of [
  ['legacy', everythingUrl],
  ['modern', modernUrl],
] as const)
  describe(`decisions that are remembered, in <mcp-client>, ${era}`, () => {
    const here = new RememberingClient(url, (client) => client.press('About this server'));
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

    it('allowed always: listed, kept over a reload, taken back, asked again; and all of it is recorded', async function () {
      this.timeout(20_000);
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

      await unfold(/Audit log \(3\)/);
      await here.client.reads(/You allowed it after/);
      await here.client.reads(/Allowed by what you decided earlier/);
      await here.client.reads(/You refused it after/);
    });
  });
