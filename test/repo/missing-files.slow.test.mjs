// Files of this library that load late and do not come: nothing that a server carried out is lost, nothing is allowed that needs
// a decision, and no error blames the server. Here all of them at once; each by itself in each-missing-file.slow.test.mjs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BUILDS, openLateSite } from './late-site.mjs';
import { assertAllHolds, assertNothingLost, assertNotSent, assertOnlyLoad } from './nothing-lost.mjs';

let site;
before(async () => {
  site = await openLateSite();
});
after(() => site?.close());

for (const build of BUILDS) {
  // With `define/all` the elements that ask are there from the start.
  const isAsked = build === 'npm, define/all';
  describe(`${build}, without any of the files that load late, from the start`, () => {
    let opened;
    before(async () => {
      const late = new Set(site.lateFiles(build));
      assert.ok(late.size >= 6, 'the late files were not found');
      opened = await site.open(build, (file) => (late.has(file) ? 404 : undefined));
      await opened.page.evaluate((url) => globalThis.start(url), site.url('everything'));
    });
    after(() => opened?.close());

    it('every call brings its result, and one that could not be checked says so', async () => {
      const results = await opened.page.evaluate(() => globalThis.everyCall());
      assertNothingLost(results);
      assert.match(
        results.structured.outputIssues?.[0].message ?? '',
        /^Could not be checked.*did not load\. .*reload the page/is,
      );
    });

    it(`a call that a model wants ${isAsked ? 'is asked about' : 'is refused'}, and the server hears nothing of it`, async () => {
      const outcome = await opened.page.evaluate(() =>
        globalThis.wantDecision('echo', { message: 'never' }, { initiator: 'model' }),
      );
      assertNotSent(opened.sent, 'never');
      assert.equal(outcome.asked, isAsked);
      assert.equal(outcome.error?.code, isAsked ? 'declined' : 'load');
      if (isAsked) return undefined;
      assert.match(outcome.error.message, /asks for decisions,? did not load/);
      return readsRefusal();
    });

    if (!isAsked)
      it('a question of the server is refused in the page’s name, and the call comes to its end', async () => {
        const outcome = await opened.page.evaluate(() =>
          globalThis.wantDecision('trigger-sampling-request', { prompt: 'x', maxTokens: 5 }),
        );
        assert.equal(outcome.asked, false);
        const answer = opened.sent.find((body) => body.includes('"error"'));
        assert.match(answer ?? '', /"code":-32000.*This page could not show the question/);
        await readsRefusal();
      });

    for (const [status, code, words] of [
      [401, 'unauthorized', /needs a sign-in or an access token \(401\)/],
      [403, 'forbidden', /refuses this page \(403\)/],
      [500, 'http', /failed \(500\)/],
      [503, 'http', /failed \(503\)/],
      [404, 'session-lost', /no longer knows this session/],
    ])
      it(`${status} of the server is told as what it is`, async () => {
        const { page } = opened;
        const isCall = (route) => route.request().postData()?.includes('"tools/call"');
        await page.route(/\/mcp$/, (route) =>
          isCall(route)
            ? route.fulfill({ status, headers: { 'access-control-allow-origin': '*' }, body: 'no' })
            : route.continue(),
        );
        const { error } = await page.evaluate(() => globalThis.call('echo', { message: 'x' }));
        await page.unroute(/\/mcp$/);
        assert.equal(error?.code, code);
        assert.match(error.message, words);
      });

    it('what did not load is told once, and the server is not blamed for it', async () => {
      // The transcript: every session wants it, a moment after its first message.
      await opened.page.waitForFunction(() => globalThis.problems().length > 0);
      const problems = await opened.page.evaluate(() => globalThis.problems());
      assertOnlyLoad(problems);
      assert.equal(problems.length, 1);
    });

    const readsRefusal = () =>
      opened.page
        .getByText(/was refused, because this page could not show it|asks for decisions,? did not load/)
        .first()
        .waitFor();
  });
}

describe('an empty script in the place of each late file, as some blockers answer', () => {
  it('no result is lost, nothing is allowed, no question waits for ever', async () => {
    const late = new Set(site.lateFiles('script tag, module'));
    await assertAllHolds(site, 'script tag, module', (file) => (late.has(file) ? 'empty' : undefined));
  });
});

describe('a part of the script tag that does not come', () => {
  const build = 'script tag, module';
  const without = (name) => (file) => (file.startsWith(`mcp-embed-${name}-`) ? 503 : undefined);

  it('transcript: its place says so, and shows it once the person tries again', async () => {
    const { page, lose, close } = await site.open(build, without('stored-transcripts'));
    await page.evaluate((url) => globalThis.start(url), site.url('everything'));
    await page.evaluate(() => globalThis.call('echo', { message: 'written down' }));
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.getByText('There is no transcript.').waitFor();
    lose(() => undefined);
    await page.locator('mcp-log').getByRole('button', { name: 'Try again' }).click();
    await page
      .locator('mcp-log')
      .getByRole('option', { name: /tools\/call echo/ })
      .first()
      .waitFor();
    await close();
  });

  it('what signs in: the connection fails with the code load, says what to do, and works once it has come', async () => {
    const { page, sent, lose, close } = await site.open(build, without('auth'));
    await page.evaluate(() => document.querySelector('#client').setAttribute('redirect-uri', 'oauth-callback.html'));
    const failure = await page.evaluate(
      (url) =>
        globalThis.start(url).then(
          () => undefined,
          ({ code, message, remedy }) => ({ code, message, remedy }),
        ),
      site.url('everything'),
    );
    assert.equal(failure?.code, 'load');
    assert.match(`${failure.message} ${failure.remedy}`, /signs people in did not load\. .*Try again/);
    assert.deepEqual(
      sent.filter((body) => body.includes('jsonrpc')),
      [],
      'nothing goes out unsigned',
    );
    lose(() => undefined);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Connected', { exact: true }).first().waitFor();
    await close();
  });
});
