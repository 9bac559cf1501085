// A file is one idea, and small enough to read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, textOf } from './sources.mjs';

const NEVER_OVER = 400;
const REASON_OVER = 250;

/** Files over 250 lines, and why each is one idea nevertheless. A test is the specification of one thing: it may be long. */
const REASONS = {};

const files = ['src', 'components', 'demo', 'scripts', 'test', 'bench'].flatMap((folder) =>
  filesIn(folder, '.ts', '.mjs', '.js', '.css'),
);
const linesOf = (file) => textOf(file).split('\n').length - 1;

describe('files', () => {
  it(`none is over ${NEVER_OVER} lines`, () => {
    assert.deepEqual(
      files.filter((file) => linesOf(file) > NEVER_OVER).map((file) => `${file}: ${linesOf(file)}`),
      [],
    );
  });

  it(`each over ${REASON_OVER} lines has a reason`, () => {
    const long = files.filter((file) => !/\.test\.m?[jt]s$/.test(file) && linesOf(file) > REASON_OVER);
    assert.deepEqual(
      long.filter((file) => !REASONS[file]).map((file) => `${file}: ${linesOf(file)}`),
      [],
    );
    assert.deepEqual(
      Object.keys(REASONS).filter((file) => !long.includes(file)),
      [],
      'no reason is needed any more',
    );
  });

  it('are called what they are', () => {
    const vague = /(^|-)(utils?|helpers?|misc|managers?|services?)\b|^(common|shared|stuff)\./;
    const names = files.map((file) => file.split('/').at(-1));
    assert.deepEqual(
      names.filter((name) => vague.test(name) || name !== name.toLowerCase()),
      [],
    );
  });
});
