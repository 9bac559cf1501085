import { expect, fixtureCleanup } from '@open-wc/testing';
import type { Tool } from '../../src/index.js';
import { replaced } from '../fixtures/broken-apis.js';
import { FormPage } from './check/form-page.js';
import { hostile } from './hostile.js';

/** Elements of a form that a page shows at once, its hidden parts included. */
const MAX_ELEMENTS = 5_000;
/** Renderings of fields for one press: some for each field that there is. */
const MAX_RENDERINGS = 1_000;

function elementsIn(root: Element | ShadowRoot): number {
  return [...root.querySelectorAll('*')].reduce(
    (sum, { shadowRoot }) => sum + 1 + (shadowRoot ? elementsIn(shadowRoot) : 0),
    0,
  );
}

/** How often fields are rendered while something is done. */
async function renderingsDuring(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { prototype } = customElements.get('mcp-schema-field')!;
  const render = Reflect.get(prototype, 'render') as () => unknown;
  const end = replaced(prototype, 'render', {
    writable: true,
    value(this: unknown) {
      count++;
      return Reflect.apply(render, this, []);
    },
  });
  try {
    await act();
  } finally {
    end();
  }
  return count;
}

describe('a hostile schema', function () {
  this.timeout(60_000);
  afterEach(fixtureCleanup);

  for (const { what, schema, args } of hostile) {
    describe(what, () => {
      const tool: Tool = { name: 'hostile', inputSchema: schema as Tool['inputSchema'] };

      it('ends in a form of so many elements at most, or in a sentence', async () => {
        const page = await FormPage.open(tool);
        const { renderRoot } = page.element;
        expect(renderRoot.querySelector('[part~="submit-button"]')).not.to.equal(null);
        expect(page.fields !== undefined || renderRoot.textContent?.includes('no arguments')).to.equal(true);
        expect(elementsIn(page.element.shadowRoot!)).to.be.below(MAX_ELEMENTS);
        page.close();
      });

      it('ends in a decision, for which each field is rendered a few times', async () => {
        const page = await FormPage.open(tool);
        if (args && page.hasJsonEditor) await page.typeJson(args);
        const renderings = await renderingsDuring(() => page.submit());
        expect(renderings).to.be.below(MAX_RENDERINGS);
        page.close();
      });
    });
  }
});
