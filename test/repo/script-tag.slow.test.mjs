// What the one script tag of the demo does for a visitor: `demo/serve.mjs`, the built files, a real browser, real servers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDemo, pressWhenReady } from './demo.mjs';

let demo;

before(async () => {
  demo = await openDemo();
});
after(() => demo?.close());

describe('the script tag', () => {
  it('runs a tool, answers a sampling request and shows the result, without a complaint of the browser', async () => {
    const { page, complaints, close } = await demo.visit('/');
    await page.getByRole('option', { name: /get-sum/ }).click();
    await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
    await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
    await page.getByRole('option', { name: /trigger-sampling-request/ }).click();
    await page.getByRole('textbox', { name: /^prompt/ }).fill('What is the capital of Portugal?');
    await page.getByRole('button', { name: 'Run trigger-sampling-request' }).click();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Lisbon');
    await pressWhenReady(page.getByRole('button', { name: /^Send/ }));
    await page.getByText('"text": "Lisbon"').first().waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows the lists of the last visit at once after a reload, and asks again behind', async () => {
    const { page, close } = await demo.visit('/');
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    // The server answers nothing for now: what shows comes from the store.
    let answer;
    const held = new Promise((resolve) => (answer = resolve));
    await page.route(/127\.0\.0\.1:\d+\/mcp$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page
      .getByText(/Updated \d/)
      .first()
      .waitFor();
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    answer();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await close();
  });

  it('draws its icons whole: minifying a template must not put one shape into another', async () => {
    const { page, close } = await demo.visit('/');
    const [shapes, swallowed] = await page.evaluate(() => {
      const roots = [document.querySelector('mcp-workspace').shadowRoot];
      for (const root of roots)
        for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
      const count = (selector) => roots.reduce((sum, root) => sum + root.querySelectorAll(selector).length, 0);
      return [count('svg > *'), count('svg > * > *')];
    });
    assert.ok(shapes > 3);
    assert.equal(swallowed, 0);
    await close();
  });

  it('says in its place that a file beside it did not load, and loads it when the person tries again', async () => {
    // From the start, because what shows forms loads while the list is read.
    const { page, close } = await demo.visit('/', {
      before: (page) => page.route(/mcp-embed-forms-/, (route) => route.abort()),
    });
    await page.getByRole('option', { name: /get-sum/ }).click();
    await page.getByText(/The part of mcp-embed that shows forms.* did not load/).waitFor();
    await page.getByRole('button', { name: /^Resources/ }).click();
    await page.getByRole('option', { name: /architecture/ }).click();
    await page
      .getByText(/Everything Server/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Tools/ }).click();
    await page.unroute(/mcp-embed-forms-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Run get-sum' }).waitFor();
    assert.equal(await page.getByText(/did not load/).count(), 0);
    await close();
  });

  it('connects before the file of the lists is there, and refuses what it cannot ask where that file does not load', async () => {
    const context = await demo.browser.newContext();
    const page = await context.newPage();
    await page.route(/mcp-embed-lists-/, (route) => route.abort());
    // Single elements: the client of the first page is in a workspace, whose file needs that of the lists.
    await page.goto(new URL('/composed.html', demo.address).href);
    await page
      .getByText(/The part of mcp-embed that shows lists.* did not load/)
      .first()
      .waitFor();
    await page.waitForFunction(() => document.querySelector('mcp-session').status === 'ready');
    const call = (tool, args) =>
      page.evaluate(
        async ([name, given]) => {
          const { session } = document.querySelector('mcp-session');
          const { content } = await session.tools.call(name, given);
          return content.map(({ text }) => text).join(' ');
        },
        [tool, args],
      );
    assert.match(await call('get-sum', { a: 2, b: 3 }), /is 5/);
    assert.match(await call('trigger-elicitation-request', {}), /could not show the question/);
    await page.unroute(/mcp-embed-lists-/);
    // As the browser says it when the network is back. The other groups share files with this one.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    await page.waitForFunction(() => document.querySelector('[data-mcp-missing]') === null);
    void call('trigger-elicitation-request', {}).catch(() => {});
    await page.locator('mcp-approval-queue').getByRole('button', { name: 'Review' }).waitFor();
    await context.close();
  });

  it('shows a result as text where the file that shows results does not load', async () => {
    const { page, close } = await demo.visit('/', {
      before: (page) => page.route(/mcp-embed-content-(?!model)/, (route) => route.fulfill({ status: 503, body: '' })),
    });
    await page.getByRole('option', { name: /get-sum/ }).click();
    await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
    await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page
      .getByText(/The sum of 2 and 3 is 5\.\s+The part of mcp-embed that shows results.* did not load/)
      .waitFor();
    await page.unroute(/mcp-embed-content-(?!model)/);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.locator('mcp-tool-result:defined').getByText('The sum of 2 and 3 is 5.').first().waitFor();
    assert.equal(await page.getByText(/did not load/).count(), 0);
    await close();
  });

  it('goes on without a store where the browser gives none, and says so to whoever asks', async () => {
    const context = await demo.browser.newContext();
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    });
    const page = await context.newPage();
    await page.goto(demo.address);
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    const problems = await page.evaluate(() =>
      document
        .querySelector('mcp-workspace')
        .session.problems.get()
        .map(({ code }) => code),
    );
    assert.deepEqual(problems, ['storage']);
    await context.close();
  });
});
