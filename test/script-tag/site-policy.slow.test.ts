import { expect, waitUntil } from '@open-wc/testing';
import { modernUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import type * as core from '../../src/index.js';

type Page = Window & typeof globalThis & { readonly McpEmbed: typeof core; readonly McpEmbedModule: typeof core };

async function open(name: string): Promise<{ readonly page: Page; readonly client: McpClientElement }> {
  const frame = document.createElement('iframe');
  frame.width = '900';
  frame.height = '600';
  frame.src = new URL(`./${name}.html`, import.meta.url).href;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const page = frame.contentWindow as Page;
  return { page, client: page.document.querySelector('mcp-client')! };
}

// The files as they are published, under the strict policy: `npm test` has built them before.
describe('a site policy as JSON in the page, with the script tag', () => {
  it('holds for both scripts on one page, and both count the same sessions', async function () {
    // Two whole scripts, and five connections.
    this.timeout(30_000);
    const { page, client } = await open('policy');
    await waitUntil(() => page.McpEmbedModule, 'the module is there', { timeout: 8000 });
    const { McpEmbed, McpEmbedModule } = page;
    expect(McpEmbed.Session).not.to.equal(McpEmbedModule.Session);
    client.url = modernUrl;
    await waitUntil(() => client.status === 'ready', 'connects', { timeout: 8000 });
    expect(client.session!.storage.lifetime).to.equal('page');
    const refused = await client.session!.tools.call('unload-cargo', {}).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'declined' });
    for (const { connect } of [McpEmbed, McpEmbedModule])
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share what may be open
      expect(await connect(modernUrl).catch((error: unknown) => error)).to.include({ code: 'limit' });
    await client.disconnect();
    for (const { connect } of [McpEmbed, McpEmbedModule]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share what may be open
      const session = await connect(modernUrl);
      // oxlint-disable-next-line no-await-in-loop -- the same
      await session.close();
      // oxlint-disable-next-line no-await-in-loop -- the same
      const refusedToo = await connect('https://example.com/mcp').catch((error: unknown) => error);
      expect(refusedToo).to.include({ code: 'declined' });
    }
  });

  it('says in the place of the element that the site has switched it off', async () => {
    const { client } = await open('policy-disabled');
    await waitUntil(() => client.shadowRoot?.textContent?.includes('This site has switched off'), 'says so', {
      timeout: 8000,
    });
    expect(client.status).to.equal('failed');
  });
});
