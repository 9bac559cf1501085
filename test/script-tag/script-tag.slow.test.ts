import { expect, waitUntil } from '@open-wc/testing';
import { modernUrl } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';

// The files as they are published: `npm test` has built them before.
describe('the script-tag files, on a page with a strict policy', () => {
  for (const kind of ['classic', 'module']) {
    it(`${kind}: one tag connects; what is needed later loads later, and works with the rest`, async () => {
      const frame = document.createElement('iframe');
      frame.src = new URL(`./${kind}.html`, import.meta.url).href;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const page = frame.contentWindow as Window & typeof globalThis & { McpEmbed?: { connect: unknown } };
      const violations: string[] = [];
      page.document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        // Chromium tells of handlers that the sanitizer meets in an inert document and takes out.
        effectiveDirective === 'script-src-attr'
          ? undefined
          : violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
      );
      expect(typeof page.McpEmbed?.connect).to.equal(kind === 'classic' ? 'function' : 'undefined');
      const inside = (host: Element | null | undefined, selector: string): HTMLElement | null =>
        host?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
      const loaded = (file: string): number =>
        page.performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/dist/${file}`)).length;

      const client = page.document.querySelector('mcp-client') as McpClientElement;
      // What another test chose there would be shown again, and its form with it.
      client.storage = 'none';
      expect(loaded('mcp-embed-forms-'), 'forms before there is a server').to.equal(0);
      client.url = modernUrl;
      await waitUntil(() => client.status === 'ready', 'connects', { timeout: 5000 });

      const tool = (): HTMLElement | null => inside(inside(client, 'mcp-tool-list'), '[role="option"]');
      await waitUntil(tool, 'lists tools', { timeout: 5000 });
      tool()!.click();
      await waitUntil(() => inside(inside(client, 'mcp-tool-form'), 'mcp-schema-field'), 'shows a form', {
        timeout: 5000,
      });
      expect(loaded('mcp-embed-forms-'), 'forms').to.equal(kind === 'module' ? 1 : 0);
      expect(loaded('mcp-embed'), 'the classic script is one file').to.be[kind === 'module' ? 'above' : 'equal'](1);
      const { litElementVersions } = page as unknown as { litElementVersions: readonly string[] };
      expect(litElementVersions).to.have.length(1);
      expect(violations).to.deep.equal([]);
      frame.remove();
    });
  }
});
