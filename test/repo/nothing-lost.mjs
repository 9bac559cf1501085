// What holds whichever file of this library does not come.
import assert from 'node:assert/strict';

const EXPECTED = {
  text: ['text'],
  image: ['text', 'image', 'text'],
  links: ['text', 'resource_link', 'resource_link'],
  embedded: ['text', 'resource', 'text'],
  structured: ['text'],
  slow: ['text'],
};

/** What came of `everyCall()` of the page. */
export function assertNothingLost({ progress, ...results }) {
  for (const [name, { error, types }] of Object.entries(results)) {
    assert.equal(error, undefined, `${name}: ${error?.code}: ${error?.message}`);
    assert.deepEqual(types, EXPECTED[name], name);
  }
  assert.equal(results.structured.structured, true, 'the structured content is there');
  assert.ok(progress >= 1, 'progress was told');
  const issue = results.structured.outputIssues?.[0].message;
  assert.ok(issue === undefined || issue.startsWith('Could not be checked'), issue);
}

/** Each told once, none of them about the server. */
export function assertOnlyLoad(problems) {
  for (const { code, message, remedy } of problems) {
    assert.equal(code, 'load', message);
    assert.match(`${message} ${remedy}`, /^The part of mcp-embed that .* did not load\. .*reload the page/is);
  }
  assert.equal(new Set(problems.map(({ message }) => message)).size, problems.length, 'each is told once');
}

export function assertNotSent(bodies, words) {
  assert.deepEqual(
    bodies.filter((body) => body.includes('"tools/call"') && body.includes(words)),
    [],
    'the server heard nothing of it',
  );
}

/**
 * All of it in a page of that build whose files miss from the moment it is connected.
 * @param {(file: string, before: number) => import('./late-site.mjs').Fault | undefined} missing as `open()` of a late site has it
 * @param {boolean} isBack the files come when they are asked for again
 */
export async function assertAllHolds(site, build, missing, isBack = false) {
  const { page, sent, lose, close } = await site.open(build);
  try {
    await page.evaluate((url) => globalThis.start(url), site.url('everything'));
    lose(missing);
    const results = await page.evaluate(() => globalThis.everyCall());
    assertNothingLost(results);
    if (isBack) assert.equal(results.structured.outputIssues, undefined);
    const wanted = await page.evaluate(() =>
      globalThis.wantDecision('echo', { message: 'never' }, { initiator: 'model' }),
    );
    assertNotSent(sent, 'never');
    assert.equal(wanted.error.code, wanted.asked ? 'declined' : 'load', wanted.error.message);
    const question = await page.evaluate(() =>
      globalThis.wantDecision('trigger-sampling-request', { prompt: 'x', maxTokens: 5 }),
    );
    if (!question.asked)
      assert.match(sent.find((body) => body.includes('"error"')) ?? '', /This page could not show the question/);
    const problems = await page.evaluate(() => globalThis.problems());
    assertOnlyLoad(problems);
    if (!isBack) return;
    assert.deepEqual(problems, []);
    assert.ok(wanted.asked && question.asked, 'the person is asked all the same');
  } finally {
    await close();
  }
}
