// docs/frameworks.md says of the applications of test/frameworks what is there. `npm run test:frameworks` runs them.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
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
});
