// A file is one job that a reader would look for, by its name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, textOf } from './sources.mjs';

const files = ['src', 'components', 'demo', 'scripts', 'test', 'bench'].flatMap((folder) =>
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

  it('have no marks of a merge that was not finished', () => {
    const marked = files.filter((file) => /^(?:<{7}|>{7}) /m.test(textOf(file)));
    assert.deepEqual(marked, []);
  });
});
