// Every requirement has a test that cites it, or says why not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { citations } from '../requirements/citations.mjs';
import { LAST_NUMBER, requirements } from '../requirements/manifest.mjs';
import { LEVELS, PIECES } from '../requirements/requirement.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const cited = citations();
const known = new Map(requirements.map((one) => [one.id, one]));
const at = ({ file, line }) => `${file}:${line}`;

describe('the requirements', () => {
  it('are the whole checklist, each under a name of its own', () => {
    assert.equal(known.size, requirements.length, 'an id is there twice');
    const numbers = new Set(requirements.map(({ n }) => n));
    none(Array.from({ length: LAST_NUMBER }, (_, n) => n + 1).filter((n) => !numbers.has(n)));
  });

  it('each say what, how strictly, where it is written and in which revisions', () => {
    none(
      requirements
        .filter(
          ({ id, level, says, url, revisions, status }) =>
            !/^[a-z]+(-[a-z]+)+$/.test(id) ||
            !LEVELS.includes(level) ||
            !/^[A-Z`−].+\.$/.test(says) ||
            !/\/specification\/20\d\d-\d\d-\d\d(\/[a-z_/-]+)?$/.test(url) ||
            revisions.length === 0 ||
            (status.is === 'later' && !PIECES.includes(status.piece)),
        )
        .map(({ id }) => id),
    );
  });

  it('that are tested are cited by a test', () => {
    const ids = new Set(cited.map(({ id }) => id));
    none(requirements.filter(({ id, status }) => status.is === 'tested' && !ids.has(id)).map(({ id }) => id));
  });

  it('that are cited are tested: nothing unknown, nothing that is said to be missing', () => {
    none(cited.filter(({ id }) => known.get(id)?.status.is !== 'tested').map((one) => `${at(one)} ${one.id}`));
  });

  it('are cited inside of tests', () => {
    none(cited.filter(({ test }) => test === undefined).map(at));
  });

  it('that are missing are known', (t) => {
    for (const { n, id, level, status } of requirements)
      if (status.is === 'missing') t.diagnostic(`missing: ${n} ${id} (${level}): ${status.what}`);
  });
});
