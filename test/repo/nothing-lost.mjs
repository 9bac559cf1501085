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
  const [issue] = results.structured.outputIssues ?? [];
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
