import { expect, fixtureCleanup } from '@open-wc/testing';
import type { JsonObject, Tool } from '../../src/index.js';
import { FormPage } from './check/form-page.js';
import { hostile } from './hostile.js';
import { mainThreadMs } from './thread-time.js';
import { allowing } from '../fixtures/allowing.js';

/** Milliseconds of the main thread, for showing a form and for trying to send it; of the clock where nothing else is told. */
const LIMIT = /Chrome\//.test(navigator.userAgent) ? 200 : allowing(200);
/** Engines that tell only the clock are held up by a busy machine; what takes long each time takes long. */
const TRIES = 5;

async function quickest(act: () => Promise<number>): Promise<number> {
  let best = Infinity;
  for (let tried = 0; tried < TRIES && best >= LIMIT; tried++) best = Math.min(best, await act());
  return best;
}

describe('a hostile schema', function () {
  this.timeout(60_000);
  afterEach(fixtureCleanup);
  // The code of the forms is compiled once; that is not the schema's doing.
  before(async () => {
    const page = await FormPage.open({
      name: 'first',
      inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: {} } },
    });
    await page.submit();
    page.close();
  });

  for (const { what, schema, args } of hostile) {
    describe(what, () => {
      const tool: Tool = { name: 'hostile', inputSchema: schema as Tool['inputSchema'] };

      it('gives a form or a sentence, at once', async () => {
        const show = async (): Promise<void> => {
          const page = await FormPage.open(tool);
          expect(page.element.renderRoot.querySelector('[part~="submit-button"]')).not.to.equal(null);
          expect(page.fields !== undefined || page.element.renderRoot.textContent?.includes('no arguments')).to.equal(
            true,
          );
          page.close();
        };
        const ms = await quickest(() => mainThreadMs(show));
        expect(ms).to.be.below(LIMIT);
      });

      it('is decided at once', async () => {
        const ms = await quickest(() => decide(tool, args));
        expect(ms).to.be.below(LIMIT);
      });
    });
  }
});

async function decide(tool: Tool, args: JsonObject | undefined): Promise<number> {
  const page = await FormPage.open(tool);
  if (args && page.hasJsonEditor) await page.typeJson(args);
  const ms = await mainThreadMs(async () => void (await page.submit()));
  page.close();
  return ms;
}
