import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { openAuditLog, openRoots } from '../../src/session/person/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';
import { ClientHarness } from './client-harness.js';

for (const [era, url, tool] of [
  ['legacy', everythingUrl, 'get-roots-list'],
  ['modern', modernUrl, 'list-roots'],
] as const)
  describe(`folders in <mcp-client>, ${era}`, () => {
    const databaseName = tempDatabases();
    let client: ClientHarness;
    let namespace: string;
    const visit = async (answers = 'elicitation roots'): Promise<void> => {
      client?.remove();
      client = await ClientHarness.connect(url, {
        storage: 'local',
        capabilities: answers,
        sessionOptions: { namespace },
      });
    };
    const details = async (): Promise<void> => {
      await client.press(/About this server/);
      await unfold(/^\s*Folders/);
    };
    const unfold = async (words: RegExp): Promise<void> => {
      const summary = await client.until(
        () => client.all('summary').find((each) => words.test(each.textContent)),
        `a fold ${String(words)}`,
      );
      if (!(summary.parentElement as HTMLDetailsElement).open) summary.click();
    };
    const run = async (): Promise<void> => {
      await client.choose('Tools', tool);
      await client.press(/^Run /);
    };
    /**
     * Waits until the server has asked for the first time. One does so by itself a while after the connection, and what it
     * asks before its stream stands is lost with it; its tool asks too, and tells when it has heard.
     */
    const firstAsked = async (): Promise<void> => {
      if (era === 'modern') return;
      await run();
      await client.reads(/no roots are currently configured/);
    };
    /** Opens the question, which does not open by itself while somebody types. */
    const question = async (): Promise<void> => {
      await client.until(() => client.button(/^(Review|Share nothing)$/), 'a question');
      if (!client.button('Share nothing')) await client.press('Review');
    };
    const add = async (uri: string, name = ''): Promise<void> => {
      await client.fill('Address of the folder', uri);
      await client.fill('Name', name);
      await client.press('Add folder');
    };
    beforeEach(() => {
      namespace = databaseName();
    });
    afterEach(async () => {
      client.remove();
      const roots = openRoots(url, { namespace });
      await roots.decide(undefined);
      for (const root of (await roots.refresh()).roots)
        // oxlint-disable-next-line no-await-in-loop
        await roots.remove(root.uri);
      await openAuditLog({ namespace }).eraseAll();
    });

    it('off by default: nothing to add, and the server is not told that it may ask', async () => {
      await visit('elicitation');
      await client.press(/About this server/);
      await client.reads('About this server');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(client.all('summary').some((each) => each.textContent.includes('Folders'))).to.equal(false);
      const tools = await client.element.session!.tools.list();
      if (era === 'legacy') expect(tools.map(({ name }) => name)).not.to.include(tool);
    });

    it('added, asked about, one left out, shared, remembered over a reload, and taken back', async function () {
      this.timeout(30_000);
      verifies('roots-shared-by-consent');
      await visit();
      await firstAsked();
      await details();
      await client.reads('Nothing is shared with the server until you add one');
      await add('file:///home/ada/../root');
      await client.reads('another folder than it seems to');
      await add('file:///home/ada/engine', 'Engine');
      await client.reads('Added Engine.');
      if (era === 'legacy') {
        // It is told of the change, and asks.
        await question();
        await client.press('Share 1 folder');
      }
      await add('file:///home/ada/diary', 'Diary');
      if (era === 'modern') await run();
      await question();
      await client.reads(/asks which folders it may use/);
      await client.tick(/Diary/);
      await client.tick(/For 90 days/);
      await client.press('Share 1 folder');
      await client.until(() => !client.button('Share 1 folder'), 'the end of the question');

      await visit();
      await run();
      await client.reads('file:///home/ada/engine');
      expect(client.element.shadowRoot!.textContent).not.to.contain('file:///home/ada/diary');
      expect(client.button(/^Share/), 'nobody is asked').to.equal(undefined);

      await details();
      await client.reads(/told\s+1 folder\s+of\s+2\s+without a question/);
      await client.press('Ask me again');
      await client.reads('You will be asked again.');
      await unfold(/^\s*Log \(/);
      await client.reads(/You answered it after/);
      await client.reads(/Allowed by what you decided earlier/);
    });

    it('refused: the server learns nothing', async () => {
      await visit();
      await firstAsked();
      await details();
      await add('file:///home/ada/engine', 'Engine');
      if (era === 'modern') await run();
      await question();
      await client.press('Share nothing');
      if (era === 'modern') await client.reads(/declined/);
      else {
        await run();
        await client.until(() => !/Running/.test(client.element.shadowRoot!.textContent), 'the answer');
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(client.all('mcp-content, pre').some((each) => /engine/.test(each.shadowRoot?.textContent ?? ''))).to.equal(
        false,
      );
    });
  });
