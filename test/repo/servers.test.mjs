// docs/servers.md has a row for each set-up of test/servers, as it is there. `npm run servers` runs them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { beginningOf, standInsOf } from '../../scripts/servers/document.mjs';
import { GROUPS, setups } from '../../scripts/servers/setups.mjs';
import { root, textOf } from './sources.mjs';

const all = setups();
const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
const rows = textOf('docs/servers.md')
  .split('\n')
  .filter((line) => line.startsWith('| ['))
  .map(cellsOf);

describe('servers that others wrote', () => {
  it('are all there: each folder says what it is', () => {
    const folders = readdirSync(`${root}/test/servers`, { withFileTypes: true }).filter((one) => one.isDirectory());
    assert.deepEqual(all.map(({ name }) => name).sort(), folders.map(({ name }) => name).sort());
    for (const { name, group, title, call } of all) {
      assert.ok(GROUPS.includes(group), `${name}: there is no group ${group}`);
      assert.ok(title && call?.tool, name);
    }
  });

  it('are installed in one exact version', () => {
    for (const { name, packages, python } of all)
      for (const [of, version] of Object.entries({ ...packages, ...python }))
        assert.match(version, /^\d+\.\d+\.\d+$/, `${name}: ${of}`);
  });

  it('start files that are there', () => {
    for (const { name, source, start, build } of all)
      for (const word of start)
        if (word.startsWith('{here}/') && !build)
          assert.ok(existsSync(path.join(source, word.slice('{here}/'.length))), `${name}: ${word}`);
  });

  it('take no port of their own', () => {
    for (const { name, url, port, start, environment } of all)
      if (url) {
        assert.match(url, /:\{port\}\//, name);
        assert.ok(port || /\{port\}/.test(JSON.stringify([start, environment])), `${name} does not use {port}`);
      }
  });

  it('stand in the document, each in its row, as they are: `npm run servers -- --write` writes it', () => {
    assert.deepEqual(
      rows.map((cells) => cells.slice(0, 3)),
      all.map(beginningOf),
    );
  });

  it('say in the document which others they stand for', () => {
    const text = textOf('docs/servers.md');
    for (const group of GROUPS) assert.ok(text.includes(standInsOf(all.filter((one) => one.group === group))), group);
    const others = all.flatMap(({ standsFor = [] }) => standsFor);
    assert.equal(new Set(others).size, others.length);
  });
});
