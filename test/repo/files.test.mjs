// A file is one job that a reader would look for, by its name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, textOf } from './sources.mjs';

const files = ['src', 'components', 'cli', 'demo', 'scripts', 'test', 'bench'].flatMap((folder) =>
  filesIn(folder, '.ts', '.mjs', '.js', '.css'),
);

describe('files', () => {
  it('are called what they are', () => {
    const vague = /(^|-)(utils?|helpers?|misc|managers?|services?)\b|^(common|shared|stuff)\./;
    const names = files.map((file) => file.split('/').at(-1));
    assert.deepEqual(
      names.filter((name) => vague.test(name) || name !== name.toLowerCase()),
      [],
    );
  });

  it('hold no remains of a merge', () => {
    const remains = /^(<{7}|>{7}) /m;
    assert.deepEqual(
      files.filter((file) => remains.test(textOf(file))),
      [],
    );
  });
});
