// How a conformance run is judged (`npm run conformance` does the running).
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../scripts/conformance/verdict.mjs';
import { EXPECTED } from '../conformance/expected-checks.mjs';
import { textOf } from './sources.mjs';

const check = (id, status = 'SUCCESS', name = id) => ({ id, name, status });

describe('a conformance scenario', () => {
  it('is passed when every expected check is a success', () => {
    const verdict = judge(['a', 'b'], [check('a'), check('b'), check('note', 'INFO')], undefined);
    assert.deepEqual(verdict, { passed: true, succeeded: 2, problems: [] });
  });

  it('fails where an expected check is missing: a client that does nothing passes nothing', () => {
    for (const [revision, scenarios] of Object.entries(EXPECTED))
      for (const [scenario, expected] of Object.entries(scenarios))
        assert.equal(judge(expected, [], undefined).passed, false, `${revision} ${scenario}`);
  });

  it('fails where an expected check was skipped, or only one of those that share an id is there', () => {
    assert.equal(judge(['a'], [check('a', 'SKIPPED')], undefined).passed, false);
    const { problems } = judge(['a one', 'a two'], [check('a', 'SUCCESS', 'one')], undefined);
    assert.deepEqual(problems, ['a two: was not checked']);
  });

  it('fails on a failure or a warning that nobody expected', () => {
    for (const status of ['FAILURE', 'WARNING']) {
      const { problems } = judge(['a'], [check('a'), check('b', status)], undefined);
      assert.deepEqual(problems, [`b (b): ${status}`]);
    }
  });

  it('fails where the client came to no good end, whatever the suite says', () => {
    assert.deepEqual(judge(['a'], [check('a')], 'Timed out.').problems, ['the client: Timed out.']);
  });

  it('fails where the suite did not run it', () => {
    assert.equal(judge(['a'], undefined, undefined).passed, false);
  });
});

describe('what is expected', () => {
  it('covers every scenario that a revision requires of a client', () => {
    // The suite has no list for the oldest: what it left behind is a suite of its own.
    const { '2025-03-26': left, ...required } = EXPECTED;
    assert.equal(Object.keys(left).length, 2);
    for (const [revision, scenarios] of Object.entries(required)) {
      const text = textOf(`node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`);
      const [, list = ''] = /^client:\n((?: +- .+\n)+)/m.exec(text) ?? [];
      const names = [...list.matchAll(/- (\S+)/g)].map(([, scenario]) => scenario);
      assert.ok(names.length >= 18);
      assert.deepEqual(
        names.filter((scenario) => !scenarios[scenario]?.length),
        [],
      );
    }
  });
});
