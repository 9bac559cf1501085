// docs/frameworks.md and .ci/run say of the applications of test/frameworks what is there. `npm run test:frameworks` runs them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { documentOf } from '../../scripts/frameworks/document.mjs';
import { fixtures } from '../../scripts/frameworks/fixtures.mjs';
import { root, textOf } from './sources.mjs';

describe('applications with frameworks', () => {
  it('are all there: each folder says what it is', () => {
    const folders = readdirSync(`${root}/test/frameworks`, { withFileTypes: true }).filter((one) => one.isDirectory());
    assert.deepEqual(
      fixtures().map(({ name }) => name),
      folders.map(({ name }) => name).sort(),
    );
  });

  it('install one exact version of everything, and say which', () => {
    for (const { name, versions } of fixtures()) {
      const { dependencies, devDependencies = {} } = JSON.parse(textOf(`test/frameworks/${name}/package.json`));
      const installed = { ...dependencies, ...devDependencies };
      assert.equal(installed['mcp-embed'], '*', name);
      delete installed['mcp-embed'];
      for (const [tool, version] of Object.entries(installed))
        assert.match(version, /^\d+\.\d+\.\d+/, `${name}: ${tool}`);
      for (const [tool, version] of Object.entries(versions))
        if (installed[tool]) assert.equal(version.split(' ')[0], installed[tool], `${name}: ${tool}`);
    }
  });

  it('stand in the document as they are: `npm run frameworks:table` writes them', () => {
    const text = textOf('docs/frameworks.md');
    assert.equal(text, documentOf(text));
  });

  it('with an import map names every package that a module loads, early or late', (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-import-map-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(`${folder}/node_modules`);
    for (const name of readdirSync(`${root}/node_modules`))
      if (!name.startsWith('.')) symlinkSync(`${root}/node_modules/${name}`, `${folder}/node_modules/${name}`);
    symlinkSync(root, `${folder}/node_modules/mcp-embed`);
    for (const name of ['check-map.mjs', 'index.html'])
      copyFileSync(`${root}/test/frameworks/import-map/${name}`, `${folder}/${name}`);
    const { status, stderr } = spawnSync(process.execPath, ['check-map.mjs'], { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
  });
});
